"""Riff Raff's strong computer player: matches played on by statics, loadings tried out with the physics."""

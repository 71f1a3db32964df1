"""Riff Raff's strong computer player: matches continued by statics, and loadings tried out with the physics."""

"""The ship of Riff Raff and its cargo: their shapes, the camera, and the brushes that paint them."""

"""The ship of Riff Raff and her cargo: their shapes, the camera that sees them, and the brushes that paint them."""

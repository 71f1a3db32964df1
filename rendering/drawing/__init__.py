"""What the pictures of all games share: canvas, sheet, sprites, fonts, theme, frame and film."""

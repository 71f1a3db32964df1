"""Draw what the pictures of all games share: canvas, sprites, fonts, theme, frame and films."""

"""The drawing code that all games share: canvas, sprites, fonts, theme, frame and films."""

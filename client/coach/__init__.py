"""What computer players teach: hints, explanations, demonstrations and analyses."""

"""Cards about people: their record in a picture of the same hand as the boards."""

"""Write people's names in their own scripts: their letters, their direction and the faces that have them."""

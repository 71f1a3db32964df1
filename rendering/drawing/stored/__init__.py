"""Keep painted art on the disk, so that the next start loads it instead of painting it again."""

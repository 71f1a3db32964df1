"""Other programs that the same work is measured with."""

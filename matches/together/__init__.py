"""What players decide together: votes and taking back."""

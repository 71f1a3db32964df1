"""What people and servers want, and what is kept about them."""

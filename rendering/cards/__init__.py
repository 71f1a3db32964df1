"""Draw cards about people, such as their record, in the style of the boards."""

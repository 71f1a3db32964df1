"""REST v10, one module per resource; each lists its `ROUTES`, `table` collects them, `pipeline` serves them."""

"""REST v10, one module a resource; each lists its `ROUTES`."""

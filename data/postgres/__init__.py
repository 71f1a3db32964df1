"""The store on PostgreSQL, for bots that outgrow one process. Needs the extra `slowboat[postgres]`."""

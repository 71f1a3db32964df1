-- PostgreSQL cannot store the character that stood for the name of a former player.

UPDATE seats SET name = '' WHERE user_id = 0;

-- A league may be shown in a channel of a second server, as a match may.

ALTER TABLE leagues ADD COLUMN guest_guild_id INTEGER;                 -- the other server; NULL: none
ALTER TABLE leagues ADD COLUMN guest_channel_id INTEGER;
ALTER TABLE leagues ADD COLUMN guest_message_id INTEGER;               -- the message there that shows its tables
ALTER TABLE leagues ADD COLUMN guest_shown INTEGER NOT NULL DEFAULT -1;

CREATE INDEX leagues_by_guest_channel ON leagues (guest_channel_id) WHERE guest_channel_id IS NOT NULL;
CREATE INDEX leagues_by_guest ON leagues (guest_guild_id) WHERE guest_guild_id IS NOT NULL;

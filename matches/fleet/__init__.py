"""Several processes of one bot: who serves which shard, who may log in now, and who answers an interaction."""

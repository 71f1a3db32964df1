-- Matches over days that are played live for a while.

ALTER TABLE matches ADD COLUMN live TEXT;      -- JSON: the newest turns that people have ended, by seat, and until when it is played live

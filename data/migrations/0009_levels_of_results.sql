-- How strong the computer player in a seat was, by which ratings count it.

ALTER TABLE results ADD COLUMN level TEXT NOT NULL DEFAULT 'normal' CHECK (level IN ('easy', 'normal', 'strong'));

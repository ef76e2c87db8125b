-- A passage can be found again by its place in its text, as long as the text is cut by the same rules: `rules` says by
-- which it was. What was cut by others is cut again; a passage that comes out as it was keeps its vector.
ALTER TABLE passage DROP COLUMN start_offset, DROP COLUMN end_offset, ADD COLUMN rules integer NOT NULL DEFAULT 0;

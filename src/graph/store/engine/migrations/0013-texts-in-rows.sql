-- A text of a few pages stays in its row as it is. Packed, as the engines do from two thousand bytes on, it takes more than half of
-- the time that its row takes to be written, and again in the log, for a fifth less room. Rows longer than a page are packed as before.
ALTER TABLE entity SET (toast_tuple_target = 8160);
ALTER TABLE change_row SET (toast_tuple_target = 8160);

-- A link that heals is written anew. With room left on its page it stays there, and no index has to learn of it.
ALTER TABLE link SET (fillfactor = 60);

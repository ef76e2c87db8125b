-- Who chose the name of an account. A name goes into prompts, so one that an admin typed into an invitation is not the
-- person's own text until they have saved it themselves. Owners made their workspace and named themselves.
ALTER TABLE account ADD COLUMN named_by uuid;
UPDATE account SET named_by = id WHERE id IN (SELECT account_id FROM member WHERE role = 'owner');

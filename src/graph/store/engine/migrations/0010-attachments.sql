-- Files that entities hold. Which of them an entity holds now stands in its `props.attachments`, by path, and is logged with it;
-- what was taken away is kept here, so that an undo finds it again. Bytes of pictures do not pack, and trying takes time.
CREATE TABLE attachment (
	workspace_id uuid NOT NULL,
	entity_id uuid NOT NULL,
	path text NOT NULL,
	hash text NOT NULL,
	bytes bytea NOT NULL,
	PRIMARY KEY (workspace_id, entity_id, path),
	FOREIGN KEY (workspace_id, entity_id) REFERENCES entity (workspace_id, id)
);
ALTER TABLE attachment ALTER bytes SET STORAGE EXTERNAL, ALTER bytes SET STATISTICS 0;

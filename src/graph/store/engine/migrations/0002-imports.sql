-- What was brought in from where, so that a second import finds its own. `source` names the folder or account it came
-- from, `external_id` the thing in it. The entity is part of the key because two people may each have imported the
-- same thing for themselves, and neither may learn of the other's. `content_hash` is what was read at that time and
-- `entity_version` what it became; a higher version means that somebody has changed it here since.
CREATE TABLE import_source (
	workspace_id uuid NOT NULL REFERENCES workspace (id),
	source text NOT NULL,
	external_id text NOT NULL,
	entity_id uuid NOT NULL,
	content_hash text NOT NULL,
	entity_version integer NOT NULL,
	imported_at timestamptz NOT NULL,
	PRIMARY KEY (workspace_id, source, external_id, entity_id),
	FOREIGN KEY (workspace_id, entity_id) REFERENCES entity (workspace_id, id)
);

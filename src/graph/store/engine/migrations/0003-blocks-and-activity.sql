-- The pieces of a body, as ranges of it. A piece that was cut out is kept as retired, so that it gets its id back
-- when an undo or a paste brings its text back. Derived from the text: recomputed, never logged.
CREATE TABLE block (
	workspace_id uuid NOT NULL,
	entity_id uuid NOT NULL,
	id uuid NOT NULL,
	parent_id uuid,
	ordinal integer NOT NULL,
	kind text NOT NULL,
	level integer,
	checked boolean,
	start_offset integer NOT NULL,
	end_offset integer NOT NULL,
	hash text NOT NULL,
	retired boolean NOT NULL DEFAULT false,
	PRIMARY KEY (workspace_id, id)
);
CREATE INDEX block_by_entity ON block (workspace_id, entity_id, ordinal);

-- The last time a person saw or changed something. Moves no revision.
CREATE TABLE activity (
	workspace_id uuid NOT NULL,
	account_id uuid NOT NULL,
	entity_id uuid NOT NULL,
	action text NOT NULL CHECK (action IN ('view', 'edit')),
	at timestamptz NOT NULL,
	PRIMARY KEY (workspace_id, account_id, action, entity_id),
	FOREIGN KEY (workspace_id, account_id) REFERENCES member (workspace_id, account_id),
	FOREIGN KEY (workspace_id, entity_id) REFERENCES entity (workspace_id, id)
);
CREATE INDEX activity_by_time ON activity (workspace_id, account_id, action, at DESC, entity_id);

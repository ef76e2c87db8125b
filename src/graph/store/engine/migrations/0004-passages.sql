-- The runs of a text that are embedded, by their hash: a passage that a new version leaves as it was keeps its vector.
-- Derived from the text: recomputed, never logged, and moves no revision.
CREATE TABLE passage (
	workspace_id uuid NOT NULL,
	entity_id uuid NOT NULL,
	ordinal integer NOT NULL,
	-- Of the entity, when it was cut; another one means that it has to be cut again.
	version integer NOT NULL,
	start_offset integer NOT NULL,
	end_offset integer NOT NULL,
	hash text NOT NULL,
	PRIMARY KEY (workspace_id, entity_id, ordinal),
	FOREIGN KEY (workspace_id, entity_id) REFERENCES entity (workspace_id, id)
);
CREATE INDEX passage_by_hash ON passage (workspace_id, hash);

-- A passage without a row here for the current model is what there is to do; `failure` says why there is no vector.
CREATE TABLE passage_vector (
	workspace_id uuid NOT NULL REFERENCES workspace (id),
	model text NOT NULL,
	hash text NOT NULL,
	vector bytea,
	failure text,
	PRIMARY KEY (workspace_id, model, hash)
);

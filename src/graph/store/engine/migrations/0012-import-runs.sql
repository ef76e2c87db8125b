-- Imports as their owner follows them: what came of each, also after a restart. `seen_at` moves while one runs; one that
-- claims to run and has not been seen for a while was cut off with its process.
CREATE TABLE import_run (
	workspace_id uuid NOT NULL,
	account_id uuid NOT NULL,
	id uuid NOT NULL,
	source text NOT NULL,
	name text NOT NULL,
	state text NOT NULL CHECK (state IN ('running', 'done', 'failed', 'stopped')),
	report json,
	problem json,
	started_at timestamptz NOT NULL,
	seen_at timestamptz NOT NULL,
	ended_at timestamptz,
	PRIMARY KEY (workspace_id, id),
	FOREIGN KEY (workspace_id, account_id) REFERENCES member (workspace_id, account_id)
);
CREATE INDEX import_run_by_account ON import_run (workspace_id, account_id, id);

-- The writer has made or loaded the entity in the same transaction. Checking it again for every row of an import takes as long as
-- writing the row.
ALTER TABLE import_source DROP CONSTRAINT import_source_workspace_id_fkey;
ALTER TABLE import_source DROP CONSTRAINT import_source_workspace_id_entity_id_fkey;

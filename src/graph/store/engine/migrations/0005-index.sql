-- In which language the words of a workspace are reduced to their stems.
ALTER TABLE workspace ADD COLUMN language text NOT NULL DEFAULT 'en';

-- Moves whenever passages or vectors do, so that another process sees what to read again. In a table of its own:
-- counted up in the row of the workspace, it would make the indexer and every writer wait for each other.
CREATE TABLE index_state (
	workspace_id uuid PRIMARY KEY REFERENCES workspace (id),
	epoch bigint NOT NULL
);
ALTER TABLE passage ADD COLUMN epoch bigint NOT NULL DEFAULT 0;
CREATE INDEX passage_by_epoch ON passage (workspace_id, epoch);

-- A row without a vector and with a `retry_at` is being worked on, or waits to be tried again, until then.
ALTER TABLE passage_vector ADD COLUMN epoch bigint NOT NULL DEFAULT 0, ADD COLUMN retry_at timestamptz;
CREATE INDEX passage_vector_by_epoch ON passage_vector (workspace_id, model, epoch);

-- How often a person came back to something; pickers offer it sooner.
ALTER TABLE activity ADD COLUMN times integer NOT NULL DEFAULT 1;

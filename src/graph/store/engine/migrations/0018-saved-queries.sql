-- Queries that a person keeps under a name. They are theirs alone and move no revision.
CREATE TABLE saved_query (
	workspace_id uuid NOT NULL,
	id uuid NOT NULL,
	account_id uuid NOT NULL,
	name text NOT NULL,
	wql text NOT NULL,
	created_at timestamptz NOT NULL,
	updated_at timestamptz NOT NULL,
	PRIMARY KEY (workspace_id, id),
	UNIQUE (workspace_id, account_id, name),
	FOREIGN KEY (workspace_id, account_id) REFERENCES member (workspace_id, account_id)
);

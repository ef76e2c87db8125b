-- Requests that carried an Idempotency-Key, and what came of each of their transactions: sent again, they answer the
-- same and do nothing. Kept for some days. No foreign key to the workspace: the share lock it takes would make two
-- writers that both go on to lock the workspace wait for each other.
CREATE TABLE request_once (
	workspace_id uuid NOT NULL,
	actor text NOT NULL,
	key text NOT NULL,
	step integer NOT NULL,
	request_hash bytea NOT NULL,
	-- As text, not jsonb, which would put the keys of the answer into another order.
	result json,
	created_at timestamptz NOT NULL,
	PRIMARY KEY (workspace_id, actor, key, step)
);
CREATE INDEX request_once_by_time ON request_once (workspace_id, created_at);

-- scrypt, with its parameters and salt in front. Null for whoever signs in by link or token only.
ALTER TABLE account ADD COLUMN password_hash text;

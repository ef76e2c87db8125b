-- Suggestions that a person does not want to see again. `key` names what was suggested about what; moves no revision.
CREATE TABLE dismissed_suggestion (
	workspace_id uuid NOT NULL,
	account_id uuid NOT NULL,
	key text NOT NULL,
	at timestamptz NOT NULL,
	PRIMARY KEY (workspace_id, account_id, key),
	FOREIGN KEY (workspace_id, account_id) REFERENCES member (workspace_id, account_id)
);

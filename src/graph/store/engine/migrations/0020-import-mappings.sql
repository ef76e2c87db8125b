-- How a person decided to read the frontmatter of a folder, for the next run. It is theirs alone and moves no revision.
CREATE TABLE import_mapping (
	workspace_id uuid NOT NULL,
	account_id uuid NOT NULL,
	source text NOT NULL,
	mapping json NOT NULL,
	PRIMARY KEY (workspace_id, account_id, source),
	FOREIGN KEY (workspace_id, account_id) REFERENCES member (workspace_id, account_id)
);

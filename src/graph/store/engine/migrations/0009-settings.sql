-- What a workspace is set to where it differs from the installation, by topic.
ALTER TABLE workspace ADD COLUMN settings jsonb NOT NULL DEFAULT '{}';

-- How many tokens a model needed for each of ours, as its provider reported it; the newest last.
CREATE TABLE token_ratio (
	workspace_id uuid NOT NULL REFERENCES workspace (id),
	model text NOT NULL,
	ratios jsonb NOT NULL,
	updated_at timestamptz NOT NULL,
	PRIMARY KEY (workspace_id, model)
);

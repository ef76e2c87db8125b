-- A file that took the place of another of the same path is kept beside it, so that an undo finds the earlier one. Which of them an
-- entity holds stands in its `props.attachment_versions`, by path; where that says nothing, it is the first.
ALTER TABLE attachment ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE attachment DROP CONSTRAINT attachment_pkey;
ALTER TABLE attachment ADD PRIMARY KEY (workspace_id, entity_id, path, version);

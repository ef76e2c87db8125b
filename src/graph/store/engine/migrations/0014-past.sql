-- Which files an entity holds, by path and hash of their bytes. Only the server writes this column: as a property it could be set by
-- every writer, who could so read a file that had been taken away before the entity was opened to them.
ALTER TABLE entity ADD COLUMN held_files jsonb NOT NULL DEFAULT '{}';
ALTER TABLE entity ALTER held_files SET STATISTICS 0;

UPDATE entity e SET held_files = h.files, props = e.props - 'attachments' - 'attachment_versions'
	FROM (
		SELECT t.workspace_id, t.entity_id, jsonb_object_agg(t.path, t.hash) AS files
		FROM attachment t JOIN entity o ON o.workspace_id = t.workspace_id AND o.id = t.entity_id
		WHERE jsonb_typeof(o.props->'attachments') = 'array' AND o.props->'attachments' ? t.path
			AND coalesce(o.props->'attachment_versions'->>t.path, '1') = t.version::text
		GROUP BY t.workspace_id, t.entity_id
	) h
	WHERE e.workspace_id = h.workspace_id AND e.id = h.entity_id;

-- The log of these entities says the same in the same words, or an undo would bring back a row without its files.
UPDATE change_row r SET before = (
		SELECT (i.image || jsonb_build_object('props', (i.image->'props') - 'attachments' - 'attachment_versions', 'held_files',
			coalesce((SELECT jsonb_object_agg(t.path, t.hash) FROM attachment t
				WHERE t.workspace_id = r.workspace_id AND t.entity_id = r.row_id
					AND jsonb_typeof(i.image->'props'->'attachments') = 'array' AND i.image->'props'->'attachments' ? t.path
					AND coalesce(i.image->'props'->'attachment_versions'->>t.path, '1') = t.version::text), '{}')))::json
		FROM (SELECT r.before::jsonb AS image) i)
	WHERE r.table_name = 'entity' AND r.before IS NOT NULL AND EXISTS (
		SELECT FROM attachment t WHERE t.workspace_id = r.workspace_id AND t.entity_id = r.row_id);
UPDATE change_row r SET after = (
		SELECT (i.image || jsonb_build_object('props', (i.image->'props') - 'attachments' - 'attachment_versions', 'held_files',
			coalesce((SELECT jsonb_object_agg(t.path, t.hash) FROM attachment t
				WHERE t.workspace_id = r.workspace_id AND t.entity_id = r.row_id
					AND jsonb_typeof(i.image->'props'->'attachments') = 'array' AND i.image->'props'->'attachments' ? t.path
					AND coalesce(i.image->'props'->'attachment_versions'->>t.path, '1') = t.version::text), '{}')))::json
		FROM (SELECT r.after::jsonb AS image) i)
	WHERE r.table_name = 'entity' AND r.after IS NOT NULL AND EXISTS (
		SELECT FROM attachment t WHERE t.workspace_id = r.workspace_id AND t.entity_id = r.row_id);

-- The revision at which a thing was last given other readers: an entity by its visibility, a project by being opened to the workspace.
-- Whoever reads it by that alone reads its past from there on. Things without a row have had the same readers from their start.
CREATE TABLE audience_since (
	workspace_id uuid NOT NULL,
	entity_id uuid NOT NULL,
	revision bigint NOT NULL,
	PRIMARY KEY (workspace_id, entity_id)
);
INSERT INTO audience_since (workspace_id, entity_id, revision)
	SELECT workspace_id, row_id, max(revision) FROM change_row
	WHERE table_name = 'entity' AND before->>'visibility' <> after->>'visibility' GROUP BY workspace_id, row_id;

-- When a project was opened, or something shared, was not kept so far. What lies before this update stays with a project's members
-- and with the owner of what is shared.
INSERT INTO audience_since (workspace_id, entity_id, revision)
	SELECT p.workspace_id, p.project_id, w.revision FROM project_access p JOIN workspace w ON w.id = p.workspace_id
	WHERE p.visibility = 'workspace' AND w.revision > 0 ON CONFLICT DO NOTHING;
ALTER TABLE share ADD COLUMN since bigint NOT NULL DEFAULT 0;
UPDATE share s SET since = w.revision FROM workspace w WHERE w.id = s.workspace_id;

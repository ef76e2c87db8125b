-- Search inside the database, for those who query it directly. Optional: its indexes make every write dearer.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- A tsvector may not pass a megabyte, and a text that did could not be stored any more: long ones are cut.
ALTER TABLE entity ADD COLUMN IF NOT EXISTS search_vector tsvector GENERATED ALWAYS AS (
	setweight(to_tsvector('english', left(title, 10000)), 'A')
	|| setweight(to_tsvector('english', left(description, 50000)), 'B')
	|| setweight(to_tsvector('english', left(body, 100000)), 'B')
	|| setweight(CASE WHEN length(props::text) <= 100000
		THEN jsonb_to_tsvector('english', props, '["string"]') ELSE ''::tsvector END, 'B')
) STORED;

CREATE INDEX IF NOT EXISTS entity_search_vector ON entity USING gin (workspace_id, search_vector);
CREATE INDEX IF NOT EXISTS entity_title_trigrams ON entity USING gin (workspace_id, title gin_trgm_ops);
CREATE INDEX IF NOT EXISTS entity_props_trigrams ON entity USING gin (workspace_id, (props::text) gin_trgm_ops);

-- Two stages: words, at most 2,000 of them and the newest first; titles with a slip only when words find fewer than ten: by
-- trigrams and, when words find nothing, letter by letter. What the actor may not read is left out before anything is
-- counted. Headlines are made for the rows of the answer alone.
CREATE OR REPLACE FUNCTION onto_search_entities(
	p_workspace_id uuid,
	p_actor_id uuid,
	p_query text,
	p_project_id uuid DEFAULT NULL,
	p_types text[] DEFAULT NULL,
	p_limit integer DEFAULT 50
) RETURNS TABLE (
	type text, id uuid, project_id uuid, project_name text, title text, snippet text, score double precision
) LANGUAGE plpgsql STABLE
-- A query without any word that counts is answered with nothing; PostgreSQL would tell every caller so in a notice.
SET client_min_messages = warning
AS $function$
#variable_conflict use_column
DECLARE
	v_text text := left(coalesce(p_query, ''), 2000);
	v_query tsquery := websearch_to_tsquery('english', v_text);
	-- What is asked not to be there, which a likeness of letters must not bring back.
	v_unwanted tsquery := websearch_to_tsquery('english', coalesce((
		SELECT string_agg(m[1], ' or ') FROM regexp_matches(v_text, '(?:^|\s)-("[^"]*"|[^\s"]+)', 'g') AS m), ''));
	v_title text := regexp_replace(v_text, '(?:^|\s)-("[^"]*"|[^\s"]+)', ' ', 'g');
	-- Without signs, so that no word can be read as a pattern. A query of more words than this is no title.
	v_words text[] := array_remove(regexp_split_to_array(lower(v_title), '[\s!-/:-@\[-`{-~]+'), '');
	v_slips text[] := '{}';
	v_terms tsquery[] := '{}';
	v_slip text;
	v_role text;
	v_readable uuid[];
	v_trashed uuid[];
	v_shared uuid[];
BEGIN
	SELECT m.role INTO v_role FROM member m WHERE m.workspace_id = p_workspace_id AND m.account_id = p_actor_id;
	IF v_role IS NULL THEN
		RETURN;
	END IF;

	SELECT coalesce(array_agg(p.id) FILTER (WHERE p.deleted_at IS NULL AND (pm.role IS NOT NULL
			OR (pa.visibility = 'workspace' AND v_role <> 'guest'))), '{}'),
		coalesce(array_agg(p.id) FILTER (WHERE p.deleted_at IS NOT NULL), '{}')
		INTO v_readable, v_trashed
		FROM entity p
		LEFT JOIN project_access pa ON pa.workspace_id = p.workspace_id AND pa.project_id = p.id
		LEFT JOIN project_member pm
			ON pm.workspace_id = p.workspace_id AND pm.project_id = p.id AND pm.account_id = p_actor_id
		WHERE p.workspace_id = p_workspace_id AND p.project_id = p.id;

	SELECT coalesce(array_agg(s.entity_id), '{}') INTO v_shared FROM share s
		WHERE s.workspace_id = p_workspace_id AND (s.grantee_id = p_actor_id OR s.grantee_id IN (
			SELECT g.group_id FROM account_group_member g
			WHERE g.workspace_id = p_workspace_id AND g.account_id = p_actor_id));

	-- Each word with one letter more, less, other or swapped, with a sign in it, or joined to the one before or after it.
	FOR v_at IN 1 .. CASE WHEN cardinality(v_words) <= 12 THEN cardinality(v_words) ELSE 0 END LOOP
		CONTINUE WHEN length(v_words[v_at]) > 40 OR numnode(plainto_tsquery('english', v_words[v_at])) = 0;
		v_terms := v_terms || plainto_tsquery('english', v_words[v_at]);
		v_slips := v_slips || (SELECT '\m(' || string_agg(variant, '|') || ')\M' FROM (
			SELECT w || '' FROM (VALUES (v_words[v_at]), (v_words[v_at - 1] || v_words[v_at]),
				(v_words[v_at] || v_words[v_at + 1])) AS exact (w) WHERE w IS NOT NULL
			UNION ALL
			SELECT unnest(ARRAY[left(w, n) || '.' || substr(w, n + 1),
				CASE WHEN length(w) > 3 AND n > 0 THEN left(w, n - 1) || '.?' || substr(w, n + 1) END,
				CASE WHEN length(w) > 3 AND n > 0 THEN
					left(w, n - 1) || substr(w, n + 1, 1) || substr(w, n, 1) || substr(w, n + 2) END])
			FROM (VALUES (v_words[v_at])) AS slip (w), generate_series(0, length(w)) AS n
			WHERE length(w) > 2 AND w !~ '[0-9]') AS variants (variant));
	END LOOP;
	-- Nothing matches NULL; an empty pattern would match every title.
	v_slip := nullif(array_to_string(v_slips, '|'), '');

	RETURN QUERY
	WITH worded AS MATERIALIZED (
		SELECT e.id, e.title, ts_rank(e.search_vector, v_query) AS rank
		FROM entity e
		WHERE e.workspace_id = p_workspace_id AND e.search_vector @@ v_query AND e.deleted_at IS NULL
			AND (p_project_id IS NULL OR e.project_id = p_project_id)
			AND (p_types IS NULL OR e.kind = ANY (p_types))
			AND (e.project_id IS NULL OR e.project_id <> ALL (v_trashed))
			AND ((e.visibility = 'inherit'
					AND (e.project_id = ANY (v_readable) OR (e.project_id IS NULL AND v_role <> 'guest')))
				OR (e.visibility <> 'inherit' AND e.owner_id = p_actor_id)
				OR (e.visibility = 'restricted' AND e.id = ANY (v_shared)))
		ORDER BY e.updated_at DESC, e.id LIMIT 2000
	), close AS MATERIALIZED (
		SELECT e.id, e.title, 0::real AS rank
		FROM entity e
		WHERE (SELECT count(*) FROM worded) < 10
			AND e.workspace_id = p_workspace_id AND (e.title % v_title OR v_title <% (e.props::text))
			AND NOT (e.search_vector @@ v_unwanted)
			AND e.deleted_at IS NULL
			AND (p_project_id IS NULL OR e.project_id = p_project_id)
			AND (p_types IS NULL OR e.kind = ANY (p_types))
			AND (e.project_id IS NULL OR e.project_id <> ALL (v_trashed))
			AND ((e.visibility = 'inherit'
					AND (e.project_id = ANY (v_readable) OR (e.project_id IS NULL AND v_role <> 'guest')))
				OR (e.visibility <> 'inherit' AND e.owner_id = p_actor_id)
				OR (e.visibility = 'restricted' AND e.id = ANY (v_shared)))
			AND NOT EXISTS (SELECT FROM worded w WHERE w.id = e.id)
		ORDER BY similarity(e.title, v_title) DESC, e.id LIMIT 50
	), slipped AS MATERIALIZED (
		-- Every title is looked at, so only when words find nothing. What holds every word but for a slip comes before what is
		-- only made of like letters.
		SELECT e.id, e.title, 0.5::real AS rank
		FROM entity e
		WHERE NOT EXISTS (SELECT FROM worded)
			AND e.workspace_id = p_workspace_id AND e.title ~* v_slip
			AND NOT (e.search_vector @@ v_unwanted)
			AND NOT EXISTS (SELECT FROM unnest(v_slips, v_terms) AS t (slip, term)
				WHERE e.title !~* t.slip AND NOT e.search_vector @@ t.term)
			AND e.deleted_at IS NULL
			AND (p_project_id IS NULL OR e.project_id = p_project_id)
			AND (p_types IS NULL OR e.kind = ANY (p_types))
			AND (e.project_id IS NULL OR e.project_id <> ALL (v_trashed))
			AND ((e.visibility = 'inherit'
					AND (e.project_id = ANY (v_readable) OR (e.project_id IS NULL AND v_role <> 'guest')))
				OR (e.visibility <> 'inherit' AND e.owner_id = p_actor_id)
				OR (e.visibility = 'restricted' AND e.id = ANY (v_shared)))
		ORDER BY similarity(e.title, v_title) DESC, e.id LIMIT 50
	), best AS MATERIALIZED (
		SELECT c.id, c.rank * 0.6 + similarity(c.title, v_title) * 0.4 AS score
		FROM (SELECT * FROM worded UNION ALL SELECT * FROM slipped
			UNION ALL SELECT * FROM close n WHERE NOT EXISTS (SELECT FROM slipped s WHERE s.id = n.id)) c
		ORDER BY 2 DESC, 1 LIMIT least(greatest(coalesce(p_limit, 50), 0), 50)
	)
	SELECT e.kind, e.id, e.project_id, p.title, e.title,
		-- A text may hold markup, and marks of its own: its marks are taken out, what is left is escaped, then ours are set.
		replace(replace(replace(replace(replace(replace(
			ts_headline('english', translate(concat_ws(' ', e.title, left(e.description, 20000), left(e.body, 50000),
					(SELECT left(string_agg(v.value #>> '{}', ' '), 20000)
						FROM jsonb_path_query(e.props, 'strict $.** ? (@.type() == "string")') AS v(value))),
					U&'\E000\E001', ''),
				v_query, U&'StartSel=\E000, StopSel=\E001, MaxFragments=2, MinWords=5, MaxWords=18'),
			'&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;'), U&'\E000', '<mark>'), U&'\E001', '</mark>'),
		b.score
	FROM best b
	JOIN entity e ON e.workspace_id = p_workspace_id AND e.id = b.id
	LEFT JOIN entity p ON p.workspace_id = p_workspace_id AND p.id = e.project_id AND p.id = ANY (v_readable)
		AND (p.visibility = 'inherit' OR p.owner_id = p_actor_id
			OR (p.visibility = 'restricted' AND p.id = ANY (v_shared)))
	ORDER BY b.score DESC, b.id;
END
$function$;

-- The graph and the people who may read it. Every table that holds a workspace's data starts each of its
-- keys with workspace_id, so that the same schema shards by workspace; ids are made by the application.
-- Edges, and what is derived from texts, refer to entities without a foreign key: checking one locks the entity's row,
-- which writes its page to the log anew. The writer loads both ends in the same transaction, and entities are never
-- removed, only marked as deleted.

CREATE TABLE workspace (
	id uuid PRIMARY KEY,
	name text NOT NULL,
	ref_key bytea NOT NULL,
	revision bigint NOT NULL DEFAULT 0,
	permission_epoch bigint NOT NULL DEFAULT 0,
	-- False while somebody is still filling it; a start that was killed meanwhile leaves it unseen.
	ready boolean NOT NULL DEFAULT true,
	created_at timestamptz NOT NULL
);

CREATE TABLE account (
	id uuid PRIMARY KEY,
	email text UNIQUE,
	display_name text NOT NULL,
	profile jsonb NOT NULL DEFAULT '{}',
	created_at timestamptz NOT NULL
);

CREATE TABLE member (
	workspace_id uuid NOT NULL REFERENCES workspace (id),
	account_id uuid NOT NULL REFERENCES account (id),
	role text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'guest')),
	PRIMARY KEY (workspace_id, account_id)
);

CREATE TABLE own_kind (
	workspace_id uuid NOT NULL REFERENCES workspace (id),
	id uuid NOT NULL,
	kind text NOT NULL,
	definition jsonb NOT NULL,
	version integer NOT NULL,
	PRIMARY KEY (workspace_id, id),
	UNIQUE (workspace_id, kind)
);

CREATE TABLE entity (
	workspace_id uuid NOT NULL REFERENCES workspace (id),
	id uuid NOT NULL,
	ref text NOT NULL,
	kind text NOT NULL,
	project_id uuid,
	title text NOT NULL,
	title_key text NOT NULL,
	aliases text[] NOT NULL DEFAULT '{}',
	body text NOT NULL DEFAULT '',
	description text NOT NULL DEFAULT '',
	state_key text,
	type_key text,
	props jsonb NOT NULL DEFAULT '{}',
	visibility text NOT NULL CHECK (visibility IN ('inherit', 'private', 'restricted')),
	owner_id uuid NOT NULL REFERENCES account (id),
	created_by uuid NOT NULL,
	created_at timestamptz NOT NULL,
	updated_at timestamptz NOT NULL,
	completed_at timestamptz,
	archived_at timestamptz,
	deleted_at timestamptz,
	version integer NOT NULL,
	PRIMARY KEY (workspace_id, id),
	UNIQUE (workspace_id, ref),
	FOREIGN KEY (workspace_id, project_id) REFERENCES entity (workspace_id, id)
);
CREATE INDEX entity_by_kind ON entity (workspace_id, kind, updated_at DESC, id);
CREATE INDEX entity_by_project ON entity (workspace_id, project_id, kind);
CREATE INDEX entity_project ON entity (workspace_id, id) WHERE project_id = id;
CREATE INDEX entity_by_title ON entity (workspace_id, title_key);

CREATE TABLE edge (
	workspace_id uuid NOT NULL,
	id uuid NOT NULL,
	src_id uuid NOT NULL,
	rel text NOT NULL,
	dst_id uuid NOT NULL,
	origin text NOT NULL CHECK (origin IN ('stated', 'link', 'mention', 'field')),
	text text NOT NULL DEFAULT '',
	created_by uuid NOT NULL,
	created_at timestamptz NOT NULL,
	PRIMARY KEY (workspace_id, id),
	UNIQUE (workspace_id, src_id, rel, dst_id, origin)
);
CREATE INDEX edge_by_target ON edge (workspace_id, dst_id, rel);

-- Other names of an entity, taken from entity.aliases for look-ups; derived, so recomputed and never logged.
CREATE TABLE alias (
	workspace_id uuid NOT NULL,
	title_key text NOT NULL,
	entity_id uuid NOT NULL,
	PRIMARY KEY (workspace_id, title_key, entity_id)
);

-- A [[link]] as it stands in a body. Derived from the text, so it is recomputed and never logged.
CREATE TABLE link (
	workspace_id uuid NOT NULL,
	src_id uuid NOT NULL,
	ordinal integer NOT NULL,
	start_offset integer NOT NULL,
	end_offset integer NOT NULL,
	text text NOT NULL,
	target_key text NOT NULL,
	target_id uuid,
	ambiguous boolean NOT NULL DEFAULT false,
	PRIMARY KEY (workspace_id, src_id, ordinal)
);
CREATE INDEX link_by_key ON link (workspace_id, target_key);

-- One transaction, one change, one revision. `relinked` names entities whose derived edges were recomputed.
CREATE TABLE change (
	workspace_id uuid NOT NULL REFERENCES workspace (id),
	revision bigint NOT NULL,
	id uuid NOT NULL,
	actor_id uuid NOT NULL REFERENCES account (id),
	via text NOT NULL,
	undoes uuid,
	relinked uuid[] NOT NULL DEFAULT '{}',
	created_at timestamptz NOT NULL,
	PRIMARY KEY (workspace_id, revision),
	UNIQUE (workspace_id, id)
);

CREATE TABLE change_row (
	workspace_id uuid NOT NULL,
	revision bigint NOT NULL,
	ordinal integer NOT NULL,
	table_name text NOT NULL CHECK (table_name IN ('entity', 'edge', 'own_kind')),
	row_id uuid NOT NULL,
	-- As text: the images are kept and read whole, never searched.
	before json,
	after json,
	PRIMARY KEY (workspace_id, revision, ordinal)
);
CREATE INDEX change_row_by_row ON change_row (workspace_id, row_id, revision);
-- Nothing is ever looked up by what a text says; gathering statistics of texts takes longer than all else that ANALYZE does.
ALTER TABLE entity ALTER body SET STATISTICS 0, ALTER description SET STATISTICS 0, ALTER props SET STATISTICS 0;
ALTER TABLE change_row ALTER before SET STATISTICS 0, ALTER after SET STATISTICS 0;

-- Who may read what. Every write here moves workspace.permission_epoch in the same transaction.
CREATE TABLE project_access (
	workspace_id uuid NOT NULL,
	project_id uuid NOT NULL,
	visibility text NOT NULL CHECK (visibility IN ('private', 'workspace')),
	PRIMARY KEY (workspace_id, project_id),
	FOREIGN KEY (workspace_id, project_id) REFERENCES entity (workspace_id, id)
);

CREATE TABLE project_member (
	workspace_id uuid NOT NULL,
	project_id uuid NOT NULL,
	account_id uuid NOT NULL,
	role text NOT NULL CHECK (role IN ('viewer', 'editor', 'admin')),
	PRIMARY KEY (workspace_id, project_id, account_id),
	FOREIGN KEY (workspace_id, project_id) REFERENCES entity (workspace_id, id),
	FOREIGN KEY (workspace_id, account_id) REFERENCES member (workspace_id, account_id)
);
CREATE INDEX project_member_by_account ON project_member (workspace_id, account_id);

CREATE TABLE account_group (
	workspace_id uuid NOT NULL REFERENCES workspace (id),
	id uuid NOT NULL,
	name text NOT NULL,
	PRIMARY KEY (workspace_id, id)
);

CREATE TABLE account_group_member (
	workspace_id uuid NOT NULL,
	group_id uuid NOT NULL,
	account_id uuid NOT NULL,
	PRIMARY KEY (workspace_id, group_id, account_id),
	FOREIGN KEY (workspace_id, group_id) REFERENCES account_group (workspace_id, id),
	FOREIGN KEY (workspace_id, account_id) REFERENCES member (workspace_id, account_id)
);

-- `grantee_id` is an account or a group of the workspace.
CREATE TABLE share (
	workspace_id uuid NOT NULL,
	entity_id uuid NOT NULL,
	grantee_id uuid NOT NULL,
	level text NOT NULL CHECK (level IN ('read', 'write')),
	PRIMARY KEY (workspace_id, entity_id, grantee_id),
	FOREIGN KEY (workspace_id, entity_id) REFERENCES entity (workspace_id, id)
);
CREATE INDEX share_by_grantee ON share (workspace_id, grantee_id);

-- Sign-in links, browser sessions and tokens: only a hash of the secret is kept.
CREATE TABLE credential (
	workspace_id uuid NOT NULL,
	id uuid NOT NULL,
	account_id uuid NOT NULL,
	purpose text NOT NULL CHECK (purpose IN ('sign_in', 'session', 'token')),
	secret_hash bytea NOT NULL,
	name text NOT NULL DEFAULT '',
	mode text NOT NULL CHECK (mode IN ('read', 'write')),
	project_ids uuid[],
	created_at timestamptz NOT NULL,
	expires_at timestamptz,
	PRIMARY KEY (workspace_id, id),
	UNIQUE (workspace_id, secret_hash),
	FOREIGN KEY (workspace_id, account_id) REFERENCES member (workspace_id, account_id)
);

-- What a model was shown, word for word.
CREATE TABLE context_manifest (
	workspace_id uuid NOT NULL REFERENCES workspace (id),
	id uuid NOT NULL,
	account_id uuid NOT NULL,
	revision bigint NOT NULL,
	entity_ids uuid[] NOT NULL,
	payload jsonb NOT NULL,
	created_at timestamptz NOT NULL,
	PRIMARY KEY (workspace_id, id)
);

CREATE TABLE chat (
	workspace_id uuid NOT NULL REFERENCES workspace (id),
	id uuid NOT NULL,
	account_id uuid NOT NULL,
	title text NOT NULL DEFAULT '',
	created_at timestamptz NOT NULL,
	PRIMARY KEY (workspace_id, id),
	FOREIGN KEY (workspace_id, account_id) REFERENCES member (workspace_id, account_id)
);

CREATE TABLE message (
	workspace_id uuid NOT NULL,
	chat_id uuid NOT NULL,
	id uuid NOT NULL,
	role text NOT NULL CHECK (role IN ('user', 'assistant')),
	text text NOT NULL,
	context_id uuid,
	state text NOT NULL CHECK (state IN ('sent', 'running', 'answered', 'stopped', 'failed')),
	details jsonb NOT NULL DEFAULT '{}',
	created_at timestamptz NOT NULL,
	PRIMARY KEY (workspace_id, chat_id, id),
	FOREIGN KEY (workspace_id, chat_id) REFERENCES chat (workspace_id, id)
);

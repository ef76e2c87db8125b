-- What a chat keeps besides its messages: what stays pinned, which writes need not be asked for again.
ALTER TABLE chat ADD COLUMN settings jsonb NOT NULL DEFAULT '{}';

-- The message this one follows. An edited question follows the same message as the one it replaces: a branch.
ALTER TABLE message ADD COLUMN parent_id uuid;

-- Writes that a person has to confirm. Used once: the state leaves 'pending' in the moment of the decision.
CREATE TABLE approval (
	workspace_id uuid NOT NULL REFERENCES workspace (id),
	id uuid NOT NULL,
	account_id uuid NOT NULL,
	-- Where it was asked for; none when an agent outside asked through a tool.
	chat_id uuid,
	message_id uuid,
	-- As text, so that the hash of what was proposed can be taken again.
	proposals json NOT NULL,
	hash bytea NOT NULL,
	tainted boolean NOT NULL,
	state text NOT NULL CHECK (state IN ('pending', 'approved', 'denied', 'failed')),
	outcome jsonb NOT NULL DEFAULT '{}',
	created_at timestamptz NOT NULL,
	expires_at timestamptz NOT NULL,
	PRIMARY KEY (workspace_id, id),
	FOREIGN KEY (workspace_id, chat_id) REFERENCES chat (workspace_id, id)
);
CREATE INDEX approval_by_chat ON approval (workspace_id, chat_id);
CREATE INDEX approval_by_account ON approval (workspace_id, account_id) WHERE state = 'pending';

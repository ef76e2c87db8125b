-- How a context was asked for: the question, its focus, pins and mentions, the conversation before it. With it the same question can
-- be asked again. Answers that were stored before get it from their question; other kept contexts of before have none.
ALTER TABLE context_manifest ADD COLUMN request jsonb;

UPDATE context_manifest k SET request = jsonb_strip_nulls(jsonb_build_object(
		'query', q.text, 'type', 'chat', 'chatId', a.chat_id,
		'focus', CASE WHEN q.details->'asked' ? 'focus'
			THEN jsonb_build_object('id', q.details->'asked'->'focus', 'blockId', q.details->'asked'->'blockId') END,
		'projectId', q.details->'asked'->'projectId', 'recipe', q.details->'asked'->'recipe',
		'mentions', q.details->'asked'->'mentions', 'pins', q.details->'asked'->'pins'))
	FROM message a JOIN message q ON q.workspace_id = a.workspace_id AND q.chat_id = a.chat_id AND q.id = a.parent_id
	WHERE a.workspace_id = k.workspace_id AND a.context_id = k.id AND a.role = 'assistant';

CREATE INDEX context_manifest_by_account ON context_manifest (workspace_id, account_id, created_at);

-- What one person thinks of an answer and of the items of its context. It moves no revision and goes with its context.
CREATE TABLE rating (
	workspace_id uuid NOT NULL,
	account_id uuid NOT NULL,
	context_id uuid NOT NULL,
	-- The item by its block id, an entity that is missing by its own, or 'answer'.
	item_id text NOT NULL,
	entity_id uuid,
	verdict text NOT NULL CHECK (verdict IN ('helped', 'not_helped', 'noise', 'missing')),
	-- In which form the item was shown.
	form text,
	at timestamptz NOT NULL,
	PRIMARY KEY (workspace_id, account_id, context_id, item_id),
	FOREIGN KEY (workspace_id, account_id) REFERENCES member (workspace_id, account_id),
	FOREIGN KEY (workspace_id, context_id) REFERENCES context_manifest (workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX rating_by_context ON rating (workspace_id, context_id);

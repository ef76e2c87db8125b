-- The name an owner or admin gave a member, shown until the member signs in to this workspace.
ALTER TABLE member ADD COLUMN called text;

-- What a person is called in a workspace until they sign in to it. Whoever adds a person by e-mail address would otherwise
-- read the name that the person goes by in other workspaces of the server.
ALTER TABLE member ADD COLUMN called text;

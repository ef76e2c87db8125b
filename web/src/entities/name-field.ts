import type { KindField } from "../api/api.ts";
import { spellKey } from "../design/spell-key.ts";

/** Returns "Scale" for `facet_scale` and "Due" for `due_at`. */
export const nameField = ({ label, name }: KindField): string =>
	label ?? spellKey(name.replace(/^facet_/, "").replace(/_at$/, ""));

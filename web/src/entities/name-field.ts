import type { KindField } from "../api/api.ts";
import { spellKey } from "../design/spell-key.ts";

/** `facet_scale` is told as "Scale" and `due_at` as "Due". */
export const nameField = ({ label, name }: KindField): string =>
	label ?? spellKey(name.replace(/^facet_/, "").replace(/_at$/, ""));

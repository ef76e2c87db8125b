import type { KindField } from "../api.ts";
import { spellKey } from "../design/spell-key.ts";

export const nameField = (field: KindField): string => field.label ?? spellKey(field.name);

/** Spells a key of the data model as words: `in_progress` → "In progress", `belongs_to_plan` → "Belongs to plan". */
export function spellKey(key: string): string {
	const words = key.replaceAll(/[_-]+/g, " ").trim();
	return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Sections keep their colour from turn to turn, so that two bars can be compared by eye. */
const hues: Readonly<Record<string, number>> = {
	system: 275,
	project: 235,
	focus: 300,
	linked: 165,
	relations: 195,
	pinned: 140,
	entities: 330,
	notes: 120,
	semantic: 70,
	activity: 35,
	history: 15,
};

export function sectionHue(type: string): number {
	return hues[type] ?? 255;
}

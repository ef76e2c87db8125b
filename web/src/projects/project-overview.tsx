export function ProjectOverview() {
	return null;
}

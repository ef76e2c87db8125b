export function ProjectGraph() {
	return null;
}

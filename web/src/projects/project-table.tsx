export function ProjectTable() {
	return null;
}

export function ProjectBoard() {
	return null;
}

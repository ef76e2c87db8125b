export function ProjectTimeline() {
	return null;
}

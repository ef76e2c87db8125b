const DAY = 86_400_000;
/** A clone that is kept up to date has some newer files. */
const NEARLY_ALL = 0.9;

/** Whether files got their times together, as a clone or a download gives them: these say nothing of the texts. */
export function shareOneDay(moments: readonly string[]): boolean {
	if (moments.length < 2) return false;
	const times = moments.map((moment) => Date.parse(moment)).sort((a, b) => a - b);
	const most = Math.ceil(NEARLY_ALL * times.length);
	return times.some((first, at) => (times[at + most - 1] ?? Number.POSITIVE_INFINITY) - first < DAY);
}

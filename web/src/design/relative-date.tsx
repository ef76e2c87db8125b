const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "narrow" });
const exact = new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short" });

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
	["year", 31_557_600],
	["month", 2_629_800],
	["week", 604_800],
	["day", 86_400],
	["hour", 3_600],
	["minute", 60],
];

/** A date as people say it, with the exact one on hover. */
export function RelativeDate({ iso }: { readonly iso: string }) {
	const date = new Date(iso);
	if (Number.isNaN(date.getTime())) return null;
	return (
		<time dateTime={iso} title={exact.format(date)} className="tabular-nums">
			{formatRelative(date)}
		</time>
	);
}

function formatRelative(date: Date): string {
	const seconds = (date.getTime() - Date.now()) / 1000;
	const step = steps.find(([, size]) => Math.abs(seconds) >= size);
	return step === undefined ? "now" : relative.format(Math.round(seconds / step[1]), step[0]);
}

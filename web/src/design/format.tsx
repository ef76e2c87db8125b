const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

export function formatNumber(value: number): string {
	return whole.format(value);
}

export function formatPercent(share: number): string {
	return `${whole.format(Math.min(1, Math.max(0, share)) * 100)} %`;
}

export function formatMilliseconds(value: number): string {
	return value < 1000 ? `${whole.format(value)} ms` : `${(value / 1000).toFixed(1)} s`;
}

export function formatBytes(value: number): string {
	if (value < 1000) return `${value} bytes`;
	return value < 1_000_000 ? `${whole.format(value / 1000)} KB` : `${(value / 1_000_000).toFixed(1)} MB`;
}

export function countOf(count: number, singular: string, plural = `${singular}s`): string {
	return `${formatNumber(count)} ${count === 1 ? singular : plural}`;
}

/** Spells a key of the data model as words: `in_progress` → "In progress", `belongs_to_plan` → "Belongs to plan". */
export function spellKey(key: string): string {
	const words = key.replaceAll(/[_-]+/g, " ").trim();
	return words.charAt(0).toUpperCase() + words.slice(1);
}

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
export function RelativeDate({ iso, className = "" }: { readonly iso: string; readonly className?: string }) {
	const date = new Date(iso);
	if (Number.isNaN(date.getTime())) return null;
	return (
		<time dateTime={iso} title={exact.format(date)} className={`tabular-nums ${className}`}>
			{formatRelative(date)}
		</time>
	);
}

function formatRelative(date: Date): string {
	const seconds = (date.getTime() - Date.now()) / 1000;
	const step = steps.find(([, size]) => Math.abs(seconds) >= size);
	return step === undefined ? "now" : relative.format(Math.round(seconds / step[1]), step[0]);
}

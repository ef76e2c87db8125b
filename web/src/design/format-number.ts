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

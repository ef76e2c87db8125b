import { Link } from "@tanstack/react-router";
import type { IndexCoverage, Status } from "../../../src/client/workspace-calls.ts";
import { skein } from "../api/skein.ts";
import { useRead } from "../api/use-read.ts";
import { fieldLook } from "../design/controls.ts";
import { Select } from "../design/fields.tsx";
import { countOf, formatNumber, formatPercent } from "../design/format.tsx";
import { LoadState, useAttempt } from "../design/notice.tsx";
import { SettingsSection } from "../design/settings-section.tsx";
import { useMe } from "../route/use-me.ts";

/** While something waits, the figures are read again this often. */
const askEvery = 3000;

/** The progress of the indexes, and the language of the workspace's texts. */
export function SearchSettings() {
	const status = useRead(["status"], skein.status, {
		refetchInterval: ({ state }) => (countWaiting(state.data) > 0 ? askEvery : false),
	});
	return (
		<>
			<SettingsSection
				first
				title="Search"
				about="Words are found at once. The meaning index finds what is said in other words; it fills itself in the background, and search never waits for it."
			>
				<LoadState query={status} what="The indexes" height="h-24" />
				{status.data !== undefined && <Coverage status={status.data} />}
			</SettingsSection>
			<LanguageChoice />
		</>
	);
}

function Coverage({ status: { entities, version, index, set_aside } }: { readonly status: Status }) {
	return (
		<>
			{set_aside.length > 0 && <SetAside entities={set_aside} />}
			<IndexBar name="Word index" coverage={index.words} />
			{index.meaning === null ? (
				<p className="text-13 text-ink-soft">
					The meaning index is switched off on this server: words and links alone find things.
				</p>
			) : (
				<IndexBar name="Meaning index" coverage={index.meaning} />
			)}
			<p className="text-12 text-ink-faint tabular-nums">
				{countOf(entities, "entity", "entities")} in the workspace · Skein {version}
			</p>
		</>
	);
}

/**
 * Lists entities that exist and that no search finds. Everything else works, so that without this list nobody would
 * notice.
 */
export function SetAside({ entities }: { readonly entities: Status["set_aside"] }) {
	return (
		<div role="status" className="text-13">
			<p>
				{countOf(entities.length, "entity", "entities")} could not be read, and no search finds what is in
				them. An owner can run <code>skein repair</code>.
			</p>
			<ul>
				{entities.map(({ id, ref, title }) => (
					<li key={id}>
						<Link to="/entities/$ref" params={{ ref }}>
							{title}
						</Link>
					</li>
				))}
			</ul>
		</div>
	);
}

function IndexBar({ name, coverage }: { readonly name: string; readonly coverage: IndexCoverage }) {
	const { indexed, pending, failed, reasons = [], model, secondsLeft } = coverage;
	const total = indexed + pending + failed;
	const share = total === 0 ? 1 : indexed / total;
	return (
		<div className="flex flex-col gap-1 text-13">
			<p className="flex flex-wrap items-baseline justify-between gap-x-3">
				<span className="font-medium">{name}</span>
				<span className="text-12 text-ink-faint tabular-nums">
					{formatPercent(share)} of {countOf(total, "entity", "entities")}
					{pending > 0 && `, ${formatNumber(pending)} waiting${printTimeLeft(secondsLeft)}`}
					{failed > 0 && `, ${formatNumber(failed)} failed`}
				</span>
			</p>
			<div aria-hidden="true" className="h-1.5 overflow-hidden rounded-sm bg-hover">
				<div className="h-full bg-accent" style={{ width: `${share * 100}%` }} />
			</div>
			{reasons.map(({ reason, count }) => (
				<p key={reason} className="text-12 text-ink-faint">
					{countOf(count, "entity", "entities")} left out: {reason}
				</p>
			))}
			{model !== undefined && <p className="text-12 text-ink-faint">Made by {model}</p>}
		</div>
	);
}

function printTimeLeft(seconds: number | undefined): string {
	if (seconds === undefined) return "";
	const minutes = Math.round(seconds / 60);
	return minutes < 1 ? ", less than a minute left" : `, about ${countOf(minutes, "minute")} left`;
}

function countWaiting(status: Status | undefined): number {
	return (status?.index.words.pending ?? 0) + (status?.index.meaning?.pending ?? 0);
}

/** Chooses the language of the workspace's texts. */
function LanguageChoice() {
	const { role } = useMe();
	const { attempt } = useAttempt();
	const settings = useRead(["settings"], skein.settings);
	if (settings.data === undefined) return null;
	return (
		<SettingsSection title="Language of the texts" about="So that “meetings” is found by “meeting”.">
			<Select
				label="Language"
				value={settings.data.language}
				disabled={role !== "owner" && role !== "admin"}
				onChange={(value) =>
					void attempt(() => skein.changeSettings({ language: value }), "The texts are indexed again.", [
						"settings",
						"status",
					])
				}
				className={`${fieldLook} max-w-64 disabled:opacity-70`}
				options={settings.data.languages.map(({ code, name }) => [code, name])}
			/>
		</SettingsSection>
	);
}

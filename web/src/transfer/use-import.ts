import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { ImportJob, ImportRequest } from "../../../src/client/import-calls.ts";
import type { TableMapping } from "../../../src/graph/transfer/source/table-mapping.ts";
import { skein } from "../api/skein.ts";
import { useRead } from "../api/use-read.ts";
import { forgetReadings } from "../entities/entity-cache.ts";
import type { Chosen } from "./read-chosen.ts";

export type ImportWish = Omit<ImportRequest, "dry_run" | "upload">;

export interface Import {
	/** The current stage: nothing, a file being sent, a trial or the import itself. */
	readonly stage: "none" | "sending" | "trial" | "import";
	readonly job: ImportJob | undefined;
	readonly running: boolean;
	/** Why it could not be started. */
	readonly problem: string | null;
	/** Runs a trial, which writes nothing; the file is sent first. */
	readonly tryOut: (wish: ImportWish, chosen: Chosen | null) => Promise<void>;
	/** Runs the trial again with another column mapping. Missing after a reload, when the request is not known. */
	readonly lookAgain: ((mapping: TableMapping) => Promise<void>) | undefined;
	/** Runs the import that was tried. */
	readonly carryOut: () => Promise<void>;
	readonly stop: () => Promise<void>;
	readonly startOver: () => void;
}

const askEvery = 700;

interface Begun {
	readonly id: string;
	readonly trial: boolean;
	/** The request, with the file that was sent; null after a reload, when only the job is known. */
	readonly request: Omit<ImportRequest, "dry_run"> | null;
}

/** An import from the trial to its report. An import that was running when the page opened is followed again. */
export function useImport(): Import {
	const queries = useQueryClient();
	const [begun, setBegun] = useState<Begun | null>(null);
	const [sending, setSending] = useState(false);
	const [problem, setProblem] = useState<string | null>(null);
	const left = useRead(["imports"], skein.imports.list).data;
	const underWay = left?.find(({ state }) => state === "running");
	const current =
		begun ?? (underWay && { id: underWay.id, trial: underWay.dry_run === true, request: null }) ?? null;
	const job = useRead(["import", current?.id], (options) => skein.imports.read(current?.id ?? "", options), {
		enabled: current !== null,
		refetchInterval: ({ state }) =>
			state.data === undefined || state.data.state === "running" ? askEvery : false,
	}).data;
	const running = sending || (current !== null && (job === undefined || job.state === "running"));

	const written = current?.trial === false && job !== undefined && job.state !== "running";
	useEffect(() => {
		if (!written) return;
		void forgetReadings(queries);
		// An import may make kinds.
		void queries.invalidateQueries({ queryKey: ["kinds"] });
	}, [written, queries]);

	async function begin(request: Omit<ImportRequest, "dry_run">, trial: boolean) {
		const { answer } = await skein.imports.start({ ...request, dry_run: trial });
		setBegun({ id: answer.id, trial, request });
	}

	/** Shows the failure instead of throwing: no caller waits for the result. */
	async function attempt(work: () => Promise<void>) {
		setProblem(null);
		try {
			await work();
		} catch (error) {
			setProblem(error instanceof Error ? error.message : "The import could not be started.");
		} finally {
			setSending(false);
		}
	}

	return {
		stage: sending ? "sending" : current === null ? "none" : current.trial ? "trial" : "import",
		job,
		running,
		problem,
		tryOut: (wish, chosen) =>
			attempt(async () => {
				if (chosen === null) return begin(wish, true);
				setSending(true);
				const { id } = await skein.imports.upload(chosen.name, await chosen.read());
				await begin({ ...wish, upload: id }, true);
			}),
		lookAgain: current?.request
			? (mapping) =>
					attempt(async () => void (current.request && (await begin({ ...current.request, mapping }, true))))
			: undefined,
		carryOut: () => attempt(async () => void (current?.request && (await begin(current.request, false)))),
		stop: () => attempt(async () => void (current && (await skein.imports.stop(current.id)))),
		startOver: () => {
			setBegun(null);
			setProblem(null);
			void queries.invalidateQueries({ queryKey: ["imports"] });
		},
	};
}

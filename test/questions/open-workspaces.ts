import type { GraphView } from "../../src/graph/search/view/graph-view.ts";
import { Skein, type SkeinSession } from "../../src/open-skein.ts";
import { openDemo } from "../support/open-demo.ts";
import { openTestDatabase } from "../support/open-test-database.ts";
import type { Workbench } from "../support/workbench.ts";
import { openBoatyard } from "./boatyard.ts";
import { findByKey } from "./demo-keys.ts";
import type { DevelopmentQuestion } from "./development-questions.ts";
import { openFilm } from "./film.ts";
import { listMisread } from "./list-misread.ts";

type Place = "demo" | "yard" | "film";

export interface Workspaces {
	/** The owner of the demo, and who wrote the two workspaces in which every kind is somebody's own. */
	readonly sessions: Readonly<Record<Place, SkeinSession>>;
	/** Questions about one of them that get something else than they ask for. */
	misread(place: Place, questions: readonly DevelopmentQuestion[]): Promise<readonly string[]>;
	close(): Promise<void>;
}

const open = (bench: Workbench): Promise<SkeinSession> => new Skein(bench.graph).as(bench.principal("ada"));

const keyToTitle = (graph: GraphView, key: string): string => findByKey(graph, key).title;
const isTitle = (_: GraphView, title: string): string => title;

export async function openWorkspaces(): Promise<Workspaces> {
	const demo = await openDemo();
	const [first, second] = [await openTestDatabase(), await openTestDatabase()];
	const sessions = {
		demo: await demo.as("maren@rillmark.example"),
		yard: await open(await openBoatyard(first)),
		film: await open(await openFilm(second)),
	};
	return {
		sessions,
		misread: (place, questions) =>
			listMisread(sessions[place], questions, place === "demo" ? keyToTitle : isTitle),
		close: async () => {
			await demo.close();
			await first.close();
			await second.close();
		},
	};
}

/** Every second question of a list, from the first (0) or the second (1) on. */
export const halve = (
	questions: readonly DevelopmentQuestion[],
	rest: 0 | 1,
): readonly DevelopmentQuestion[] => questions.filter((_, index) => index % 2 === rest);

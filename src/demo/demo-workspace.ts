import type { OwnKindDefinition } from "../graph/model/own-kind.ts";
import { ACCOUNTS, type DemoAccount, type DemoProjectAccess, PROJECT_ACCESS } from "./cast.ts";
import type { Day, DemoEdge, DemoEntity, DemoPart } from "./demo-part.ts";
import { describeHeronBuildTasks } from "./heron/heron-build-tasks.ts";
import { describeHeronDirection } from "./heron/heron-direction.ts";
import { describeHeronDocuments } from "./heron/heron-documents.ts";
import { describeHeronEvidence } from "./heron/heron-evidence.ts";
import { describeHeronFieldTasks } from "./heron/heron-field-tasks.ts";
import { describeHeronJudgement } from "./heron/heron-judgement.ts";
import { describeHeronPlans } from "./heron/heron-plans.ts";
import { describeHeronProcedures } from "./heron/heron-procedures.ts";
import { describeKingfisherDirection } from "./kingfisher/kingfisher-direction.ts";
import { describeKingfisherDocuments } from "./kingfisher/kingfisher-documents.ts";
import { describeKingfisherWork } from "./kingfisher/kingfisher-work.ts";
import { describeNotes } from "./notes.ts";
import { OWN_KINDS } from "./own-kinds.ts";
import { describePages } from "./pages.ts";
import { describePeople } from "./people.ts";
import { describeSallowDirection } from "./sallow/sallow-direction.ts";
import { describeSallowDocuments } from "./sallow/sallow-documents.ts";
import { describeSallowEvidence } from "./sallow/sallow-evidence.ts";
import { describeSallowJudgement } from "./sallow/sallow-judgement.ts";
import { describeSallowPlans } from "./sallow/sallow-plans.ts";
import { describeSallowTasks } from "./sallow/sallow-tasks.ts";

/** Everything a loader needs to fill an empty workspace, with entities named by keys instead of ids. */
export interface DemoWorkspace {
	readonly name: string;
	/**
	 * The owner first. Accounts may write one after the other in this order: nobody refers to what a later one
	 * writes, except by a link within one project, which heals.
	 */
	readonly accounts: readonly DemoAccount[];
	readonly kinds: readonly OwnKindDefinition[];
	readonly projectAccess: readonly DemoProjectAccess[];
	/** References point backwards and forwards: what one account wrote is best written in one change. */
	readonly entities: readonly DemoEntity[];
	readonly edges: readonly DemoEdge[];
}

const PARTS: readonly ((day: Day) => DemoPart)[] = [
	describePeople,
	describeHeronDirection,
	describeHeronJudgement,
	describeHeronPlans,
	describeHeronBuildTasks,
	describeHeronFieldTasks,
	describeHeronEvidence,
	describeHeronDocuments,
	describeHeronProcedures,
	describeSallowDirection,
	describeSallowJudgement,
	describeSallowPlans,
	describeSallowTasks,
	describeSallowEvidence,
	describeSallowDocuments,
	describeKingfisherDirection,
	describeKingfisherWork,
	describeKingfisherDocuments,
	describeNotes,
	describePages,
];

const MILLISECONDS_PER_DAY = 86_400_000;

/** The demo as it stands on `today` (YYYY-MM-DD): the same day gives the same workspace, to the letter. */
export function demoWorkspace(today: string): DemoWorkspace {
	const midnight = Date.parse(`${today}T00:00:00Z`);
	const day: Day = (offset) => new Date(midnight + offset * MILLISECONDS_PER_DAY).toISOString().slice(0, 10);
	const parts = PARTS.map((describe) => describe(day));
	return {
		name: "Rillmark Instruments",
		accounts: ACCOUNTS,
		kinds: OWN_KINDS,
		projectAccess: PROJECT_ACCESS,
		entities: parts.flatMap((part) => part.entities),
		edges: parts.flatMap((part) => part.edges),
	};
}

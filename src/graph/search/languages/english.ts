import { stemmer } from "stemmer";
import { listPhrases } from "../../model/list-phrases.ts";
import { type Deed, type Language, listWords, readConditions, readPhrases } from "./language.ts";

/** Past forms that no rule about endings joins to their verb. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
	listPhrases(
		`bought buy, brought bring, built build, came come, chose choose, chosen choose, did do, done do,
		drawn draw, drew draw, driven drive, fed feed, found find, gave give, given give, grown grow,
		held hold, kept keep, led lead, lent lend, made make, met meet, paid pay, ran run, sent send,
		sold sell, spoke speak, spoken speak, sung sing, taken take, taught teach, told tell, took take,
		won win, written write, wrote write`,
	).map((pair) => pair.split(" ") as [past: string, verb: string]),
);

/** Nouns for who does a deed and for whom it is done to: an owner owns, an assignee is assigned. */
const DOERS: readonly (readonly [ending: RegExp, verb: string])[] = [
	[/iers?$/, "y"],
	[/([bdgmnprt])\1ers?$/, "$1"],
	[/[eo]rs?$/, ""],
	[/ers?$/, "e"],
	[/ees?$/, ""],
	[/icants?$/, "y"],
	[/[ae]nts?$/, ""],
];
const SHORTEST_VERB = 3;

function verbsIn(word: string): readonly string[] {
	const past = IRREGULAR.get(word);
	const done = DOERS.filter(([ending]) => ending.test(word)).map(([ending, verb]) =>
		word.replace(ending, verb),
	);
	return [...(past === undefined ? [] : [past]), ...done.filter(({ length }) => length >= SHORTEST_VERB)];
}

/** The subjects of work's fields and relations, in other words than theirs. */
const DEEDS = readPhrases<Deed>([
	{ does: "lead, run, head, head up, drive, in charge of, at the head of", doer: "leader, lead, head" },
	{
		does: "own, look after, take care of, responsible for, accountable for, answer for",
		undergoes: "belong to",
		doer: "owner, holder",
	},
	{
		does: "manage, supervise, oversee",
		undergoes: "report to, answer to, work for, work under",
		doer: "manager, boss, superior, supervisor, line manager",
		done: "direct report, report, subordinate",
	},
	{ does: "mentor, coach, guide", doer: "mentor, coach", done: "mentee, apprentice" },
	{ does: "train, teach, instruct", undergoes: "learn from", doer: "trainer, teacher" },
	{
		does: "deputise for, deputize for, stand in for, fill in for, step in for, cover for, substitute for, take over from, replace",
		doer: "deputy, substitute",
	},
	{
		does: "supply, provide, sell, deliver",
		undergoes: "come from, get from, buy from, order from, sourced from",
		doer: "supplier, vendor, provider",
	},
	{ does: "make, build, craft, create, manufacture", doer: "maker, builder" },
	{ does: "replace, supersede, take the place of", undergoes: "give way to, make way for" },
	{ does: "decide, decide on, agree on, approve, choose, take, make, sign off on" },
	{ does: "raise, bring up, put forward, suggest, propose" },
	{ does: "write, author, draft", doer: "writer, author" },
	{ does: "survey, inspect, examine", doer: "surveyor, inspector, examiner" },
	{ does: "apply for, apply, request, ask for", doer: "applicant" },
	{
		does: "lead to, result in, give rise to, bring about, cause, trigger",
		undergoes: "come out of, come from, result from, follow from, arise from, stem from",
	},
	{ does: "play in, appear in, star in, act in", doer: "cast, actor, performer" },
	{ does: "represent, act for", doer: "agent, agency, representative" },
]);

/** States and choices of work, in other words than theirs. */
const CONDITIONS = readConditions(`
	deferred, postponed, paused, on hold: deferred, put off, postponed, put back, shelved, on ice, parked, paused
	reversed, revoked, withdrawn: reversed, overturned, taken back, revoked, withdrawn, rolled back, go back on, gone back on
	refused, rejected, denied, declined: refused, rejected, turned down, denied, declined
	granted, approved, accepted, signed off: granted, approved, accepted, signed off
	occurred, happened: occurred, came true, come true, happened, materialised, materialized
	in progress, in work, underway, ongoing, doing: in progress, under way, underway, ongoing, being worked on, in the works, being done
	in review, review, under review: in review, under review, being reviewed, up for review, waiting for review
	published, released, issued: published, released, issued
	abandoned, dropped, cancelled, canceled: abandoned, dropped, given up, gave up on, gave up, cancelled, canceled, scrapped, called off
	completed, achieved, reached: hit, reached, met, achieved, accomplished, attained
	mitigated: dealt with, under control
	pending, undecided: undecided, awaiting a decision, up in the air
	draft, drafted: draft, drafts, drafted
	ordered: on order
	in stock: on hand, available, in store
	missing: lacking, short of, out of stock
	broken, damaged: broken, damaged, defective
	queued: in the queue
	booked, reserved: booked, reserved
	hired, rented: hired, rented
	critical, severe: critical, severe
	urgent: pressing
	at risk: in danger
	on track: going well, doing well
`);

/** Days that fields hold, in other words than theirs. */
const MOMENTS = readConditions(`
	start, started, joined, hired, hire, employed, begin, since: start, join, hire, employ, begin, come on board
	end, ended, left, finish: end, leave, finish, depart
	expires, expiry, expiration, valid: expire, run out, lapse
	born, birthday, birth: born, birthday
	delivery, delivered: deliver, arrive
`);

/** A verb and its particle, written as one: a handover hands over, a rollout rolls out. */
const PHRASAL = /^([a-z]{3,10}?)-?(over|up|off|out|down|back|away|through)s?$/;

const wordsIn = (noun: string): readonly string[] => PHRASAL.exec(noun)?.slice(1) ?? [];

const PLACES = listWords(
	"location place site venue berth room address town city office building dock slip position spot country region shelf",
);

/** Porter's rules. */
export const english: Language = {
	code: "en",
	name: "English",
	stopWords:
		listWords(`a an and any are as at be been but by can could did do does doing for from had has have how i if
		in into is it its me my no not of on or our shall should so such tell than that the their them then there these
		they this those to us was we were what when where which who whom whose why will with would you your`),
	askingWords: listWords(
		`briefly describe description detail details explain explanation give information know list outline overview
		please show status summarise summarize summary update`,
	),
	stem: stemmer,
	verbsIn,
	deeds: DEEDS,
	conditions: CONDITIONS,
	places: PLACES,
	moments: MOMENTS,
	wordsIn,
};

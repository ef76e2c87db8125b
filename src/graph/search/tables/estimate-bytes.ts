import type { FeedWeight } from "../../store/feed.ts";

/** What `skein bench load` weighs in a graph of 100,000 entities, by what it is made of. */
const BYTES_PER_ENTITY = 640;
const BYTES_PER_EDGE = 120;
const BYTES_PER_TEXT_BYTE = 1.6;
/** 384 numbers of four bytes, their signs, and whose they are. */
const BYTES_PER_PASSAGE = 1_600;

/** About what the graph of a workspace will take in memory, told before it is built. */
export const estimateBytes = ({ entities, edges, textBytes, passages }: FeedWeight): number =>
	entities * BYTES_PER_ENTITY +
	edges * BYTES_PER_EDGE +
	textBytes * BYTES_PER_TEXT_BYTE +
	passages * BYTES_PER_PASSAGE;

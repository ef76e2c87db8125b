import type { FeedWeight } from "../../store/feed.ts";

/** Measured by `skein bench load` in a graph of 100,000 entities, for each part of it. */
const BYTES_PER_ENTITY = 640;
const BYTES_PER_EDGE = 120;
const BYTES_PER_TEXT_BYTE = 1.6;
/** 384 numbers of four bytes, their signs, and whose they are. */
const BYTES_PER_PASSAGE = 1_600;

/** Estimates the memory that the graph of a workspace will take, before it is built. */
export const estimateBytes = ({ entities, edges, textBytes, passages }: FeedWeight): number =>
	entities * BYTES_PER_ENTITY +
	edges * BYTES_PER_EDGE +
	textBytes * BYTES_PER_TEXT_BYTE +
	passages * BYTES_PER_PASSAGE;

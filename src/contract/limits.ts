/** Every limit that a caller can run into, once. HTTP, MCP, chat tools, command line and library all read them here. */

/** A question or a search. One that is longer is a text, and is sent as a file. */
export const LONGEST_QUERY = 100_000;
export const LONGEST_WQL = 20_000;
/** The text typed into a picker or a filter so far. */
export const LONGEST_TYPED = 500;
/** An id, ref or title by which a request names something, and the name of a model or a time zone. */
export const LONGEST_REFERENCE = 1_000;
/** A kind, a state, a key, and the name of a person, group, token or saved query. */
export const LONGEST_NAME = 200;
export const LONGEST_PASSWORD = 1_000;
/** Why a person refuses what a model proposed. */
export const LONGEST_REASON = 2_000;
/** The place at which a list goes on, as text. */
export const LONGEST_CURSOR = 500;

export const LONGEST_TITLE = 500;
export const LONGEST_DESCRIPTION = 20_000;
export const LONGEST_BODY = 4_000_000;
export const LONGEST_EDGE_TEXT = 20_000;
/** Every read of the graph carries them: without a bound one entity weighs as much as its writer wishes. */
export const MOST_ALIASES = 100;
/** Fields of one kind, options of one field, and words of one list in a kind. */
export const MOST_FIELDS = 200;
export const MOST_WORDS = 50;
export const LARGEST_VERSION = 2_000_000_000;

export const LARGEST_BUDGET = 1_000_000;
/** Fewer tokens hold no answer of a tool. */
export const SMALLEST_ANSWER = 200;

/** Mentions, pins, included and excluded entities and prioritized types: of each, so many in one request. */
export const MOST_NAMED = 1_000;
/** The most attached notes that are shown; the rest is listed as omitted. */
export const MOST_PINS = 5;
export const MOST_MESSAGES = 1_000;
/** The most steps from the focus. No walk goes further than configured, so more asks for nothing more. */
export const MOST_STEPS = Number.MAX_SAFE_INTEGER;

/** A page of a list, unless the caller names another size, and the largest that they may name. */
export const USUAL_PAGE = 50;
export const LARGEST_PAGE = 200;
/** The same for the rows of a query and the nodes of a graph. */
export const LARGEST_TABLE = 1_000;
export const LARGEST_CURSOR = 10_000_000;
export const MOST_HITS = 50;
export const MOST_SUGGESTIONS = 8;
/** Edges that come with the details of an entity. */
export const MOST_RELATIONSHIPS = 200;
/** Entities of one kind that could still be linked. */
export const MOST_CANDIDATES = 100;
export const MOST_SHARES = 500;
/** Entities that a new note is about. */
export const MOST_SUBJECTS = 5;
/** Entities, and links, that one call writes. */
export const MOST_WRITTEN = 100;
/** A passage that is to be replaced; a longer one is found by less of it. */
export const LONGEST_QUOTE = 10_000;
export const MOST_BLOCKS = 20_000;

/** A file or folder to import: its path on the server's own disk. */
export const LONGEST_PATH = 4_000;
export const MOST_FILES = 10;
export const LARGEST_FILE = 1_000_000;
export const MOST_IMAGES = 5;
export const LARGEST_IMAGE = 7_000_000;

/** Models that one workspace sets up, and dollars for a million of their tokens. */
export const MOST_MODELS = 20;
export const HIGHEST_PRICE = 1_000_000;
export const SMALLEST_WINDOW = 1_024;
export const LARGEST_WINDOW = 100_000_000;
/** How far back the activity of a person is listed. */
export const LONGEST_LOOK_BACK_HOURS = 24 * 365;
export const LONGEST_TOKEN_LIFE_DAYS = 3_650;

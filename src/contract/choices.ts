/** Choices of a request that the command line offers as well. Without zod, which would double the time that `--help` takes. */
export const REQUEST_TYPES = ["assist", "chat", "search", "automate"] as const;
export const FILLS = ["enough", "budget"] as const;

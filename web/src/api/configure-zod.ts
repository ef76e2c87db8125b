import { config } from "zod";

// Zod compiles its parsers with `new Function` where it may; under the page's policy each try is a violation report.
config({ jitless: true });

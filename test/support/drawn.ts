import fc from "fast-check";

/**
 * The same draws in every run: with new ones each time, a rare fault would stop a change that has nothing to do with
 * it. Other draws are made by hand, with another `SKEIN_TEST_SEED`.
 */
fc.configureGlobal({ seed: Number(process.env.SKEIN_TEST_SEED ?? 1) });

export { fc };

import { createSkeinClient } from "../../../src/client/create-skein-client.ts";

/** The server that this page came from, as the person who is signed in. */
export const skein = createSkeinClient("");

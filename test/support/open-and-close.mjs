import { mkdir } from "node:fs/promises";
import { saveSnapshot } from "../../dist/graph/search/resident/pack-graph.js";
import { openDatabase } from "../../dist/graph/store/engine/open-database.js";

/** Opens a data folder, writes into it, leaves a snapshot, and prints what the start said. */
const [dataFolder = ""] = process.argv.slice(2);
await mkdir(`${dataFolder}/others`, { recursive: true });
const db = await openDatabase({ dataFolder, onProgress: (line) => console.log(line) });
await db.query("CREATE TABLE scratch AS SELECT g, repeat('x', 1000) AS text FROM generate_series(1, 2000) g");
await saveSnapshot(`${dataFolder}/graphs`, "w", new SharedArrayBuffer(1024)).catch(() => undefined);
await db.close();

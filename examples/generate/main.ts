/**
 * Writes every example next to this folder: `npm run examples -- generate`.
 * The bytes follow from the scenarios alone.
 */
import { writeFileSync } from "node:fs";
import { exampleFiles } from "./exampleFiles.ts";

const directory = new URL("../", import.meta.url);

for (const { name, bytes } of exampleFiles()) {
  writeFileSync(new URL(name, directory), bytes);
  console.log(`${name} ${bytes.length} bytes`);
}

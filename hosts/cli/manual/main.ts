/** Writes the manual pages into a folder, for the package that npm publishes. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { processIo } from "../processIo.ts";
import { wholeProgram } from "../program.ts";
import { manualPages } from "./pages.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("The folder is missing.");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, page] of manualPages(await wholeProgram(processIo()))) {
  writeFileSync(join(folder, name), page);
}

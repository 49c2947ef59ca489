/** Writes the bill of materials and the manual into dist/, then the package that npm publishes. */
import { spawnSync } from "node:child_process";
import { npmCommand } from "./npm.mjs";
import { ROOT } from "./parts.mjs";
import "./manual.mjs";
import "./sbom.mjs";

const [command, ...words] = npmCommand(["pack", ...process.argv.slice(2)]);
process.exitCode = spawnSync(command, words, { cwd: ROOT, stdio: "inherit" }).status ?? 1;

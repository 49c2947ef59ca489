/** Writes the manual pages into dist/man, which `npm run pack -- npm` packs, and npm installs. */
import { execFileSync } from "node:child_process";
import { ROOT } from "./parts.mjs";

const words = ["--import", "tsx", "hosts/cli/manual/main.ts", "dist/man"];
execFileSync(process.execPath, words, { cwd: ROOT, stdio: "inherit" });

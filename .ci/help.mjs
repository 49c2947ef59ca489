// `npm run -s plimsoll -- --help` in a checkout that is ready must print the help and nothing else.
import { execFileSync } from "node:child_process";

const viaNpm = execFileSync("npm", ["run", "-s", "plimsoll", "--", "--help"], { encoding: "utf8" });
const direct = execFileSync("node", ["dist/plimsoll.mjs", "--help"], { encoding: "utf8" });
if (viaNpm !== direct || !direct.startsWith("Usage: plimsoll")) {
  console.error(`npm run printed:\n${viaNpm}\nand the command itself:\n${direct}`);
  process.exit(1);
}

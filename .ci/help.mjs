// In a checkout that is ready, npm scripts print what the command prints and nothing else.
import { execFileSync } from "node:child_process";

const EXPECTED = [
  { words: [], begins: "Plimsoll explains evictions" },
  { words: ["--help"], begins: "Usage: plimsoll" },
];

for (const { words, begins } of EXPECTED) {
  const viaNpm = execFileSync("npm", ["run", "-s", "plimsoll", "--", ...words], {
    encoding: "utf8",
  });
  const direct = execFileSync("node", ["dist/plimsoll.mjs", ...words], { encoding: "utf8" });
  if (viaNpm === direct && direct.startsWith(begins)) continue;
  console.error(`npm printed:\n${viaNpm}\nand the command itself:\n${direct}`);
  process.exit(1);
}

// Without a terminal, `npm start` ends after the story.
const demo = execFileSync("npm", ["start", "-s"], { encoding: "utf8" });
for (const line of ["✖ shop/cart-", "Fixes", "Next  npm run -s plimsoll -- FILE"]) {
  if (demo.includes(line)) continue;
  console.error(`npm start does not print ${line}:\n${demo}`);
  process.exit(1);
}

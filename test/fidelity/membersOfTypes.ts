/**
 * Compares the members of API objects in members.json with the Go types of the pinned release, or
 * writes them:
 *
 *     npm run oracle -- members [--write]
 *
 * Exits with 1 when they differ, with 2 when there is no Go.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { MEMBERS_FILE } from "./members.ts";
import { OracleMissing, statusWithOracle } from "./oracleProcess.ts";

const SOURCES = fileURLToPath(new URL("../oracle", import.meta.url));

async function main(): Promise<number> {
  const { error, status, stdout } = spawnSync("go", ["run", "./members"], {
    cwd: SOURCES,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (error !== undefined || status !== 0) {
    throw new OracleMissing(
      "The members are those of Go types: install Go, or see its error above.",
    );
  }
  if (process.argv.includes("--write")) {
    writeFileSync(MEMBERS_FILE, stdout);
    return 0;
  }
  if (readFileSync(MEMBERS_FILE, "utf8") === stdout) {
    console.log("The members are those of the Go types.");
    return 0;
  }
  console.error("The Go types have other members: npm run oracle -- members --write");
  return 1;
}

process.exitCode = await statusWithOracle(main);

/**
 * Compares a release of Kubernetes that is not followed yet with the newest one that is, so that
 * following it begins with a list: builds the programs of test/oracle from it, runs every campaign,
 * and prints each kind of difference with how often it was found.
 *
 *     npm run oracle -- release v1.38.0 [--against 1.37] [--seed 1] [--minutes 1]
 *     npm run oracle -- release v1.38.0 --only scheduler,drain
 *
 * Where the contract already has rules of that release, they are named, and the campaigns are run
 * again with them: what is left then is explained by no rule. Outputs with the smallest case of
 * each kind are kept in build/release. Exits with 1 where something is left, with 2 when the
 * release cannot be built.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { BEHAVIORS } from "../../analysis/engine/contract/behaviors.ts";
import { RELEASES } from "../../analysis/engine/contract/releases.ts";
import { formatRelease } from "../../analysis/text/release.ts";
import {
  build,
  DRAIN,
  KUBELET,
  SCHEDULER,
  SIMULATOR,
  statusWithOracle,
} from "../fidelity/oracleProcess.ts";
import { ROOT } from "../module/compile.ts";
import { CAMPAIGNS, type Campaign, differencesIn, extentOf } from "./differences.ts";
import { type Version, versionOf, writeModules } from "./modules.ts";

const PROGRAMS = [KUBELET, SCHEDULER, DRAIN, SIMULATOR];
/** A campaign says itself when its time is over; one that hangs must not keep the others. */
const SLACK_MINUTES = 10;

interface Plan {
  readonly version: Version;
  readonly folder: string;
  readonly seed: string;
  readonly minutes: string;
}

/** Builds what can be built; the names of the programs that are there. */
function built({ version, folder }: Plan): ReadonlySet<string> {
  const modules = writeModules(version, folder);
  const names = PROGRAMS.filter((program) => {
    console.error(`Building the ${program.name} of ${version.text}; it takes some minutes.`);
    const path = join(folder, program.name);
    return build(program, path, modules, version.minor, ["-mod", "mod"]) === 0;
  }).map(({ name }) => name);
  return new Set(names);
}

/** The differences of a campaign in which Plimsoll follows `release`. */
function differences(campaign: Campaign, release: string, plan: Plan): ReadonlyMap<string, number> {
  const { folder, seed, minutes } = plan;
  const asked = ["--release", release, "--seed", seed, "--minutes", minutes];
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["--import", "tsx", campaign.file, ...asked, "--cases", String(campaign.cases)],
    {
      cwd: ROOT,
      encoding: "utf8",
      env: { ...process.env, PLIMSOLL_ORACLES: folder },
      maxBuffer: 1 << 30,
      timeout: (Number(minutes) + SLACK_MINUTES) * 60_000,
    },
  );
  const kept = join(folder, `${campaign.name}-${release}.log`);
  writeFileSync(kept, stdout + stderr);
  if (status !== 0 && status !== 1) throw new Error(`${campaign.name} did not end; see ${kept}.`);
  console.log(`  followed as ${release}: ${extentOf(stdout)}`);
  const found = differencesIn(stdout);
  for (const [what, times] of found) console.log(`    ${times} × ${what}`);
  return found;
}

/** Compares as the older release, and as the release itself where the contract has its rules. */
function isExplained(campaign: Campaign, against: string, plan: Plan): boolean {
  console.log(`${campaign.name} against ${plan.version.text}`);
  const found = differences(campaign, against, plan);
  const { minor } = plan.version;
  const rules = BEHAVIORS.filter((row) => {
    const [since, until] = ["since" in row ? row.since : 0, "until" in row ? row.until : 0];
    return (
      row.policies.some((policy) => campaign.policies.includes(policy)) &&
      (since === minor || until === minor)
    );
  });
  for (const { name, about } of rules) console.log(`  rule ${name}: ${about}`);
  if (found.size === 0 || minor > RELEASES.eviction.newest) return found.size === 0;
  return differences(campaign, formatRelease(minor), plan).size === 0;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      against: { type: "string", default: formatRelease(RELEASES.eviction.newest) },
      only: { type: "string" },
      seed: { type: "string", default: "1" },
      minutes: { type: "string", default: "1" },
    },
  });
  const version = versionOf(positionals[0] ?? "");
  const folder = join(ROOT, "build/release", version.text);
  const plan = { version, folder, seed: values.seed, minutes: values.minutes };
  const names = values.only?.split(",");
  const campaigns = CAMPAIGNS.filter(({ name }) => names === undefined || names.includes(name));
  const programs = built(plan);
  let status = 0;
  for (const campaign of campaigns) {
    if (!programs.has(campaign.oracle)) {
      console.log(
        `${campaign.name} against ${version.text}: the ${campaign.oracle} does not build; ` +
          "see Go's errors above, and give test/oracle files with the tags of the release",
      );
      status = 2;
    } else if (!isExplained(campaign, values.against, plan)) status = Math.max(status, 1);
  }
  return status;
}

process.exitCode = await statusWithOracle(main);

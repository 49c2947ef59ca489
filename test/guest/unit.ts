/** The unit that we ship, under a real systemd, installed as hosts/daemon/deploy/README.md says. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { findingsOf } from "./emulator.ts";
import { systemdTree } from "./systemd.ts";
import { ROOT } from "./tree.ts";
import type { UnitFinding } from "./unitScenario.ts";

async function packImage(): Promise<string> {
  const tree = await systemdTree("unit", "test/guest/unitScenario.ts");
  const shipped = (name: string) => readFileSync(join(ROOT, "hosts/daemon/deploy", name));
  tree.write("/etc/systemd/system/plimsoll.service", shipped("plimsoll.service"));
  tree.write("/plimsoll/acting.conf", shipped("acting.conf"));
  return tree.pack();
}

/** What has to be seen in each stage; a user is one that systemd made up. */
const EXPECTED: Readonly<Record<UnitFinding["stage"], UnitFinding["seen"]>> = {
  observing: { capabilities: "0000000000000000", metrics: 200, errors: [] },
  restarted: { restarts: 1, errors: [] },
  acting: {
    evicted: ["leak.service"],
    database: "active",
    plimsoll: "active",
    outOfMemory: 0,
    errors: [],
  },
  misused: { exitCode: 2, state: "failed", restarts: 0 },
};
const DYNAMIC_USER_MIN = 61_184;

/** What is wrong, one sentence each. */
export async function underSystemd(): Promise<string[]> {
  const image = await packImage();
  const findings = await findingsOf<UnitFinding>("UNIT", { image, megabytes: 1536, seconds: 500 });
  for (const { stage, seen } of findings) console.log(`${stage}: ${JSON.stringify(seen)}`);
  const seen = new Map(findings.map((finding) => [finding.stage, finding.seen]));
  const wrong = Object.entries(EXPECTED).flatMap(([stage, expected]) =>
    Object.entries(expected)
      .filter(([name, value]) => {
        const found = seen.get(stage as UnitFinding["stage"]);
        return !isDeepStrictEqual(found?.[name], value);
      })
      .map(([name, value]) => `When ${stage}, ${name} is not ${JSON.stringify(value)}.`),
  );
  const user = Number(seen.get("observing")?.user);
  return user >= DYNAMIC_USER_MIN ? wrong : [...wrong, `It observes as the user ${user}.`];
}

/** The unit that we ship, under a real systemd, installed as hosts/daemon/deploy/README.md says. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { DIRECTORY, findingsOf } from "./emulator.ts";
import { ROOT, Tree } from "./tree.ts";
import type { UnitFinding } from "./unitScenario.ts";

const UNITS = "/lib/systemd/system";
const PROGRAMS = [
  "/lib/systemd/systemd",
  "/lib/systemd/systemd-journald",
  "/lib/systemd/systemd-shutdown",
  "/usr/bin/systemctl",
  "/usr/bin/journalctl",
  "/usr/bin/systemd-run",
];
/** Users that systemd makes up for a unit are looked up through this. */
const DYNAMIC_USERS = "/lib/x86_64-linux-gnu/libnss_systemd.so.2";

const FILES: Readonly<Record<string, string>> = {
  "/etc/passwd": "root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534::/:/bin/false\n",
  "/etc/group": "root:x:0:\nnogroup:x:65534:\n",
  "/etc/nsswitch.conf": "passwd: files systemd\ngroup: files systemd\n",
  "/etc/machine-id": "",
  "/etc/os-release": "ID=guest\n",
  "/etc/systemd/system/default.target": `[Unit]
Requires=basic.target
After=basic.target
Wants=systemd-journald.service systemd-journald.socket scenario.service
`,
  "/etc/systemd/system/scenario.service": `[Unit]
After=systemd-journald.service
[Service]
ExecStart=/usr/bin/node /scenario.mjs
StandardOutput=tty
StandardError=tty
TTYPath=/dev/console
`,
};

async function packImage(): Promise<string> {
  const tree = new Tree(join(DIRECTORY, "unit"));
  tree.shell(["sh", "env"]);
  for (const name of [...PROGRAMS, "node", "stress-ng"]) tree.program(name);
  tree.copy(DYNAMIC_USERS);
  for (const { name } of readdirSync(UNITS, { withFileTypes: true }).filter((e) => e.isFile())) {
    tree.copy(join(UNITS, name));
  }
  for (const [path, text] of Object.entries(FILES)) tree.write(path, text);
  tree.link("/init", "/lib/systemd/systemd");
  // As `npm install --global` puts it there.
  const library = "/usr/local/lib/plimsoll";
  tree.write(
    `${library}/plimsoll-eviction.wasm`,
    readFileSync(join(ROOT, "dist/plimsoll-eviction.wasm")),
  );
  await tree.script("hosts/cli/main.ts", `${library}/plimsoll.mjs`);
  tree.link("/usr/local/bin/plimsoll", `${library}/plimsoll.mjs`);
  const shipped = (name: string) => readFileSync(join(ROOT, "hosts/daemon/deploy", name));
  tree.write("/etc/systemd/system/plimsoll.service", shipped("plimsoll.service"));
  tree.write("/plimsoll/acting.conf", shipped("acting.conf"));
  await tree.script("test/guest/unitScenario.ts", "/scenario.mjs");
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

/** Races between memory.high, systemd-oomd, earlyoom and the kernel, under real pressure. */
import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { fetchKillers, KILLERS } from "../oomd/oracle/fetched.ts";
import { RACE_NAMES } from "../oomd/raceNames.ts";
import { EARLYOOM_ARGUMENTS, logged, OOMD_CONF, raceComplaints } from "../oomd/races.ts";
import { DIRECTORY, findingsOf } from "./emulator.ts";
import { addDrivers, compiledLoad, kernelIn } from "./oom/image.ts";
import type { RaceFinding } from "./raceScenario.ts";
import { systemdTree } from "./systemd.ts";

const SUITE = "bookworm";
const SWAP_BYTES = 192 * 2 ** 20;
const OOMD_LINES = Object.entries(OOMD_CONF).map(([name, value]) => `${name}=${value}`);
const FIRM = "OOMScoreAdjust=-900";
/** Files of the guest. Nobody waits for systemd-oomd's name on a bus, which the guest lacks. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  "oomd.conf": ["[OOM]", ...OOMD_LINES],
  "system/systemd-oomd.service": [
    ...["[Service]", "ExecStart=/lib/systemd/systemd-oomd", "RuntimeDirectory=systemd/oom", FIRM],
  ],
  "system/earlyoom.service": [
    ...["[Service]", `ExecStart=/usr/bin/earlyoom ${EARLYOOM_ARGUMENTS.join(" ")}`, FIRM],
  ],
  "system/race.slice": [
    ...["[Slice]", "ManagedOOMMemoryPressure=kill", "ManagedOOMMemoryPressureLimit=30%"],
  ],
};

async function packImage(): Promise<string> {
  const tree = await systemdTree("race", "test/guest/raceScenario.ts");
  const root = join(KILLERS, SUITE, "root");
  tree.program(join(root, "lib/systemd/systemd-oomd"), "/lib/systemd/systemd-oomd");
  tree.program(join(root, "usr/bin/earlyoom"), "/usr/bin/earlyoom");
  for (const name of ["sleep", "modprobe", "mkswap", "swapon"]) {
    tree.link(`/usr/bin/${name}`, "busybox");
  }
  addDrivers(tree, kernelIn());
  tree.write("/load", compiledLoad(), 0o755);
  for (const [name, lines] of Object.entries(FILES)) {
    tree.write(`/etc/systemd/${name}`, `${lines.join("\n")}\n`);
  }
  return tree.pack();
}

/** What is wrong, one sentence each; the recordings stay in build/guest, named like those kept. */
export async function races(): Promise<string[]> {
  if (!fetchKillers([SUITE])) return ["systemd-oomd and earlyoom could not be fetched."];
  const image = await packImage();
  const wrong = await raced(image);
  if (wrong.length === 0) return [];
  // Each of them waits by the clock, and a guest on a busy machine may be late.
  for (const sentence of wrong) console.log(`${sentence} All races are run once more.`);
  return raced(image);
}

async function raced(image: string): Promise<string[]> {
  const swap = join(DIRECTORY, "race-swap");
  writeFileSync(swap, "");
  truncateSync(swap, SWAP_BYTES);
  const findings = await findingsOf<RaceFinding>("RACE", {
    ...{ image, megabytes: 1152, seconds: 600 },
    devices: ["-drive", `file=${swap},format=raw,if=virtio,cache=unsafe`],
  });
  const complaints = findings.flatMap(({ name, samples: packed, log, restIsActive }) => {
    const samples = Buffer.from(packed, "base64");
    writeFileSync(join(DIRECTORY, `${name}.ndjson.gz`), samples);
    writeFileSync(join(DIRECTORY, `${name}.log.gz`), gzipSync(log));
    const race = { samples: gunzipSync(samples).toString(), log };
    const acts = logged(race).map(({ who, whom }) => `${who} ends ${whom}`);
    console.log(`${name}: ${acts.length === 0 ? "nobody acts" : acts.join(", ")}`);
    return [
      ...raceComplaints(name, race),
      ...(restIsActive ? [] : [`${name}: rest.service was ended.`]),
    ];
  });
  const missing = RACE_NAMES.filter((name) => findings.every((finding) => finding.name !== name));
  return [...complaints, ...missing.map((name) => `${name}: it did not take place.`)];
}

/**
 * Cuts the power of a guest that writes the journal and the state of an acting daemon, boots it
 * again, and looks at what is left:
 *
 *     npm run suite -- power --seed 1 --cuts 50
 *
 * The disk has a cache that a cut empties (volatileDisk.ts). What is missing is said in one line;
 * under CI=true that is a failure.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Random } from "../../documents/random.ts";
import { DIRECTORY, findingsOf } from "../emulator.ts";
import { addDrivers, kernelIn } from "../oom/image.ts";
import { toolsMissing } from "../tools.ts";
import { Tree } from "../tree.ts";
import type { FoundJournal } from "./scenario.ts";
import { VolatileDisk } from "./volatileDisk.ts";

const PROGRAMS = ["qemu-system-x86_64", "busybox", "cpio", "ldd", "mkfs.ext4"];
const DISK_BYTES = 32 * 2 ** 20;
const MEGABYTES = 512;
const SECONDS_MAX = 120;
/** A cut comes after so many lines at most, and then at some moment within so many ms. */
const LINES_MAX = 40;
const DELAY_MAX = 40;

const INIT = `#!/bin/sh
mount -t proc proc /proc
mount -t devtmpfs devtmpfs /dev
for name in virtio_pci virtio_blk; do modprobe -q $name; done
mount -t ext4 /dev/vda /state
node /scenario.mjs 2>&1
poweroff -f
`;

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    cuts: { type: "string", default: "50" },
  },
});

async function packImage(): Promise<string> {
  const kernel = kernelIn();
  const tree = new Tree(join(DIRECTORY, "power"));
  tree.shell(["sh", "mount", "modprobe", "poweroff"]);
  tree.program("node");
  addDrivers(tree, kernel);
  await tree.script("test/guest/power/scenario.ts", "/scenario.mjs");
  tree.write("/state/.keep", "");
  tree.write("/init", INIT, 0o755);
  return tree.pack();
}

function emptyDisk(): VolatileDisk {
  const file = join(DIRECTORY, "power-disk");
  writeFileSync(file, "");
  truncateSync(file, DISK_BYTES);
  execFileSync("mkfs.ext4", ["-q", "-F", file]);
  return new VolatileDisk(readFileSync(file));
}

/** What was said to be on the disk, over all boots. */
class Said {
  readonly outcomes: Map<string, string>;
  state: number;
  lines: number;

  constructor(before?: Said) {
    this.outcomes = new Map(before?.outcomes);
    this.state = before?.state ?? 0;
    this.lines = before?.lines ?? 0;
  }

  hear(line: string): void {
    const [word, what = "", outcome = ""] = line.split(" ");
    if (word === "ANNOUNCED") this.outcomes.set(what, "unknown");
    else if (word === "SAVED") this.state = Number(what);
    else if (word === "SETTLED") this.outcomes.set(what, outcome);
    else return;
    this.lines += 1;
  }

  /** What a boot finds and must not, one sentence each. */
  complaints({ outcomes, state, sentences }: FoundJournal): readonly string[] {
    const wrong = [...this.outcomes].flatMap(([uid, said]) => {
      const found = outcomes[uid];
      if (found === undefined) return [`${uid} was announced, and the journal lacks it.`];
      // Its outcome may be on the disk before it was said.
      const isRight = said === "unknown" || found === said;
      return isRight ? [] : [`${uid} was settled as ${said}, and the journal has ${found}.`];
    });
    const kept = state ?? 0;
    return [
      ...wrong,
      ...(kept >= this.state ? [] : [`State ${this.state} was saved, and ${state} is left.`]),
      ...sentences.filter((sentence) => /cannot be read/.test(sentence)),
    ];
  }
}

interface Boot {
  readonly image: string;
  readonly socket: string;
  readonly number: number;
  readonly random: Random;
  readonly said: Said;
}

/** Until its power is cut. Answers what it found, and what it said besides. */
async function boot({ image, socket, number, random, said }: Boot) {
  const stop = new AbortController();
  const last = said.lines + 1 + random.below(LINES_MAX);
  const delay = random.below(DELAY_MAX);
  const other: string[] = [];
  const found = await findingsOf<FoundJournal>("POWER", {
    ...{ image, megabytes: MEGABYTES, seconds: SECONDS_MAX, words: `power.boot=${number}` },
    devices: ["-drive", `file=nbd+unix:///?socket=${socket},format=raw,if=virtio,cache=writeback`],
    stop: stop.signal,
    hear: (line) => {
      const before = said.lines;
      said.hear(line);
      if (said.lines === before) other.push(line);
      else if (said.lines === last) void after(delay).then(() => stop.abort());
    },
  });
  return { found: found[0], other };
}

async function main(): Promise<number> {
  const reason = toolsMissing(PROGRAMS);
  if (reason !== null) {
    console.log(`power: skipped, ${reason}`);
    return process.env.CI === "true" ? 1 : 0;
  }
  console.log(`seed ${values.seed}`);
  mkdirSync(DIRECTORY, { recursive: true });
  const [image, disk, said] = [await packImage(), emptyDisk(), new Said()];
  const socket = join(DIRECTORY, "power.sock");
  rmSync(socket, { force: true });
  await disk.listen(socket);
  const random = new Random(Number(values.seed), 0);
  let unflushed = 0;
  try {
    for (let number = 0; number <= Number(values.cuts); number++) {
      const before = new Said(said);
      const { found, other } = await boot({ image, socket, number, random, said });
      unflushed += disk.cut(random);
      const wrong =
        found === undefined
          ? [`it does not boot: ${other.slice(-5).join(" / ")}`]
          : before.complaints(found);
      for (const sentence of wrong) console.error(`after cut ${number}: ${sentence}`);
      if (wrong.length > 0) return 1;
    }
  } finally {
    disk.close();
  }
  console.log(
    `${values.cuts} cuts: ${said.outcomes.size} acts announced, ${said.lines} records said to be ` +
      `on the disk, none lost; ${disk.flushes} flushes, ${unflushed} writes not flushed at a cut`,
  );
  return 0;
}

process.exitCode = await main();

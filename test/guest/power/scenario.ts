/**
 * Runs inside the guest until its power is cut: opens the journal and the state that the boots
 * before left, says what they have, and then announces, saves and settles one act after the other.
 * Each line is written once what it says is on the disk.
 */
import { readFileSync, writeSync } from "node:fs";
import { ActJournal } from "../../../hosts/daemon/stateDirectory/actJournal.ts";
import { FileStore } from "../../../hosts/daemon/stateDirectory/fileStore.ts";
import { openJournal } from "../../../hosts/daemon/stateDirectory/journalFile.ts";

const DIRECTORY = "/state";
/** As large as the state of a node with some thresholds. */
const STATE_BYTES = 3000;

/** What a boot finds. */
export interface FoundJournal {
  /** Outcomes by uid. */
  readonly outcomes: Readonly<Record<string, string>>;
  /** The number in the state that was saved last; null without one, -1 if it is not whole. */
  readonly state: number | null;
  readonly sentences: readonly string[];
}

/** The console has it when it returns. */
const say = (line: string) => writeSync(1, `\n${line}\n`);

function stateOf(number: number): Buffer {
  return Buffer.from(
    String(number)
      .padStart(9, "0")
      .repeat(STATE_BYTES / 9),
  );
}

function numberIn(state: Uint8Array | null): number | null {
  if (state === null) return null;
  const number = Number(Buffer.from(state).toString("latin1", 0, 9));
  return Number.isNaN(number) || !stateOf(number).equals(state) ? -1 : number;
}

const boot = /power\.boot=(\d+)/.exec(readFileSync("/proc/cmdline", "utf8"))?.[1] ?? "0";
const { entries, file, sentences } = await openJournal(DIRECTORY);
const store = new FileStore(DIRECTORY);
const found: FoundJournal = {
  outcomes: Object.fromEntries(entries.map(({ pod, outcome }) => [pod.uid, outcome])),
  state: numberIn(await store.load()),
  sentences,
};
say(`POWER ${JSON.stringify(found)}`);
const journal = new ActJournal(entries, file);
for (let number = Math.max(0, found.state ?? 0) + 1; ; number++) {
  const uid = `u-${boot}-${number}`;
  const pod = { namespace: "shop", name: `cart-${number}`, uid, gracePeriodSeconds: 30 };
  const entry = await journal.intend(pod as never, BigInt(number) * 1_000_000_000n);
  say(`ANNOUNCED ${uid}`);
  await store.save("node", stateOf(number));
  say(`SAVED ${number}`);
  const outcome = number % 3 === 0 ? "failed" : "made";
  await journal.settle(entry, outcome);
  say(`SETTLED ${uid} ${outcome}`);
}

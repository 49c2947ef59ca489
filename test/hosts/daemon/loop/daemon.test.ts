import { describe, expect, it } from "vitest";
import type { ClusterQuestions } from "../../../../hosts/daemon/acting/clusterQuestions.ts";
import { DEFAULT_BOUNDS } from "../../../../hosts/daemon/acting/guardRails.ts";
import type { DaemonParts } from "../../../../hosts/daemon/loop/daemon.ts";
import { Liveness } from "../../../../hosts/daemon/loop/liveness.ts";
import { ActJournal } from "../../../../hosts/daemon/stateDirectory/actJournal.ts";
import type { LoopPart, Notifier, Observer } from "../../../../hosts/daemon/step.ts";
import {
  EVICTED,
  EVICTING,
  HandClock,
  LEAK,
  NotingActuator,
  partsOf,
  play,
  ScriptedSource,
} from "./scene.ts";

/** The records around the eviction; the first of them has the pods. */
const script = [{ ...LEAK[0], ...LEAK[EVICTING - 1] }, ...LEAK.slice(EVICTING, EVICTING + 4)].map(
  (record) => record as (typeof LEAK)[number],
);

const free = async () => null;
/** A cluster with no reason against any eviction. */
const WILLING: ClusterQuestions = {
  ...{ lateness: free, kubeletPressure: free, namespaceOptOut: free },
  ...{ stop: free, otherDaemon: free, fleetBound: free },
  end: () => {},
};

describe("the loop", () => {
  it("evicts what is asked for, once, and publishes conditions when they change", async () => {
    const actuator = new NotingActuator();
    const { steps } = await play(partsOf(script, { actuator }));
    expect(steps.map(({ number }) => number)).toEqual([0, 1, 2, 3, 4]);
    expect(actuator.evicted).toEqual([EVICTED]);
    expect(actuator.conditions).toEqual(["", "MemoryPressure"]);
    expect(steps.map(({ changed }) => changed)).toEqual([true, true, true, false, false]);
  });

  it.each([
    ["an eviction that was sent", true],
    ["a question before it", false],
  ])("tells the cluster of its end without waiting for %s", async (_, isSent) => {
    const stop = new AbortController();
    const told: unknown[] = [];
    const waiting = () => {
      stop.abort();
      told.push("still waiting");
    };
    const actuator = new NotingActuator();
    actuator.evict = async (_eviction, _decision, objection) => {
      if (isSent) await objection?.();
      waiting();
      if (!isSent) expect(await objection?.()).toBe("this daemon is about to end");
      return { done: true, sentence: "Noted." };
    };
    const cluster = { ...WILLING, end: (sent: boolean) => void told.push(sent) };
    await play(partsOf(script, { actuator, cluster }), stop);
    expect(told).toEqual([isSent, "still waiting"]);
  });

  it("waits the interval between two steps", async () => {
    const parts = partsOf(script);
    const before = parts.clock.elapsed();
    await play(parts);
    // One wait after each step; after the last one the source turns out to be at its end.
    expect(parts.clock.elapsed() - before).toBe(BigInt(script.length) * 10_000_000_000n);
  });

  it("is woken by a notifier before the interval is over", async () => {
    const notifier: Notifier = {
      name: "bell",
      next: async () => {},
      close: async () => {},
    };
    const parts = partsOf(script.slice(0, 2), { notifiers: [notifier] });
    // The interval never ends; the pause after a notification does.
    const sleep = (milliseconds: number) => (milliseconds < 10_000 ? Promise.resolve() : never());
    const { steps } = await play({ ...parts, clock: { ...clockOf(parts), sleep } });
    expect(steps.map(({ wokenBy }) => wokenBy)).toEqual(["start", "notification"]);
  });

  it("goes on by the interval when a notifier fails, and says so once", async () => {
    const notifier: Notifier = {
      name: "bell",
      next: async () => {
        throw new Error("cracked");
      },
      close: async () => {},
    };
    const { steps, errors } = await play(partsOf(script, { notifiers: [notifier] }));
    expect(steps).toHaveLength(script.length);
    expect(errors).toEqual(["The notifier bell failed (cracked); only the interval remains."]);
  });

  it("goes on when an observer fails, and says so once", async () => {
    const failing: Observer = {
      step: () => {
        throw new Error("blind");
      },
    };
    const { steps, errors } = await play(partsOf(script, { observers: [failing] }));
    expect(steps).toHaveLength(script.length);
    expect(errors).toEqual(["An output failed and will be retried: blind"]);
  });

  /** What became of one pod that was asked for every ten seconds. */
  async function evictionsOf(actuator: NotingActuator, parts: Partial<DaemonParts> = {}) {
    const [before, pressed] = script as [(typeof script)[0], (typeof script)[0]];
    const again = [before, pressed, ...[10, 20, 30, 40].map((seconds) => later(pressed, seconds))];
    const { steps } = await play(partsOf(again, { actuator, ...parts }));
    const acts = steps.flatMap((step) => step.acts.filter(({ kind }) => kind === "evict"));
    return acts.map(({ withheldBy, outcome }) => withheldBy ?? outcome.sentence);
  }

  it("asks for a pod that was refused again, later each time", async () => {
    const journal = new ActJournal();
    const refusing = new NotingActuator(() => ({ done: false, sentence: "Refused." }));
    expect(await evictionsOf(refusing, { journal })).toEqual([
      ...["Refused.", "backs-off", "backs-off"],
      ...["Refused.", "backs-off"],
    ]);
    expect(journal.entries).toMatchObject([{ outcome: "failed", attempts: 2 }]);
  });

  it("counts an eviction as made when its outcome is unknown", async () => {
    const journal = new ActJournal();
    const silent = new NotingActuator(() => ({ done: false, unknown: true, sentence: "Silence." }));
    expect(await evictionsOf(silent, { journal })).toEqual([
      "Silence.",
      ...Array(4).fill("once-per-pod"),
    ]);
    expect(journal.entries).toMatchObject([{ outcome: "presumed" }]);
  });

  it("goes on when the actuator fails, and counts its eviction as made", async () => {
    const failing = new NotingActuator(() => {
      throw new Error("no answer");
    });
    expect(await evictionsOf(failing)).toEqual([
      "The actuator failed: no answer",
      ...Array(4).fill("once-per-pod"),
    ]);
  });

  it("says that an eviction was made whose outcome cannot be written down", async () => {
    const actuator = new NotingActuator();
    let lines = 0;
    const append = async () => {
      lines += 1;
      if (lines === 2) throw new Error("EIO: i/o error, write");
    };
    const journal = new ActJournal([], {
      append,
      replace: async () => {},
      prune: async () => {},
      close: async () => {},
    });
    const { steps } = await play(partsOf(script, { actuator, journal }));
    expect(actuator.evicted).toEqual([EVICTED]);
    expect(steps[1]?.acts[1]).toEqual({
      kind: "evict",
      pod: { namespace: expect.any(String), name: EVICTED, uid: expect.any(String) },
      outcome: {
        done: true,
        sentence:
          "Noted. The journal lacks this outcome (Error: EIO: i/o error, write); after a restart " +
          "it counts as made.",
      },
    });
  });

  it("does not act before it has warmed up", async () => {
    const bounds = { ...DEFAULT_BOUNDS, warmUpSeconds: 30 };
    expect(await evictionsOf(new NotingActuator(), { bounds })).toEqual([
      ...["warm-up", "warm-up", "Noted."],
      ...["once-per-pod", "once-per-pod"],
    ]);
  });

  it("reads a live source again before it acts, and keeps the pods that came with it", async () => {
    const actuator = new NotingActuator();
    const [before, pressed] = script as [(typeof script)[0], (typeof script)[0]];
    const list = Buffer.from('{"kind":"PodList","apiVersion":"v1","items":[]}');
    const withoutPods = { ...later(pressed, 2), pods: list };
    const source = new ScriptedSource([before, pressed, withoutPods, later(pressed, 10)]);
    const live = Object.assign(source, { again: undefined });
    const { steps } = await play(partsOf([], { actuator, source: live }));
    expect(steps[1]?.acts[1]).toMatchObject({ withheldBy: "fresh-measurement" });
    expect(steps[2]?.snapshot.pods).toEqual(list);
    expect(actuator.evicted).toEqual([]);
  });

  it("withholds an eviction that a guard rail cannot judge, and goes on", async () => {
    const actuator = new NotingActuator();
    const stop = async () => {
      throw new TypeError("it is not iterable");
    };
    const { steps } = await play(partsOf(script, { actuator, cluster: { ...WILLING, stop } }));
    expect(steps).toHaveLength(script.length);
    expect(actuator.evicted).toEqual([]);
    expect(steps[1]?.acts[1]).toMatchObject({
      withheldBy: "acting-stopped",
      outcome: { sentence: expect.stringContaining("cannot be evaluated (TypeError: it is not") },
    });
  });

  it("does not count as standing still while it acts, however long others take", async () => {
    const clock = new HandClock();
    const liveness = new Liveness(clock, { step: 150, act: 3600 });
    const standstills: (string | null)[] = [];
    const halfAnHour = async () => {
      await clock.sleep(1_800_000);
      standstills.push(liveness.standstill());
      return null;
    };
    const actuator = new NotingActuator(halfAnHour);
    const cluster = { ...WILLING, stop: halfAnHour, fleetBound: halfAnHour };
    const turned = (part: LoopPart) => liveness.turned(part);
    await play(partsOf(script, { actuator, cluster, clock, turned }));
    expect(actuator.evicted).toEqual([EVICTED]);
    expect(standstills).toEqual([null, null, null]);
    await clock.sleep(151_000);
    expect(liveness.standstill()).toBe("The loop has been stuck for 151 s.");
  });

  it("names the guard rail that held an eviction back", async () => {
    const actuator = new NotingActuator();
    const bounds = { ...DEFAULT_BOUNDS, evictionsPerHour: 0 };
    const { steps } = await play(partsOf(script, { actuator, bounds }));
    expect(actuator.evicted).toEqual([]);
    expect(steps[1]?.acts[1]).toMatchObject({
      withheldBy: "cap-per-hour",
      outcome: { done: false, sentence: expect.stringContaining("Withheld by cap-per-hour") },
    });
  });

  it("measures once more before it acts, and spares a pod not asked for again", async () => {
    const actuator = new NotingActuator();
    const source = new ScriptedSource(script);
    const parts = partsOf([], { actuator, source: Object.assign(source, { again: relieved }) });
    const { steps } = await play(parts);
    expect(actuator.evicted).toEqual([]);
    expect(steps[1]?.acts[1]).toMatchObject({ withheldBy: "fresh-measurement" });
  });

  it("does not evict a pod that is written down as evicted by a run before", async () => {
    const actuator = new NotingActuator();
    const first = new ActJournal();
    await play(partsOf(script, { actuator, journal: first }));
    await play(partsOf(script, { actuator, journal: new ActJournal(first.entries) }));
    expect(actuator.evicted).toEqual([EVICTED]);
  });

  it("does not make an eviction that cannot be written down", async () => {
    const actuator = new NotingActuator();
    const full = async () => {
      throw new Error("the disk is full");
    };
    const journal = new ActJournal([], {
      append: full,
      replace: async () => {},
      prune: async () => {},
      close: async () => {},
    });
    const { steps } = await play(partsOf(script, { actuator, journal }));
    expect(actuator.evicted).toEqual([]);
    expect(steps[1]?.acts[1]).toMatchObject({ withheldBy: "journal" });
  });

  it("closes the source, the notifiers and the observers, no matter who ends it", async () => {
    const closed: string[] = [];
    const close = (name: string) => async () => void closed.push(name);
    const source = new ScriptedSource([new Error("gone for good")]);
    const parts = partsOf([], {
      source,
      notifiers: [{ name: "bell", next: never, close: close("notifier") }],
      observers: [{ close: close("observer") }],
    });
    await expect(play(parts)).rejects.toThrow("gone for good");
    expect(source.closed).toBe(true);
    expect(closed).toEqual(["notifier", "observer"]);
  });

  it("decides the same whether it acts or observes", async () => {
    const observed = await play(partsOf(LEAK));
    const acted = await play(partsOf(LEAK, { actuator: new NotingActuator() }));
    const digests = ({ steps }: typeof observed) => steps.map(({ decision }) => decision?.digest);
    expect(digests(acted)).toEqual(digests(observed));
  });
});

/** A fresh measurement of a node that has memory again. */
async function relieved() {
  return LEAK[0] ?? null;
}

function never(): Promise<void> {
  return new Promise(() => {});
}

function clockOf({ clock }: ReturnType<typeof partsOf>) {
  return { now: () => clock.now(), elapsed: () => clock.elapsed() };
}

/** The same stats, so many seconds newer. */
function later(record: (typeof LEAK)[number] | undefined, seconds: number) {
  if (record === undefined || record.summary === null) throw new Error("no such record");
  const time = record.time + BigInt(seconds) * 1_000_000_000n;
  const text = Buffer.from(record.summary).toString();
  const shifted = text.replaceAll(/"time":"([^"]+)"/g, (_, stamp: string) => {
    const moved = new Date(Date.parse(stamp) + seconds * 1000).toISOString();
    return `"time":"${moved}"`;
  });
  return { ...record, time, summary: Buffer.from(shifted) };
}

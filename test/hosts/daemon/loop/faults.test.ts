import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import type { Snapshot } from "../../../../analysis/engine/source.ts";
import { configuredEngine } from "../../../../hosts/cli/input/session.ts";
import { StepHistory } from "../../../../hosts/daemon/history/stepHistory.ts";
import { WatchedPolicy } from "../../../../hosts/daemon/loop/watchedPolicy.ts";
import { CaptureShelf } from "../../../../hosts/daemon/recording/captureShelf.ts";
import { Recorder } from "../../../../hosts/daemon/recording/recorder.ts";
import { ActJournal } from "../../../../hosts/daemon/stateDirectory/actJournal.ts";
import { FileStore } from "../../../../hosts/daemon/stateDirectory/fileStore.ts";
import { openJournal } from "../../../../hosts/daemon/stateDirectory/journalFile.ts";
import { StateKeeping } from "../../../../hosts/daemon/stateDirectory/stateKeeping.ts";
import { openCaptureFile } from "../../../../hosts/system/captureFile.ts";
import {
  CORE,
  EVICTED,
  EVICTING,
  HandClock,
  LEAK,
  NotingActuator,
  partsOf,
  play,
  problemsOf,
  type Scripted,
  ScriptedSource,
} from "./scene.ts";

const [FIRST, SECOND, THIRD] = LEAK as readonly Snapshot[] as [Snapshot, Snapshot, Snapshot];
/** Two minutes later than the first. */
const LATER = LEAK[12] as Snapshot;
const NOTHING = new Uint8Array();

function textOf({ summary }: Snapshot): string {
  return Buffer.from(summary ?? NOTHING).toString();
}

function withText(snapshot: Snapshot, text: string): Snapshot {
  return { ...snapshot, summary: Buffer.from(text) };
}

interface Row {
  readonly fault: string;
  readonly script: Scripted;
  /** What the step says. */
  readonly sentence: RegExp;
}

const ROWS: readonly Row[] = [
  {
    fault: "a source that has no Summary",
    script: { time: SECOND.time, summary: null, summaryError: "Connection refused." },
    sentence: /^Connection refused\.$/,
  },
  {
    fault: "garbage",
    script: withText(SECOND, "<html>502 Bad Gateway</html>"),
    sentence: /^Summary \(byte 0\)|^Summary/,
  },
  {
    fault: "half a document",
    script: withText(SECOND, textOf(SECOND).slice(0, textOf(SECOND).length / 2)),
    sentence: /^Summary .*\(byte \d+\)/,
  },
  {
    fault: "an older snapshot",
    script: { ...SECOND, time: FIRST.time - 1n },
    sentence: /is older than the one before.*ignored/,
  },
  {
    fault: "the Summary of another node",
    script: withText(SECOND, textOf(SECOND).replace(/"nodeName":"[^"]*"/, '"nodeName":"worker-9"')),
    sentence: /^The Summary is from node worker-9, and this run is about worker-3/,
  },
  {
    fault: "the Summary of another node, whose name has escapes",
    script: withText(
      SECOND,
      textOf(SECOND).replace(/"nodeName":"[^"]*"/, '"nodeName":"worker\\u002d9"'),
    ),
    sentence: /^The Summary is from node worker-9, and this run is about worker-3/,
  },
];

describe("a source at fault", () => {
  it.each(ROWS)("is reported and changes nothing: $fault", async ({ script, sentence }) => {
    const { steps } = await play(partsOf([FIRST, script, THIRD]));
    expect(problemsOf(steps[1])).toEqual([expect.stringMatching(sentence)]);
    expect(steps.map(({ observed }) => observed)).toEqual([true, false, true]);
    const untouched = await play(partsOf([FIRST, THIRD]));
    expect(steps[2]?.decision?.thresholds).toEqual(untouched.steps[1]?.decision?.thresholds);
  });

  it("is given up after its time, and asked again when it answers at last", async () => {
    let answer = (_: Snapshot) => {};
    const hanging = () =>
      new Promise<Snapshot>((resolve) => {
        answer = resolve;
      });
    const parts = partsOf([FIRST, hanging, LATER], { timeLimitMilliseconds: 3000, isLive: true });
    const clock = new HandClock();
    // Time runs out only while no answer arrives.
    const sleep = async (milliseconds: number) => {
      await new Promise((resolve) => setImmediate(resolve));
      await clock.sleep(milliseconds);
      if (milliseconds === 10_000) answer({ ...SECOND, time: 0n });
    };
    const patient = { now: () => clock.now(), elapsed: () => clock.elapsed(), sleep };
    const { steps } = await play({ ...parts, clock: patient });
    expect(problemsOf(steps[1])).toEqual([
      "the scripted source did not answer within 3 s; retrying.",
    ]);
    // The late answer counts from when it arrived.
    expect(steps[2]).toMatchObject({ observed: true });
    expect(steps[2]?.snapshot.time).toBeGreaterThan(FIRST.time);
    expect(steps[3]).toMatchObject({ observed: true });
  });
});

describe("a PodList that is refused", () => {
  it("is a problem in every step until another one comes", async () => {
    const [first, second, third, fourth, fifth] = LEAK;
    if (!first || !second || !third || !fourth || !fifth) return;
    const good = first.pods as Uint8Array;
    const script = [
      { ...first, pods: good },
      { ...second, pods: Buffer.from('{"items":7}') },
      // A source brings a list when it has changed, and this one has not.
      third,
      fourth,
      { ...fifth, pods: good },
    ];
    const { steps } = await play(partsOf(script));
    const refused = [expect.stringMatching(/^PodList/)];
    expect(steps.map(problemsOf)).toEqual([[], refused, refused, refused, []]);
  });
});

describe("a clock that is set", () => {
  const GRACE = {
    json: JSON.stringify({
      evictionHard: {},
      evictionSoft: { "memory.available": "8Gi" },
      evictionSoftGracePeriod: { "memory.available": "1m" },
      evictionMaxPodGracePeriod: 30,
    }),
    origins: ["the test"],
    notes: [],
  };

  it.each([
    ["forward", 3_600_000, /^The clock went forward by 3600 s/],
    ["back", -3_600_000, /^The clock went back by 3600 s/],
  ])("%s begins grace periods again and evicts nobody early", async (_, by, sentence) => {
    const clock = new HandClock();
    // Live: every snapshot is of now, with stats of now.
    const live =
      (index: number): Scripted =>
      async () => {
        if (index === 3) clock.set(by);
        const record = LEAK[index];
        return record === undefined ? null : { ...record, time: clock.now() };
      };
    const script = [0, 1, 2, 3, 4, 5, 6, 7].map(live);
    const actuator = new NotingActuator();
    const parts = partsOf(script, {
      clock,
      isLive: true,
      actuator,
      configured: configuredEngine(new EvictionEngine(CORE), GRACE),
    });
    const { steps, errors } = await play(parts);
    expect(errors).toEqual([expect.stringMatching(sentence)]);
    const since = steps.map(
      ({ decision }) =>
        decision?.thresholds?.find(({ signal, hard }) => signal === "memory.available" && !hard)
          ?.graceRemainingSeconds,
    );
    // 10 s a step; the jump happens while step 3 is read, and is noticed before step 4.
    expect(since.slice(0, 3)).toEqual([60, 50, 40]);
    expect(since[4]).toBe(60);
    expect(actuator.evicted).toEqual([]);
  });
});

describe("with a directory", () => {
  let directory = "";
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "plimsoll-daemon-"));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  /** Stops the daemon in the middle of a phase. */
  const PHASES = ["reading", "acting", "waiting"] as const;
  it.each(PHASES)("a stop while %s ends in good order: saved, and closed", async (phase) => {
    const stop = new AbortController();
    const stopping = async () => {
      stop.abort();
    };
    const script: Scripted[] = [FIRST, ...LEAK.slice(EVICTING, EVICTING + 9)];
    if (phase === "reading") {
      script[2] = (signal) => {
        stop.abort();
        return new Promise((resolve) => {
          if (!signal.aborted) signal.addEventListener("abort", () => resolve(null));
        });
      };
    }
    const actuator = new NotingActuator(phase === "acting" ? stopping : () => {});
    const source = new ScriptedSource(script);
    const shelf = new CaptureShelf(directory, "worker-3", { bytes: 1e9, seconds: 1e6 });
    const state = new StateKeeping(new FileStore(directory), "worker-3");
    const history = new StepHistory(CORE, "full");
    const recorder = new Recorder({
      history,
      waits: true,
      shelf,
      aroundSeconds: null,
      reportError: async () => {},
    });
    const waiting = { step: () => void (phase === "waiting" && stop.abort()) };
    const parts = partsOf([], { source, actuator, state, observers: [history, recorder, waiting] });
    const { steps } = await play(parts, stop);
    expect(steps).toHaveLength(phase === "waiting" ? 1 : 2);
    expect(actuator.evicted).toEqual(phase === "waiting" ? [] : [EVICTED]);
    expect(source.closed).toBe(true);
    const { time, sentences } = await state.resume(partsOf([]).configured.engine, null);
    expect([time, sentences]).toEqual([steps.at(-1)?.snapshot.time, []]);
    const [name = ""] = readdirSync(directory).filter((each) => each.endsWith(".gz"));
    const capture = await openCaptureFile(join(directory, name));
    const times: bigint[] = [];
    for await (const record of capture.records) times.push(record.time);
    expect(times).toEqual(steps.map(({ snapshot }) => snapshot.time));
    // A closed stream has its end; a cut one would be a problem.
    expect(capture.problems).toEqual([]);
  });

  it("a configuration that is replaced is applied, and grace clocks start again", async () => {
    const path = join(directory, "kubelet.yaml");
    const load = async () => ({ json: readFileSync(path, "utf8"), origins: [path] });
    writeFileSync(path, '{"evictionHard":{"memory.available":"1Mi"}}');
    const policy = new WatchedPolicy({ paths: [path], load });
    await policy.changed();
    const write =
      (text: string, snapshot: Snapshot): Scripted =>
      async () => {
        writeFileSync(path, text);
        return snapshot;
      };
    const script = [
      write('{"evictionHard":{"memory.available":"2Mi"}}', FIRST),
      write("{", SECOND),
      write('{"evictionHard":{"memory.available":"-1"}}', THIRD),
      LEAK[3] as Snapshot,
    ];
    const limits: (string | undefined)[] = [];
    const observer = {
      configured: ({ thresholds }: { thresholds: readonly { value: string }[] }) =>
        void limits.push(thresholds[0]?.value),
    };
    const { steps, errors } = await play(partsOf(script, { policy, observers: [observer] }));
    expect(steps).toHaveLength(4);
    expect(limits).toHaveLength(2);
    expect(limits[1]).toBe("2Mi");
    expect(errors).toEqual([
      expect.stringMatching(/^The changed configuration cannot be applied: .* stays in/),
      expect.stringMatching(/memory\.available.*The previous one stays in force\.$/),
    ]);
  });

  it("an eviction cut short by a crash is reported once and never repeated", async () => {
    const script = [FIRST, ...LEAK.slice(EVICTING, EVICTING + 2)];
    const crash = new NotingActuator(() => {
      throw new Error("never reached the next line");
    });
    const kept = await openJournal(directory);
    // The outcome of the crashed run never reaches the file.
    let lines = 0;
    const file = {
      append: async (...args: Parameters<typeof kept.file.append>) => {
        lines += 1;
        if (lines === 1) await kept.file.append(...args);
      },
      replace: async () => {},
      prune: async () => {},
      close: () => kept.file.close(),
    };
    await play(partsOf(script, { actuator: crash, journal: new ActJournal([], file) }));
    const second = await openJournal(directory);
    expect(second.sentences).toEqual([expect.stringContaining(`${EVICTED}: its eviction of`)]);
    const actuator = new NotingActuator();
    const journal = new ActJournal(second.entries, second.file);
    const { steps } = await play(partsOf(script, { actuator, journal }));
    expect(actuator.evicted).toEqual([]);
    expect(steps[1]?.acts.at(-1)).toMatchObject({ withheldBy: "once-per-pod" });
    const third = await openJournal(directory);
    expect(third.sentences).toEqual([]);
    await third.file.close();
  });
});

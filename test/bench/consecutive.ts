/** From the bytes of a Summary to a decision, when the last Summary of the node was much alike. */
import { Action, Part } from "../../assembly/abi.ts";
import { consecutiveSummaries } from "./consecutiveSummaries.ts";
import { engineWith, QUIET } from "./core.ts";
import { FusedPolicy } from "./fused.ts";
import { inTurn, type MeasuredNode } from "./node.ts";
import { likenessOf, recordedNode } from "./recorded.ts";
import { type Row, remark, timesAsFast, withoutRival } from "./row.ts";
import { INSTALL_GO, type Run } from "./run.ts";
import { Simdjson } from "./simdjson.ts";
import { medianMicros, mediansOf } from "./stopwatch.ts";
import { formatMicros, formatShare } from "./table.ts";

const PODS = 110;
const SUMMARIES = 16;
const EFFORT = { rounds: 7 };
const ORACLE_ITERATIONS = 100;

/** The share of numbers and times that differ, and what is promised of each. */
const CHANGES = [
  { changed: 0.03, fused: 20, kubelet: 70 },
  { changed: 0.1, fused: 14, kubelet: 50 },
  { changed: 0.3, fused: 8, kubelet: 30 },
] as const;

const FUSED = "fused TypeScript over JSON.parse";
const KUBELET = "the kubelet's Go";
const NATIVE = "native simdjson on demand";

export function measureConsecutive(run: Run): readonly Row[] {
  return [
    ...CHANGES.flatMap(({ changed, fused, kubelet }) => {
      run.onProgress(`consecutive Summaries, ${formatShare(changed)} changed`);
      const node = consecutiveSummaries({ pods: PODS, changed, count: SUMMARIES });
      const work = `consecutive Summaries, ${formatShare(changed)} of numbers changed`;
      const { core, fused: theirs } = decide(node, run.times);
      const measured = { took: core, format: formatMicros };
      return [
        timesAsFast(fused, { ...measured, work, rival: FUSED, rivalTook: theirs }),
        againstKubelet(run, node, { work, took: core, least: kubelet }),
      ];
    }),
    ...run.captures.flatMap((path) => recorded(path, run)),
  ];
}

export function measureDecode(run: Run): readonly Row[] {
  const node = consecutiveSummaries({ pods: PODS, changed: 0.1, count: SUMMARIES });
  const work = "decode alone, 10 % of numbers changed";
  run.onProgress("building simdjson's reader");
  const native = Simdjson.build();
  if (typeof native === "string") {
    const { core } = decide(node, run.times);
    return [withoutRival(work, NATIVE, formatMicros(core), "≥ 1.5 ×", native)];
  }
  try {
    const summaries = node.moments.map(({ summary }) => summary);
    let kernel = "";
    // In turn with it, so that both see the same machine.
    const turns = Array.from({ length: run.times }, () => {
      const [chosen] = Object.entries(native.measure("read", summaries));
      const [name, micros] = chosen ?? ["", Number.NaN];
      kernel = name;
      return { core: decide(node, 1).core, native: micros };
    });
    const { core, native: theirs } = mediansOf(turns);
    const rival = `${NATIVE}, ${kernel}`;
    return [timesAsFast(1.5, { work, rival, took: core, rivalTook: theirs, format: formatMicros })];
  } finally {
    native.close();
  }
}

/** A Summary of another node than the last one: nothing in it is where it was. */
export function measureFirst(run: Run): readonly Row[] {
  const nodes = Array.from({ length: SUMMARIES / 2 }, (_, seed) =>
    consecutiveSummaries({ pods: PODS, changed: 0.1, count: 2, seed }),
  );
  const engine = engineWith(QUIET, nodes[0]?.pods ?? new Uint8Array());
  const strangers = nodes.map(({ pods, moments }) => {
    engine.pods(pods);
    const fused = new FusedPolicy(FUSED_QUIET);
    fused.pods(pods);
    const [moment] = moments;
    if (moment === undefined) throw new RangeError("A node has at least one moment.");
    return { ...moment, frozenPods: engine.freeze(Part.Pods), fused };
  });
  const ofCore = inTurn(strangers);
  const ofThaw = inTurn(strangers);
  const ofCheck = inTurn(strangers);
  const ofFused = inTurn(strangers);
  const turns = Array.from({ length: run.times }, () =>
    medianMicros(
      {
        thawed: () => {
          const { frozenPods, summary, time } = ofCore();
          engine.thaw(frozenPods);
          expectQuiet(engine.observe(summary, time));
        },
        thaw: () => engine.thaw(ofThaw().frozenPods),
        check: () => engine.members(ofCheck().summary),
        fused: () => {
          const { fused, summary, time } = ofFused();
          expectQuiet(fused.observe(summary, time));
        },
      },
      EFFORT,
    ),
  );
  const { thawed, thaw, check, fused } = mediansOf(turns);
  const [node] = nodes;
  if (node === undefined) throw new RangeError("There is a node.");
  const work = "first document of a node";
  // The rivals have the pods of each node at hand, so fetching ours is not counted.
  const measured = { work, took: thawed - thaw, format: formatMicros };
  return [
    timesAsFast(5, { ...measured, rival: FUSED, rivalTook: fused }),
    againstKubelet(run, node, { work, took: measured.took, least: 18 }),
    remark("  to check that it is JSON, and nothing else", formatMicros(check)),
    ...parsedNatively(run, nodes),
  ];
}

/** What each of simdjson's kernels works with; WebAssembly has vectors of 128 bits at most. */
const VECTORS: Readonly<Record<string, string>> = {
  icelake: "AVX-512",
  haswell: "256 bits",
  westmere: "128 bits",
  arm64: "128 bits",
};

/** What the fastest parser of all JSON takes for the same, in machine code. */
function parsedNatively(run: Run, nodes: readonly MeasuredNode[]): readonly Row[] {
  const native = Simdjson.build();
  const work = "  the floor: to parse it, native simdjson";
  if (typeof native === "string") return [remark(work, "-", native)];
  try {
    const firsts = nodes.flatMap(({ moments }) => moments.slice(0, 1).map((of) => of.summary));
    const turns = Array.from({ length: run.times }, () => native.measure("parse", firsts));
    return Object.entries(mediansOf(turns))
      .filter(([kernel]) => kernel in VECTORS)
      .map(([kernel, micros]) => remark(`${work}, ${VECTORS[kernel]}`, formatMicros(micros)));
  } finally {
    native.close();
  }
}

/** Settings that the fused implementation needs; the kubelet adds them by itself. */
const FUSED_QUIET = { ...QUIET, "allocatableMemory.available": QUIET["memory.available"] };

/** Medians of both on the same documents in their order. */
function decide({ pods, moments }: MeasuredNode, times: number) {
  const engine = engineWith(QUIET, pods);
  const policy = new FusedPolicy(FUSED_QUIET);
  policy.pods(pods);
  const next = [inTurn(moments), inTurn(moments)] as const;
  const turns = Array.from({ length: times }, () =>
    medianMicros(
      {
        core: () => {
          const { summary, time } = next[0]();
          expectQuiet(engine.observe(summary, time));
        },
        fused: () => {
          const { summary, time } = next[1]();
          expectQuiet(policy.observe(summary, time));
        },
      },
      EFFORT,
    ),
  );
  return mediansOf(turns);
}

function expectQuiet(decided: Action | string | null): void {
  if (decided !== Action.None && decided !== null) throw new Error("This node is healthy.");
}

function againstKubelet(
  { oracle, times }: Run,
  node: MeasuredNode,
  { work, took, least }: { readonly work: string; readonly took: number; readonly least: number },
): Row {
  const kubelet = oracle();
  if (kubelet === null) {
    return withoutRival(work, KUBELET, formatMicros(took), `≥ ${least} ×`, INSTALL_GO);
  }
  const turns = Array.from({ length: times }, () => kubelet.measure(node, ORACLE_ITERATIONS));
  const { decodeAndSynchronizeMicros: rivalTook } = mediansOf(
    turns.map(({ decodeAndSynchronizeMicros }) => ({ decodeAndSynchronizeMicros })),
  );
  return timesAsFast(least, { work, rival: KUBELET, took, rivalTook, format: formatMicros });
}

/** Real Summaries in the order in which a kubelet served them. */
function recorded(path: string, { onProgress, times }: Run): readonly Row[] {
  onProgress(path);
  const node = recordedNode(path);
  const { core, fused } = decide(node, times);
  const { structure, tokens, order } = likenessOf(node);
  const work = `${node.name}, ${node.moments.length} Summaries`;
  return [
    remark(work, formatMicros(core), FUSED, formatMicros(fused)),
    remark("  pod objects with the structure of the last one", formatShare(structure)),
    remark("  tokens of those that differ", formatShare(tokens)),
    remark("  Summaries with their pods in another order", formatShare(order)),
  ];
}

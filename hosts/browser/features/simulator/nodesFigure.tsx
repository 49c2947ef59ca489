import type {
  ClusterRun,
  Moment,
  NodeUsage,
  SimulatedNode,
} from "../../../../analysis/questions/simulate/moments.ts";
import {
  amountText,
  decidesText,
  MEASURE_WORDS,
  waitingText,
} from "../../../../analysis/questions/simulate/moments.ts";
import { podText } from "../../../../analysis/text/podText.ts";
import { virtualTime } from "../../../../analysis/text/virtualTime.ts";
import { ENDS, type OpenedCluster } from "./openedCluster.ts";
import { ownerClass, shortName } from "./owners.ts";

/** Pixels from the top of the picture: pods that wait, frames of nodes, evicted pods. */
const WAITING_TOP = 28;
const FRAME_TOP = 74;
const FRAME_HEIGHT = 168;
const FRAME_BOTTOM = FRAME_TOP + FRAME_HEIGHT;
const EVICTED_TOP = FRAME_BOTTOM + 12;
const BOX_HEIGHT = 24;
/** Less is not seen. */
const POD_HEIGHT_MIN = 3;
const LABEL_MIN = 15;
/** Lower than this, the words of a load line would cover the first pod. */
const LOW_LINE = 40;
/** Of the width of a slot. */
const BOX_SHARE = 0.56;
/** Events after which an evicted pod is no longer drawn. */
const EVICTED_EVENTS = 8;
const EVICTED_MAX = 2;
const WAITING_MAX = 4;
/** Nodes next to each other; more would cover each other's words. */
const ROW_MAX = 5;

interface Box {
  readonly pod: string;
  readonly owner: number;
  readonly state: "running" | "waiting" | "evicted";
  /** Where it is in the picture, from 0 to 1. */
  readonly left: number;
  readonly width: number;
  readonly top: number;
  readonly height: number;
  readonly amount: string;
}

/** Nodes, filled by what is in use; above the load line the kubelet evicts a pod. */
export function NodesFigure({ cluster }: { readonly cluster: OpenedCluster }) {
  const run = cluster.run.value;
  const moment = cluster.moment.value;
  if (run === null || moment === null) return null;
  const { measure } = run;
  const present = podsAt(moment);
  return (
    <section class="figure nodes" aria-labelledby="nodes-title">
      <div class="figure-head">
        <h2 id="nodes-title">Nodes at {virtualTime(moment.time)}</h2>
        <span class="quiet">{MEASURE_WORDS[measure]}</span>
      </div>
      {rowsOf(run, moment).map((row, index) => (
        <div
          key={row.run.nodes[0]?.name}
          class="node-figure"
          style={{ "--nodes": String(row.run.nodes.length) }}
        >
          <NodeSlots {...row} isFirst={index === 0} present={present} cluster={cluster} />
        </div>
      ))}
    </section>
  );
}

/** Nodes next to each other, at a moment. */
interface NodeRow {
  readonly run: ClusterRun;
  readonly moment: Moment;
}

/** Rows of about the same length; the pods that wait are above the first. */
function rowsOf(run: ClusterRun, moment: Moment): readonly NodeRow[] {
  const { length } = run.nodes;
  const width = Math.ceil(length / Math.ceil(length / ROW_MAX));
  const starts = Array.from({ length: Math.ceil(length / width) }, (_, row) => row * width);
  return starts.map((start) => ({
    run: { ...run, nodes: run.nodes.slice(start, start + width) },
    moment: {
      ...moment,
      usages: moment.usages.slice(start, start + width),
      waiting: start === 0 ? moment.waiting : [],
    },
  }));
}

/** The pods that are not gone. */
function podsAt({ usages, waiting }: Moment): ReadonlySet<string> {
  return new Set([...usages.flatMap(({ pods }) => pods), ...waiting].map(({ pod }) => pod));
}

interface SlotsProps extends NodeRow {
  readonly isFirst: boolean;
  /** Pods on the nodes of all rows, and those that wait. */
  readonly present: ReadonlySet<string>;
  readonly cluster: OpenedCluster;
}

function NodeSlots({ run, moment, isFirst, present, cluster }: SlotsProps) {
  const { nodes } = run;
  const boxes = [
    ...waitingBoxes(moment),
    ...nodes.flatMap((_, index) => podBoxes(run, moment, index)),
    ...evictedBoxes(run, present, cluster.lastEvent.value),
  ];
  // In one order, so that what moves stays the same element.
  boxes.sort((a, b) => (a.pod < b.pod ? -1 : 1));
  return (
    <>
      <div class={isFirst ? "picture" : "picture later"} aria-hidden="true">
        {isFirst && <span class="unplaced">{waitingText(moment.waiting.length)}</span>}
        <div class="evicted-area" />
        {nodes.map((node, index) => (
          <NodeFrame
            key={node.name}
            node={node}
            index={index}
            of={nodes.length}
            usage={moment.usages[index]}
          />
        ))}
        {boxes.map((box) => (
          <div
            key={box.pod}
            class={`box ${box.state} ${ownerClass(box.owner)}`}
            style={{
              left: `${box.left * 100}%`,
              width: `${box.width * 100}%`,
              top: `${box.top}px`,
              height: `${box.height}px`,
            }}
          >
            {box.height >= LABEL_MIN && (
              <span>
                {shortName(box.pod)} {box.amount}
              </span>
            )}
          </div>
        ))}
      </div>
      <ul class="node-slots">
        {nodes.map((node, index) => (
          <NodeSlot
            key={node.name}
            node={node}
            usage={moment.usages[index]}
            time={moment.time}
            cluster={cluster}
          />
        ))}
      </ul>
    </>
  );
}

interface FrameProps {
  readonly node: SimulatedNode;
  readonly index: number;
  readonly of: number;
  readonly usage: NodeUsage | undefined;
}

function NodeFrame({ node, index, of, usage }: FrameProps) {
  const { capacity, line, lineWords } = node;
  const amount = usage?.amount ?? 0;
  const isPressed = (usage?.conditions.length ?? 0) > 0;
  const isOver = line !== null && amount > line;
  const system = systemUsage(usage);
  const place = { left: `${(index / of) * 100}%`, width: `${100 / of}%` };
  const isLow = line !== null && heightOf(line, capacity) < LOW_LINE;
  return (
    <div class={`node-frame${isPressed ? " pressed" : ""}${isOver ? " over" : ""}`} style={place}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path d="M3 0H97L88 92Q86 100 78 100H22Q14 100 12 92Z" />
      </svg>
      {system > 0 && (
        <span class="system" style={{ height: `${heightOf(system, capacity)}px` }}>
          {heightOf(system, capacity) >= LABEL_MIN && !isLow && "system"}
        </span>
      )}
      {line !== null && (
        <span
          class={isLow ? "load-line low" : "load-line"}
          style={{ bottom: `${heightOf(line, capacity)}px` }}
        >
          <span>{lineWords}</span>
        </span>
      )}
    </div>
  );
}

interface SlotProps {
  readonly node: SimulatedNode;
  readonly usage: NodeUsage | undefined;
  readonly time: number;
  readonly cluster: OpenedCluster;
}

/** The same in words, below the frame. */
function NodeSlot({ node, usage, time, cluster }: SlotProps) {
  const { name, capacity, lineWords } = node;
  const { measure = "memory" } = cluster.run.value ?? {};
  const amount = (value: number) => amountText(measure, value);
  const { conditions = [], pods = [] } = usage ?? {};
  return (
    <li class="node-slot">
      <button
        type="button"
        title={decidesText(name, time)}
        aria-label={decidesText(name, time)}
        onClick={() => cluster.explainNow(name)}
      >
        {name}
      </button>
      <p>
        {amount(usage?.amount ?? 0)} of {amount(capacity)}
        <span class="visually-hidden">, {lineWords}</span>
      </p>
      {conditions.map((condition) => (
        <span key={condition} class={`badge ${condition}`}>
          {condition}
        </span>
      ))}
      <ul class="node-pods">
        {pods.map(({ pod, owner, amount: used }) => (
          <li key={pod}>
            <span class={`swatch ${ownerClass(owner)}`} aria-hidden="true" />
            {shortName(pod)} <span class="number">{amount(used)}</span>
          </li>
        ))}
      </ul>
    </li>
  );
}

/** What is in use by the system, outside of pods. */
function systemUsage(usage: NodeUsage | undefined): number {
  if (usage === undefined) return 0;
  return usage.pods.reduce((left, { amount }) => left - amount, usage.amount);
}

function heightOf(amount: number, capacity: number): number {
  return capacity > 0 ? (amount / capacity) * FRAME_HEIGHT : 0;
}

function waitingBoxes({ waiting }: Moment): readonly Box[] {
  const width = 1 / (WAITING_MAX + 0.5);
  return waiting.slice(0, WAITING_MAX).map(({ pod, owner }, index) => ({
    pod,
    owner,
    state: "waiting" as const,
    left: (index + 0.25) * width,
    width: width * 0.85,
    top: WAITING_TOP,
    height: BOX_HEIGHT,
    amount: "",
  }));
}

/** On top of each other, from the bottom of the frame. */
function podBoxes({ nodes, measure }: ClusterRun, moment: Moment, index: number): readonly Box[] {
  const usage = moment.usages[index];
  const capacity = nodes[index]?.capacity ?? 0;
  let top = FRAME_BOTTOM - heightOf(systemUsage(usage), capacity);
  return (usage?.pods ?? []).map(({ pod, owner, amount }) => {
    const height = Math.max(heightOf(amount, capacity), POD_HEIGHT_MIN);
    top -= height;
    const text = amountText(measure, amount);
    return {
      pod,
      owner,
      state: "running" as const,
      ...slotOf(index, nodes),
      top,
      height,
      amount: text,
    };
  });
}

function slotOf(index: number, nodes: readonly SimulatedNode[]) {
  const width = BOX_SHARE / nodes.length;
  return { left: (index + 0.5) / nodes.length - width / 2, width };
}

/** Pods that were evicted recently, below the node that they were on. */
function evictedBoxes(
  { events, nodes, owners }: ClusterRun,
  present: ReadonlySet<string>,
  lastEvent: number,
): readonly Box[] {
  const recent = events.slice(Math.max(0, lastEvent + 1 - EVICTED_EVENTS), lastEvent + 1);
  const gone = recent.filter(({ kind, pod }) => ENDS.has(kind) && pod !== undefined);
  return nodes.flatMap(({ name }, index) => {
    const here = gone.filter(({ node, pod }) => node === name && pod && !present.has(podText(pod)));
    return here.slice(-EVICTED_MAX).map(({ kind, pod, owner }, place): Box => {
      const text = owner === undefined ? `Pod ${pod?.name}` : `${owner.kind} ${owner.name}`;
      return {
        pod: pod === undefined ? "" : podText(pod),
        owner: Math.max(0, owners.indexOf(`${pod?.namespace} ${text}`)),
        state: "evicted",
        ...slotOf(index, nodes),
        top: EVICTED_TOP + place * (BOX_HEIGHT + 2),
        height: BOX_HEIGHT,
        amount: kind === "Terminating" ? "evicted" : kind.toLowerCase(),
      };
    });
  });
}

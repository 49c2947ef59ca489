import { plural } from "../../../../analysis/text/amount.ts";
import { podText } from "../../../../analysis/text/podText.ts";
import { virtualTime } from "../../../../analysis/text/virtualTime.ts";
import { amountText, MEASURE_WORDS, ownerClass, shortName } from "./amounts.ts";
import { ENDS, type OpenedCluster } from "./openedCluster.ts";
import type { Aboard, Course, Moment, Ship } from "./protocol.ts";

/** Pixels from the top of the picture: pods that wait, decks and keels of hulls, the sea. */
const WAITING_TOP = 28;
const DECK = 74;
const HOLD = 168;
const KEEL = DECK + HOLD;
const SEA_TOP = KEEL + 12;
const BOX_HEIGHT = 24;
/** Less is not seen. */
const CARGO_MIN = 3;
const LABEL_MIN = 15;
/** Lower than this, the words of a load line would cover the first pod. */
const LOW_LINE = 40;
/** Of the width of a berth. */
const BOX_SHARE = 0.56;
/** Events after which a pod that had to go has sunk. */
const AFLOAT_EVENTS = 8;
const AFLOAT_MAX = 2;
const WAITING_MAX = 4;

interface Box {
  readonly pod: string;
  readonly owner: number;
  readonly state: "aboard" | "waiting" | "overboard";
  /** The berth, and where in it, from 0 to 1. */
  readonly left: number;
  readonly width: number;
  readonly top: number;
  readonly height: number;
  readonly amount: string;
}

/** Nodes as ships, filled by what is in use; above the load line a pod has to go. */
export function Harbour({ cluster }: { readonly cluster: OpenedCluster }) {
  const course = cluster.course.value;
  const moment = cluster.moment.value;
  if (course === null || moment === null) return null;
  const { ships, measure } = course;
  return (
    <section class="figure harbour" aria-labelledby="harbour-title">
      <div class="figure-head">
        <h2 id="harbour-title">Nodes at {virtualTime(moment.time)}</h2>
        <span class="quiet">{MEASURE_WORDS[measure]}, up to each node's load line</span>
      </div>
      <div class="water" style={{ "--ships": String(ships.length) }}>
        <Berths course={course} moment={moment} cluster={cluster} />
      </div>
    </section>
  );
}

interface BerthsProps {
  readonly course: Course;
  readonly moment: Moment;
  readonly cluster: OpenedCluster;
}

function Berths({ course, moment, cluster }: BerthsProps) {
  const boxes = boxesOf(course, moment, cluster.lastEvent.value);
  const { ships } = course;
  return (
    <>
      <div class="picture" aria-hidden="true">
        <span class="quay">
          {moment.waiting.length === 0
            ? "No pod waits for a node"
            : `${plural(moment.waiting.length, "pod")} without a node`}
        </span>
        <div class="sea" />
        {ships.map((ship, index) => (
          <Hull
            key={ship.name}
            ship={ship}
            index={index}
            of={ships.length}
            aboard={moment.aboard[index]}
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
      <ul class="berths">
        {ships.map((ship, index) => (
          <Berth
            key={ship.name}
            ship={ship}
            aboard={moment.aboard[index]}
            time={moment.time}
            cluster={cluster}
          />
        ))}
      </ul>
    </>
  );
}

interface HullProps {
  readonly ship: Ship;
  readonly index: number;
  readonly of: number;
  readonly aboard: Aboard | undefined;
}

function Hull({ ship, index, of, aboard }: HullProps) {
  const { capacity, line, lineWords } = ship;
  const amount = aboard?.amount ?? 0;
  const isPressed = (aboard?.conditions.length ?? 0) > 0;
  const isOver = line !== null && amount > line;
  const beside = besidePods(aboard);
  const place = { left: `${(index / of) * 100}%`, width: `${100 / of}%` };
  const isLow = line !== null && heightOf(line, capacity) < LOW_LINE;
  return (
    <div class={`hull${isPressed ? " pressed" : ""}${isOver ? " over" : ""}`} style={place}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path d="M3 0H97L88 92Q86 100 78 100H22Q14 100 12 92Z" />
      </svg>
      {beside > 0 && (
        <span class="system" style={{ height: `${heightOf(beside, capacity)}px` }}>
          {heightOf(beside, capacity) >= LABEL_MIN && !isLow && "system"}
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

interface BerthProps {
  readonly ship: Ship;
  readonly aboard: Aboard | undefined;
  readonly time: number;
  readonly cluster: OpenedCluster;
}

/** The same in words, under the hull. */
function Berth({ ship, aboard, time, cluster }: BerthProps) {
  const { name, capacity, lineWords } = ship;
  const { measure = "memory" } = cluster.course.value ?? {};
  const amount = (value: number) => amountText(measure, value);
  const { conditions = [], cargo = [] } = aboard ?? {};
  return (
    <li class="berth">
      <button
        type="button"
        title={`What the kubelet of ${name} decides at this moment`}
        aria-label={`${name}: what its kubelet decides at ${virtualTime(time)}`}
        onClick={() => cluster.explainNow(name)}
      >
        {name}
      </button>
      <p>
        {amount(aboard?.amount ?? 0)} of {amount(capacity)}
        <span class="visually-hidden">, {lineWords}</span>
      </p>
      {conditions.map((condition) => (
        <span key={condition} class={`badge ${condition}`}>
          {condition}
        </span>
      ))}
      <ul class="manifest">
        {cargo.map(({ pod, owner, amount: used }) => (
          <li key={pod}>
            <span class={`swatch ${ownerClass(owner)}`} aria-hidden="true" />
            {shortName(pod)} <span class="number">{amount(used)}</span>
          </li>
        ))}
      </ul>
    </li>
  );
}

/** What is in use beside pods. */
function besidePods(aboard: Aboard | undefined): number {
  if (aboard === undefined) return 0;
  return aboard.cargo.reduce((left, { amount }) => left - amount, aboard.amount);
}

function heightOf(amount: number, capacity: number): number {
  return capacity > 0 ? (amount / capacity) * HOLD : 0;
}

function boxesOf(course: Course, moment: Moment, lastEvent: number): readonly Box[] {
  const boxes = [
    ...waitingBoxes(moment),
    ...course.ships.flatMap((_, index) => cargoBoxes(course, moment, index)),
    ...afloatBoxes(course, moment, lastEvent),
  ];
  // In one order, so that what moves stays the same element.
  return boxes.sort((a, b) => (a.pod < b.pod ? -1 : 1));
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

/** On top of each other, from the keel. */
function cargoBoxes({ ships, measure }: Course, moment: Moment, index: number): readonly Box[] {
  const aboard = moment.aboard[index];
  const capacity = ships[index]?.capacity ?? 0;
  let top = KEEL - heightOf(besidePods(aboard), capacity);
  return (aboard?.cargo ?? []).map(({ pod, owner, amount }) => {
    const height = Math.max(heightOf(amount, capacity), CARGO_MIN);
    top -= height;
    const text = amountText(measure, amount);
    return {
      pod,
      owner,
      state: "aboard" as const,
      ...berthed(index, ships),
      top,
      height,
      amount: text,
    };
  });
}

function berthed(index: number, ships: readonly Ship[]) {
  const width = BOX_SHARE / ships.length;
  return { left: (index + 0.5) / ships.length - width / 2, width };
}

/** Pods that had to go a short while ago, below the node that they had to leave. */
function afloatBoxes(
  { events, ships, owners }: Course,
  moment: Moment,
  lastEvent: number,
): readonly Box[] {
  const present = new Set(
    [...moment.aboard.flatMap(({ cargo }) => cargo), ...moment.waiting].map(({ pod }) => pod),
  );
  const recent = events.slice(Math.max(0, lastEvent + 1 - AFLOAT_EVENTS), lastEvent + 1);
  const gone = recent.filter(({ kind, pod }) => ENDS.has(kind) && pod !== undefined);
  return ships.flatMap(({ name }, index) => {
    const here = gone.filter(({ node, pod }) => node === name && pod && !present.has(podText(pod)));
    return here.slice(-AFLOAT_MAX).map(({ kind, pod, owner }, place): Box => {
      const text = owner === undefined ? `Pod ${pod?.name}` : `${owner.kind} ${owner.name}`;
      return {
        pod: pod === undefined ? "" : podText(pod),
        owner: Math.max(0, owners.indexOf(`${pod?.namespace} ${text}`)),
        state: "overboard",
        ...berthed(index, ships),
        top: SEA_TOP + place * (BOX_HEIGHT + 2),
        height: BOX_HEIGHT,
        amount: kind === "Terminating" ? "evicted" : kind.toLowerCase(),
      };
    });
  });
}

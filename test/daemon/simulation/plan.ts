/** What a run is about: how large it is, and what goes wrong in it. All of it comes from a seed. */
import { Random } from "../../documents/random.ts";
import type { Route } from "./apiServer.ts";
import { type Effect, GARBLED } from "./network.ts";

/** What happens to a process, a machine, a disk or the cluster. */
export type Trouble =
  | "stop"
  | "kill"
  | "terminate"
  | "cut power"
  | "set clock"
  | "drift"
  | "full disk"
  | "read-only disk"
  | "slow disk"
  | "failing sync"
  | "breaker"
  | "fewer nodes"
  | "budget"
  | "spike"
  | "frozen stats"
  | "future stats"
  | "old pods"
  | "kubelet configuration"
  | "configuration";

export type Kind = Effect | Trouble;

/** One fault. It waits for its moment from `at` on; without one, it happens then. */
export interface Fault {
  readonly at: number;
  readonly kind: Kind;
  /** By number; what concerns a machine concerns that of this daemon. */
  readonly daemon: number;
  /** `send evict`, `answer lease`, `disk datasync acts.ndjson`; of an effect, a send. */
  readonly moment: string;
  /** Depends on the kind; `seconds` is how long it lasts. */
  readonly value: number;
  readonly seconds: number;
}

export interface Plan {
  readonly seed: number;
  readonly minutes: number;
  readonly nodes: number;
  /** Second daemons of the first nodes, with a state directory of their own. */
  readonly rivals: number;
  readonly maxNodes: number;
  readonly evictionsPerHour: number;
  readonly evictionsPerNamespace: number;
  readonly warmUpSeconds: number;
  readonly faults: readonly Fault[];
}

const ROUTES: readonly Route[] = [
  ...(["summary", "pods", "configz", "node", "namespace", "breaker", "lease", "slot"] as const),
  ...(["discovery", "pod", "dry-run", "evict", "event"] as const),
];
/** Those that are near an act are what it is about. */
const DRAWN_ROUTES = [...ROUTES, "evict", "evict", "evict", "dry-run", "lease", "lease", "breaker"];
const ASKED_IN_ACTS: readonly Route[] = [
  ...(["pod", "discovery", "dry-run", "breaker", "slot", "lease"] as const),
];
const DISK_MOMENTS = [
  ...["open", "write", "datasync", "read"].map((name) => `disk ${name} acts.ndjson`),
  ...["disk rename acts.ndjson", "disk sync directory", "disk write state.plimsoll.draft"],
  ...["disk sync state.plimsoll.draft", "disk rename state.plimsoll"],
];
const REFUSALS = [401, 403, 409, 429, 500, 503, 504];
const FAILURES = [500, 503, 504];
const JUMPS = [-7200, -600, -60, -6, 6, 60, 600, 7200];

type Draw = (random: Random) => { value?: number; seconds?: number };

const none: Draw = () => ({});
const late: Draw = (random) => ({ value: 1 + random.below(60) });
const text: Draw = (random) => ({ value: random.below(GARBLED.length) });
const during: Draw = (random) => ({ seconds: 10 + random.below(300) });

/** How a fault of each kind is drawn. */
const DRAWS: Readonly<Record<Kind, Draw>> = {
  "refuse connection": none,
  "lose request": none,
  "reset request": none,
  "lose answer": none,
  "reset answer": none,
  "delay request": late,
  "delay answer": late,
  repeat: none,
  garble: text,
  "do and garble": text,
  status: (random) => ({ value: random.pick(REFUSALS) }),
  "do and status": (random) => ({ value: random.pick(FAILURES) }),
  stop: (random) => ({ seconds: random.pick([5, 20, 55, 70, 320, 700]) }),
  // What is started next waits for so long.
  kill: (random) => ({ seconds: 1 + random.below(60) }),
  terminate: (random) => ({ seconds: 1 + random.below(60) }),
  "cut power": (random) => ({ seconds: 5 + random.below(120) }),
  "set clock": (random) => ({ value: random.pick(JUMPS) }),
  drift: (random) => ({ value: random.below(2001) - 1000 }),
  "full disk": (random) => ({ value: random.below(2000), ...during(random) }),
  "read-only disk": during,
  "slow disk": (random) => ({ value: random.pick([1, 3, 6, 20]), ...during(random) }),
  "failing sync": during,
  breaker: (random) => ({ value: random.below(3), ...during(random) }),
  "fewer nodes": during,
  budget: during,
  spike: (random) => ({ value: 200 + random.below(400), ...during(random) }),
  "frozen stats": (random) => ({ seconds: 100 + random.below(900) }),
  "future stats": (random) => ({ value: 120 + random.below(600), ...during(random) }),
  "old pods": during,
  "kubelet configuration": (random) => ({
    value: random.pick([200, 1100, 1500]),
    ...during(random),
  }),
  configuration: (random) => ({ value: random.pick([900, 1000, 1100]) }),
};
export const KINDS = Object.keys(DRAWS) as readonly Kind[];
export const EFFECTS: ReadonlySet<Kind> = new Set(KINDS.slice(0, 12));
const OF_PROCESSES: ReadonlySet<Kind> = new Set(["stop", "kill", "terminate", "cut power"]);
const WORSE: Readonly<Partial<Record<Kind, Worse>>> = {
  stop: {
    kinds: ["breaker", "fewer nodes", "budget", "spike", "kubelet configuration", "set clock"],
    seconds: 0,
  },
  // An engine that was configured again takes the same stats for new ones.
  "frozen stats": { kinds: ["configuration", "configuration", "set clock"], seconds: 170 },
};

interface Worse {
  readonly kinds: readonly Kind[];
  /** How much later, at least; at the same moment if it is 0. */
  readonly seconds: number;
}

const DAEMONS_MAX = 5;
const NODES_MAX = 3;

export function drawPlan(seed: number, number: number): Plan {
  const random = new Random(seed, number);
  const nodes = 1 + random.below(NODES_MAX);
  const rivals = random.oneIn(2) ? random.below(Math.min(nodes, DAEMONS_MAX - nodes) + 1) : 0;
  const minutes = 20 + random.below(60);
  // From hardly any, so that it acts often, to several a minute.
  const spacing = random.pick([60, 120, 300, 900]);
  const count = Math.floor((minutes * 60) / spacing);
  const drawn = Array.from({ length: count }, () =>
    drawFaults(random, minutes * 60, nodes + rivals),
  ).flat();
  return {
    ...{ seed: random.below(2 ** 31), minutes, nodes, rivals },
    // With one more, a node that is started again finds a place.
    maxNodes: 1 + random.below(nodes + 1),
    ...drawCaps(random),
    warmUpSeconds: random.pick([0, 30, 120]),
    faults: drawn.sort((a, b) => a.at - b.at),
  };
}

/** Most plans have none that matters: a daemon that has used it up does nothing for an hour. */
function drawCaps(random: Random): Pick<Plan, "evictionsPerHour" | "evictionsPerNamespace"> {
  const isCapped = random.oneIn(6);
  return {
    evictionsPerHour: isCapped ? random.pick([3, 12, 1000]) : 1000,
    evictionsPerNamespace: isCapped ? random.pick([4, 1000]) : 1000,
  };
}

/** One, and often what makes it worse: a change at the same moment, or some time later. */
function drawFaults(random: Random, seconds: number, daemons: number): Fault[] {
  const fault = drawFault(random, random.pick(KINDS), seconds, daemons);
  const { at, daemon, moment } = fault;
  const worse = WORSE[fault.kind];
  if (worse === undefined || random.oneIn(3)) return [fault];
  const change = drawFault(random, random.pick(worse.kinds), seconds, daemons);
  const isLater = worse.seconds > 0;
  const when = isLater ? at + worse.seconds + random.below(worse.seconds) : at;
  return [fault, { ...change, at: when, daemon, moment: isLater ? "" : moment }];
}

function drawFault(random: Random, kind: Kind, seconds: number, daemons: number): Fault {
  const { value = 0, seconds: lasting = 0 } = DRAWS[kind](random);
  return {
    at: random.below(seconds),
    kind,
    daemon: random.below(daemons),
    moment: momentOf(random, kind),
    value,
    seconds: lasting,
  };
}

function momentOf(random: Random, kind: Kind): string {
  if (kind === "stop" && random.oneIn(2)) return `answer ${random.pick(ASKED_IN_ACTS)}`;
  // Stats without pressure would have no consequence.
  if (kind === "frozen stats") return "answer dry-run";
  if (EFFECTS.has(kind)) return `send ${random.pick(DRAWN_ROUTES)}`;
  // Anything else also happens at some time, and not near any request.
  const isNear = OF_PROCESSES.has(kind) ? !random.oneIn(4) : random.oneIn(3);
  if (!isNear) return "";
  if (random.oneIn(4)) return random.pick(DISK_MOMENTS);
  return `${random.pick(["send", "answer"])} ${random.pick(DRAWN_ROUTES)}`;
}

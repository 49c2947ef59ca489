import type { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import type { ApiRequest } from "../../../hosts/daemon/kubernetes/exchange.ts";
import { Random } from "../../documents/random.ts";
import { ApiServer, type Route } from "./apiServer.ts";
import { SimulatedDaemon } from "./daemon.ts";
import { healthy, isHealthy, SimulatedDisk } from "./disk.ts";
import type { Engines } from "./engines.ts";
import { type Effect, Network, type NetworkFault, type Outcome, type Watcher } from "./network.ts";
import { SimulatedNode } from "./node.ts";
import { EFFECTS, type Fault, type Kind, type Plan, type Trouble } from "./plan.ts";
import { Process } from "./process.ts";
import { type Actor, Rules } from "./rules.ts";
import { KUBELET_MEBIBYTES, type Seat, TROUBLES } from "./troubles.ts";
import { SECOND, World } from "./world.ts";

const OUR_MEBIBYTES = 1024;
const RESTART_MILLISECONDS = 10_000;
const STALE_SECONDS = 120;
/**
 * How long after the last fault a node under pressure is acted on: a Lease lapses (50 s), then the
 * place of a node that acts (300 s), an attempt backs off (300 s), and a pod leaks for a minute.
 */
const LIVELY_SECONDS = 900;
/** A cap counts the evictions of an hour. */
const CAP_SECONDS = 3600;
/** How long a successor waits: for the Lease, then for the place of the node; and some steps. */
const SUCCESSOR_SECONDS = 600;

export interface Result {
  /** What must not be and was, in one sentence; null when all rules held. */
  readonly violation: string | null;
  readonly virtualSeconds: number;
  readonly steps: number;
  readonly evictions: number;
  readonly faults: ReadonlyMap<Kind, number>;
}

/** Plays a plan. The same plan always gives the same result. */
export async function runPlan(engines: Engines, plan: Plan): Promise<Result> {
  const run = new Run(engines, plan);
  try {
    return await run.play();
  } finally {
    run.close();
  }
}

class Run implements Watcher {
  readonly #engines: Engines;
  readonly #taken: EvictionEngine[] = [];
  readonly #plan: Plan;
  readonly #world = new World();
  readonly #random: Random;
  readonly #server: ApiServer;
  readonly #network: Network;
  readonly #rules: Rules;
  readonly #seats: Seat[];
  /** Faults that wait for their moment. */
  #armed: Fault[] = [];
  #isQuiet = false;
  #steps = 0;
  #mebibytes = OUR_MEBIBYTES;
  readonly #claims = new Map<string, Process>();
  readonly #counts = new Map<Kind, number>();

  constructor(engines: Engines, plan: Plan) {
    this.#engines = engines;
    this.#plan = plan;
    this.#random = new Random(plan.seed, 1);
    const nodes = Array.from(
      { length: plan.nodes },
      (_, index) => new SimulatedNode(this.#world, this.#random, `n${index + 1}`),
    );
    this.#server = new ApiServer(nodes);
    this.#network = new Network(this.#world, this.#server, this.#random, this);
    const disks = nodes.map(() => new SimulatedDisk());
    this.#seats = Array.from({ length: plan.nodes + plan.rivals }, (_, number) => {
      const node = nodes[number % plan.nodes] as SimulatedNode;
      const disk = disks[number % plan.nodes] as SimulatedDisk;
      return this.#seat(number, node, disk);
    });
    this.#rules = new Rules(this.#server, plan, ({ directory }) => {
      const seat = this.#seats.find((each) => each.directory === directory);
      return seat?.disk.surely(`${directory}/acts.ndjson`) ?? "";
    });
    this.#allow(plan.maxNodes);
  }

  async play(): Promise<Result> {
    for (const seat of this.#seats) this.#start(seat);
    for (const fault of this.#plan.faults) {
      this.#world.after(fault.at * 1000, () => this.#arm(fault));
    }
    await this.#until(this.#plan.minutes * 60, () => false);
    if (this.#rules.violation === null) await this.#quietly();
    return {
      violation: this.#rules.violation,
      virtualSeconds: Number(this.#world.now / SECOND),
      steps: this.#steps,
      evictions: this.#rules.sent,
      faults: this.#counts,
    };
  }

  /** Nothing happens in the world any more. */
  close(): void {
    this.#engines.giveBack(this.#taken);
  }

  sending(process: Process, route: Route, asked: ApiRequest): NetworkFault | null {
    const seat = this.#seatOf(process);
    if (seat === undefined) return null;
    if (route === "evict") {
      const { namespace, uid } = podOf(asked);
      this.#rules.evicts(seat.actor, namespace, uid, this.#world.now);
    }
    return this.#reached(seat, `send ${route}`);
  }

  answering(process: Process, route: Route): void {
    const seat = this.#seatOf(process);
    if (seat !== undefined) this.#reached(seat, `answer ${route}`);
  }

  answered(process: Process, route: Route, asked: ApiRequest, got: Outcome): void {
    const seat = this.#seatOf(process);
    if (seat === undefined) return;
    const isAboutPod = route === "evict" || route === "dry-run";
    const uid = isAboutPod ? podOf(asked).uid : null;
    this.#rules.answered(seat.actor, route, uid, got, this.#world.now);
  }

  /** When faults have stopped, what should be done is done; and a successor does not wait long. */
  async #quietly(): Promise<void> {
    this.#recover();
    const { nodes, maxNodes } = this.#plan;
    const expected = Math.min(nodes, maxNodes);
    const began = this.#world.now;
    const cap = Math.min(this.#plan.evictionsPerHour, this.#plan.evictionsPerNamespace);
    const most = LIVELY_SECONDS + this.#plan.warmUpSeconds + (cap < 100 ? CAP_SECONDS : 0);
    const haveActed = () => this.#rules.actedSince(began).size >= expected;
    await this.#until(most, haveActed);
    if (!haveActed()) {
      this.#rules.fail(`after the last fault, fewer than ${expected} nodes act within ${most} s`);
    }
    if (this.#rules.violation !== null || cap < 100) return;
    await this.#successor();
  }

  /** The daemon of one node is ended; the next one acts in time. */
  async #successor(): Promise<void> {
    const [seat] = this.#seats;
    if (seat === undefined || this.#plan.nodes > 1) return;
    const ended = this.#world.now;
    if (this.#random.oneIn(2)) seat.daemon?.terminate();
    else this.#end(seat, 1000);
    const most = SUCCESSOR_SECONDS + this.#plan.warmUpSeconds;
    const hasActed = () => this.#rules.actedSince(ended + 10n * SECOND).size > 0;
    await this.#until(most, hasActed);
    if (!hasActed()) this.#rules.fail(`a successor does not act within ${most} s`);
  }

  #until(seconds: number, isOver: () => boolean): Promise<void> {
    const end = this.#world.now + BigInt(seconds) * SECOND;
    return this.#world.run(end, () => this.#rules.violation !== null || isOver());
  }

  /** Ends all that is wrong. */
  #recover(): void {
    this.#isQuiet = true;
    this.#armed = [];
    this.#server.budgetIsUsedUp = false;
    this.#mebibytes = OUR_MEBIBYTES;
    this.#allow(this.#plan.maxNodes);
    for (const seat of this.#seats) {
      Object.assign(seat.disk.trouble, healthy());
      Object.assign(seat.node.trouble, { statsAreFrozen: false, statsSeconds: 0, oldPods: null });
      seat.node.kubeletMebibytes = KUBELET_MEBIBYTES;
      seat.process.resume();
    }
    for (const node of this.#server.nodes) {
      node.clock.correct();
      node.restartPods();
    }
  }

  #seat(number: number, node: SimulatedNode, disk: SimulatedDisk): Seat {
    const process = new Process(this.#world, node.clock);
    process.end();
    const directory = `/state-${number}`;
    const actor = this.#actor(node, directory, "");
    return { number, node, disk, directory, process, daemon: null, actor, starts: 0 };
  }

  #actor(node: SimulatedNode, directory: string, identity: string): Actor {
    const startedAt = this.#world.now;
    return {
      ...{ node, directory, identity, startedAt, stepped: null },
      ...{ measured: null, nodeSaysPressure: false, agreedDryRuns: new Set<string>() },
    };
  }

  #start(seat: Seat): void {
    if (!seat.process.isDead) return;
    const { node, directory, disk } = seat;
    seat.starts += 1;
    const process = new Process(this.#world, node.clock);
    const identity = `d${seat.number}_${seat.starts}`;
    seat.process = process;
    seat.actor = this.#actor(node, directory, identity);
    const { evictionsPerHour, evictionsPerNamespace, warmUpSeconds } = this.#plan;
    seat.daemon = new SimulatedDaemon({
      ...{ newEngine: () => this.#newEngine(), process, node: node.name, directory, identity },
      client: this.#network.client(process),
      disk: disk.of(process, (moment) => {
        this.#reached(seat, moment);
        return undefined;
      }),
      bounds: {
        ...{ evictionsPerHour, warmUpSeconds, staleAfterSeconds: STALE_SECONDS },
        evictionsPerNamespacePerHour: evictionsPerNamespace,
        protectedNamespaces: ["kube-system"],
      },
      mebibytes: () => this.#mebibytes,
      claim: () => {
        const holder = this.#claims.get(directory);
        if (holder !== undefined && !holder.isDead) return false;
        this.#claims.set(directory, process);
        return true;
      },
      stepped: () => this.#hasStepped(seat),
      ended: (reason) => this.#hasEnded(seat, process, reason),
    });
  }

  #newEngine(): EvictionEngine {
    const engine = this.#engines.take();
    this.#taken.push(engine);
    return engine;
  }

  #hasStepped({ actor, node, disk, directory }: Seat): void {
    this.#steps += 1;
    const { now } = this.#world;
    const { first, last } = actor.stepped ?? { first: now, last: now };
    // It is noticed when the next step begins, and outlives a restart once the journal has it.
    const isWritten = isHealthy(disk.trouble);
    for (const { at, noticed } of node.clock.jumps) {
      if (first <= at && at <= last && last < now && isWritten) noticed.add(directory);
    }
    actor.stepped = { first, last: now };
  }

  #hasEnded(seat: Seat, process: Process, reason: unknown): void {
    if (reason !== null && !process.isDead) {
      this.#rules.fail(`a daemon failed: ${reason instanceof Error ? reason.stack : reason}`);
    }
    process.end();
    this.#world.after(RESTART_MILLISECONDS, () => this.#start(seat));
  }

  /** The process ends without warning. */
  #end(seat: Seat, milliseconds: number): void {
    seat.process.end();
    this.#world.after(milliseconds, () => this.#start(seat));
  }

  #seatOf(process: Process): Seat | undefined {
    return this.#seats.find((seat) => seat.process === process);
  }

  #arm(fault: Fault): void {
    if (fault.moment !== "") this.#armed.push(fault);
    else this.#happen(fault);
  }

  /** What waits for this moment happens; the effect on a request, if it is one. */
  #reached(seat: Seat, moment: string): NetworkFault | null {
    if (this.#isQuiet || this.#armed.length === 0) return null;
    const isNow = (fault: Fault) => fault.moment === moment && fault.daemon === seat.number;
    const now = this.#armed.filter(isNow);
    if (now.length === 0) return null;
    // A request meets one effect; the others wait for the next requests.
    const effect = now.find(({ kind }) => EFFECTS.has(kind));
    this.#armed = this.#armed.filter(
      (fault) => !isNow(fault) || (EFFECTS.has(fault.kind) && fault !== effect),
    );
    for (const fault of now) if (!EFFECTS.has(fault.kind)) this.#happen(fault);
    if (effect === undefined) return null;
    this.#count(effect.kind);
    return { effect: effect.kind as Effect, value: effect.value };
  }

  #count(kind: Kind): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }

  #allow(maxNodes: number): void {
    this.#server.breaker = { acting: "allow", maxNodes: String(maxNodes) };
    this.#rules.maxNodesIs(maxNodes, this.#world.now);
    this.#rules.breakerIs(false, this.#world.now);
  }

  #happen(fault: Fault): void {
    const seat = this.#seats[fault.daemon];
    if (seat === undefined || this.#isQuiet) return;
    this.#count(fault.kind);
    TROUBLES[fault.kind as Trouble](fault, seat, {
      random: this.#random,
      server: this.#server,
      seatsOf: (node) => this.#seats.filter((each) => each.node === node),
      during: (seconds, end) => {
        // What is undone when the faults stop is not undone again.
        this.#world.after(seconds * 1000, () => {
          if (!this.#isQuiet) end();
        });
      },
      end: (each, milliseconds) => this.#end(each, milliseconds),
      allow: (maxNodes) => this.#allow(maxNodes ?? this.#plan.maxNodes),
      forbid: (settings) => {
        this.#server.breaker = settings;
        this.#rules.breakerIs(true, this.#world.now);
      },
      configure: (node, mebibytes) => {
        node.kubeletMebibytes = mebibytes;
        this.#rules.configuredAt = this.#world.now;
      },
      setPolicy: (mebibytes) => {
        this.#mebibytes = mebibytes;
      },
    });
  }
}

function podOf({ body }: ApiRequest): { readonly namespace: string; readonly uid: string } {
  const { metadata, deleteOptions } = body as {
    metadata: { namespace: string };
    deleteOptions: { preconditions: { uid: string } };
  };
  return { namespace: metadata.namespace, uid: deleteOptions.preconditions.uid };
}

import type { Random } from "../../documents/random.ts";
import type { ApiServer } from "./apiServer.ts";
import type { SimulatedDaemon } from "./daemon.ts";
import { healthy, type SimulatedDisk } from "./disk.ts";
import type { SimulatedNode } from "./node.ts";
import type { Fault, Trouble } from "./plan.ts";
import type { Process } from "./process.ts";
import type { Actor } from "./rules.ts";

/** The hard threshold of a kubelet, as long as nobody changes it. */
export const KUBELET_MEBIBYTES = 100;

/** One of the daemons of a plan, over all of its processes. */
export interface Seat {
  readonly number: number;
  readonly node: SimulatedNode;
  readonly disk: SimulatedDisk;
  readonly directory: string;
  process: Process;
  daemon: SimulatedDaemon | null;
  actor: Actor;
  starts: number;
}

/** What the troubles of a run can touch. */
export interface Scene {
  readonly random: Random;
  readonly server: ApiServer;
  seatsOf(node: SimulatedNode): readonly Seat[];
  /** Calls `end` when the trouble is over. */
  during(seconds: number, end: () => void): void;
  /** Ends a process without warning; the next one is started after so long. */
  end(seat: Seat, milliseconds: number): void;
  /** The breaker says allow; without a number, for as many nodes as the plan has. */
  allow(maxNodes?: number): void;
  forbid(settings: ApiServer["breaker"]): void;
  configure(node: SimulatedNode, mebibytes: number): void;
  setPolicy(mebibytes: number): void;
}

type Happen = (fault: Fault, seat: Seat, scene: Scene) => void;

/** ConfigMaps that do not say allow. */
const FORBIDDING: readonly ApiServer["breaker"][] = [
  null,
  { acting: "stop" },
  { acting: "allow", maxNodes: "many" },
];

/** A disk has this trouble for a while. */
function spoilt(trouble: (fault: Fault) => Partial<SimulatedDisk["trouble"]>): Happen {
  return (fault, { disk }, { during }) => {
    Object.assign(disk.trouble, trouble(fault));
    during(fault.seconds, () => Object.assign(disk.trouble, healthy()));
  };
}

/** What happens, by the kind of a fault. */
export const TROUBLES: Readonly<Record<Trouble, Happen>> = {
  stop: ({ seconds }, { process }) => process.stop(seconds * 1000),
  kill: ({ seconds }, seat, { end }) => end(seat, seconds * 1000),
  terminate: (_, { daemon }) => daemon?.terminate(),
  "cut power": ({ seconds }, { node, disk }, { random, seatsOf, end }) => {
    for (const seat of seatsOf(node)) end(seat, seconds * 1000);
    disk.cutPower(random);
  },
  "set clock": ({ value }, { node }) => node.clock.set(value * 1000),
  drift: ({ value }, { node }) => node.clock.drift(value),
  "full disk": spoilt(({ value }) => ({ free: value })),
  "read-only disk": spoilt(() => ({ isReadOnly: true })),
  "slow disk": spoilt(({ value }) => ({ slow: value * 1000 })),
  "failing sync": spoilt(() => ({ syncsFail: true })),
  breaker: ({ value, seconds }, _, { forbid, allow, during }) => {
    forbid(FORBIDDING[value] ?? null);
    during(seconds, () => allow());
  },
  "fewer nodes": ({ seconds }, _, { allow, during }) => {
    allow(1);
    during(seconds, () => allow());
  },
  budget: ({ seconds }, _, { server, during }) => {
    server.budgetIsUsedUp = true;
    during(seconds, () => {
      server.budgetIsUsedUp = false;
    });
  },
  spike: ({ value, seconds }, { node }) => node.spike(value, seconds),
  "frozen stats": ({ seconds }, { node: { trouble } }, { during }) => {
    trouble.statsAreFrozen = true;
    during(seconds, () => {
      trouble.statsAreFrozen = false;
    });
  },
  "future stats": ({ value, seconds }, { node: { trouble } }, { during }) => {
    trouble.statsSeconds = value;
    during(seconds, () => {
      trouble.statsSeconds = 0;
    });
  },
  "old pods": ({ seconds }, { node }, { during }) => {
    node.trouble.oldPods = node.podList();
    during(seconds, () => {
      node.trouble.oldPods = null;
    });
  },
  "kubelet configuration": ({ value, seconds }, { node }, { configure, during }) => {
    configure(node, value);
    during(seconds, () => configure(node, KUBELET_MEBIBYTES));
  },
  configuration: ({ value }, _, { setPolicy }) => setPolicy(value),
};

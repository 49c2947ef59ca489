/** Captures of nodes become what the workloads of a scenario use. */

import type { CaptureRecord } from "../../../read/capture/capture.ts";
import { isMembers } from "../../../read/json/untyped.ts";
import {
  nodesOf,
  type Scenario,
  type ScenarioNode,
  withNode,
} from "../../../read/objects/scenario.ts";
import { formatBytes, plural } from "../../../text/amount.ts";
import {
  type KnownPods,
  MEASURES,
  type Measure,
  RecordedNode,
  type RecordedUse,
} from "./recordedNode.ts";
import type { Sample } from "./samples.ts";
import { podKey, usedNode } from "./summary.ts";

/** A scenario has at most 4 MiB; what people wrote themselves needs some of it. */
const TEXT_BYTES_MAX = 3.5 * 2 ** 20;
/** `[86390,171798691840],` and the text around the points of a container. */
const POINT_BYTES = 22;
const CONTAINER_BYTES = 200;
const TOLERANCE_MIN = 65_536;
const NANOS_PER_SECOND = 1_000_000_000n;
const decoder = new TextDecoder();

/** A workload of a scenario, as `schemas/scenario-1.schema.json` has it. */
interface Workload {
  readonly owner: { readonly kind: "Pod"; readonly namespace: string; readonly name: string };
  readonly container: string;
  readonly memory?: Series;
  readonly disk?: Series;
  readonly inodes?: Series;
}

interface Series {
  readonly series: readonly Sample[];
}

export class Recording {
  readonly #known: KnownPods;
  readonly #nodes = new Map<string, RecordedNode>();
  /** Records without a Summary that could be read. */
  #unread = 0;
  /** Amounts that count as not measured. */
  #odd = 0;
  #tolerance = 0;

  constructor(known: KnownPods) {
    this.#known = known;
  }

  has(node: string): boolean {
    return this.#nodes.has(node);
  }

  /** Takes the next record of a node. */
  take(
    node: string,
    { time, pods, summary }: Pick<CaptureRecord, "time" | "pods" | "summary">,
  ): void {
    const recorded = this.#nodes.get(node) ?? new RecordedNode(node, this.#known);
    this.#nodes.set(node, recorded);
    if (pods !== undefined) recorded.addNames(parsed(pods));
    const used = summary === null ? null : usedNode(parsed(summary));
    if (used === null) {
      this.#unread++;
      return;
    }
    this.#odd += used.odd;
    recorded.add(Number(time / NANOS_PER_SECOND), used, this.#tolerance);
    this.#fit();
  }

  /** Keeps what fits a scenario: small changes go first. */
  #fit(): void {
    while (this.#textBytes() > TEXT_BYTES_MAX && this.#tolerance < Number.MAX_SAFE_INTEGER) {
      this.#tolerance = Math.max(TOLERANCE_MIN, this.#tolerance * 2);
      for (const node of this.#nodes.values()) node.thin(this.#tolerance);
    }
  }

  #textBytes(): number {
    let bytes = 0;
    for (const node of this.#nodes.values()) {
      bytes += node.size * POINT_BYTES + node.containers * CONTAINER_BYTES;
    }
    return bytes;
  }

  /** The scenario with what was recorded; what it says itself of a pod or a node stays. */
  in(scenario: Scenario): Scenario {
    const start = Math.min(...[...this.#nodes.values()].map(({ first }) => first));
    const said = new Set(podsOf(scenario));
    const nodes = [...this.#nodes.values()];
    const workloads = nodes.flatMap((node) => workloadsOf(node, start, said));
    const own = Array.isArray(scenario.workloads) ? scenario.workloads : [];
    const whole =
      scenario.workloads === undefined || Array.isArray(scenario.workloads)
        ? { ...scenario, workloads: [...own, ...workloads] }
        : scenario;
    return nodes.reduce((scenario, node) => withSystem(scenario, node, start), whole);
  }

  /** What is worth knowing, a sentence each. */
  get notes(): readonly string[] {
    const nodes = [...this.#nodes.values()];
    const recorded = new Set(nodes.flatMap(({ pods }) => [...pods.keys()]));
    const unseen = [...this.#known.containers.keys()].filter((key) => !recorded.has(key)).length;
    const strangers = nodes.reduce((count, node) => count + node.strangers.size, 0);
    const all = [
      this.#unread > 0
        ? `${plural(this.#unread, "record has", "records have")} no Summary that can be read.`
        : null,
      this.#odd > 0
        ? `In the captures, ${plural(this.#odd, "amount")} outside 0 to 16Ti ` +
          `${this.#odd === 1 ? "counts" : "count"} as not measured.`
        : null,
      strangers > 0
        ? `${plural(strangers, "pod or container", "pods or containers")} of the captures ` +
          `${strangers === 1 ? "is" : "are"} not among the objects: their usage counts as the ` +
          "node's own."
        : null,
      unseen > 0
        ? unseen === 1
          ? "1 pod of the objects is in no capture: its usage is that of the scenario, or 0."
          : `${unseen} pods of the objects are in no capture: their usage is that of the ` +
            "scenario, or 0."
        : null,
      this.#tolerance > 0
        ? "The captures exceed the limits of a scenario: changes of a container's usage by " +
          `less than ${formatBytes(this.#tolerance)} are left out.`
        : null,
    ];
    return all.filter((sentence) => sentence !== null);
  }
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The pods of which a scenario has a workload. */
function podsOf({ workloads }: Scenario): readonly string[] {
  if (!Array.isArray(workloads)) return [];
  return workloads.flatMap((workload) => {
    const owner = isMembers(workload) ? workload.owner : undefined;
    if (!isMembers(owner) || owner.kind !== "Pod") return [];
    return [podKey(owner.namespace, owner.name)];
  });
}

function workloadsOf(node: RecordedNode, start: number, said: Set<string>): readonly Workload[] {
  return [...node.pods].flatMap(([key, { first, containers }]) => {
    if (said.has(key)) return [];
    // A pod that was on two nodes counts where it is found first.
    said.add(key);
    const [namespace = "", name = ""] = key.split("/");
    // One that was there at the first record was there before; another one began then.
    const zero = first === node.first ? start : first;
    return [...containers].map(([container, use]): Workload => {
      return { owner: { kind: "Pod", namespace, name }, container, ...seriesOf(use, zero) };
    });
  });
}

function seriesOf(use: RecordedUse, zero: number): Partial<Record<Measure, Series>> {
  const recorded = MEASURES.filter((measure) => use[measure].size > 0);
  return Object.fromEntries(
    recorded.map((measure) => [measure, { series: fromZero([...use[measure]], zero) }]),
  );
}

/** The first amount holds from the beginning. */
function fromZero(samples: readonly Sample[], zero: number): readonly Sample[] {
  return samples.map(([second, bytes], index) => [index === 0 ? 0 : second - zero, bytes]);
}

function withSystem(scenario: Scenario, node: RecordedNode, start: number): Scenario {
  const own = nodesOf(scenario).find((each) => isMembers(each) && each.name === node.name);
  const given = own?.system ?? {};
  if (!isMembers(given)) return scenario;
  const measured = MEASURES.flatMap((of) => {
    const samples = unrepeated(node.system(of));
    return samples.length === 0 ? [] : [[of, { series: fromZero(samples, start) }]];
  });
  const system: ScenarioNode = { ...Object.fromEntries(measured), ...given };
  const isTold = (own?.inodes ?? scenario.inodes) !== undefined || node.inodeCapacity === 0;
  return withNode(scenario, node.name, {
    ...(isTold ? {} : { inodes: node.inodeCapacity }),
    system,
  });
}

function unrepeated(samples: readonly Sample[]): readonly Sample[] {
  return samples.filter(([, bytes], index) => index === 0 || bytes !== samples[index - 1]?.[1]);
}

/** A cluster with its scenario, and what comes of it. */
import { Detail } from "../../../assembly/abi.ts";
import type { DocumentInput } from "../../engine/moduleInstance.ts";
import type { SimulatorEngine } from "../../engine/simulatorEngine.ts";
import type { SimulatorVerdict } from "../../engine/simulatorEvent.ts";
import { eachValue } from "../../read/objects/eachObject.ts";
import type { Scenario } from "../../read/objects/scenario.ts";
import { nanosecondsOf } from "../../text/duration.ts";
import { virtualTime } from "../../text/virtualTime.ts";
import type { ObjectTree } from "../change/change.ts";

export interface Simulation {
  /** The configuration of the scheduler; null for its defaults. */
  readonly configuration: DocumentInput | null;
  readonly documents: readonly DocumentInput[];
  readonly scenario: Scenario;
}

/** Everything up to the first moment; throws EngineError for what is refused. */
export function load(engine: SimulatorEngine, cluster: Simulation): void {
  engine.clear();
  engine.configure(cluster.configuration);
  for (const document of cluster.documents) engine.objects(document);
  engine.scenario(cluster.scenario);
}

/** Simulates a cluster that is loaded up to a moment; `take` gets the lines of its events. */
export function simulate(
  engine: SimulatorEngine,
  untilSeconds: number,
  take: (lines: Uint8Array) => void,
): SimulatorVerdict {
  for (const lines of engine.run(nanosecondsOf(untilSeconds))) take(lines);
  return engine.report(Detail.Arithmetic).parse();
}

/** A cycle is simulated once; what is behind it is as it was in it. */
export function momentInCycle(
  { verdict, at, period = 0 }: SimulatorVerdict,
  asked: number,
): number {
  if (verdict !== "thrashes" || period <= 0 || asked <= at + period) return asked;
  return at + ((asked - at) % period);
}

/** Why another moment than the one that was asked for is explained. */
export function sameMomentNote(asked: number, moment: number): string {
  return (
    `${virtualTime(asked)} is the same as ${virtualTime(moment)}, because the cluster ` +
    "thrashes."
  );
}

/** The objects of documents, each by itself with its kind, in the order in which they are read. */
export function objectsOf(documents: readonly DocumentInput[]): readonly ObjectTree[] {
  return documents.flatMap((document) => valuesOf(document).flatMap(itemsOf));
}

const LIST = "List";
const decoder = new TextDecoder();

function valuesOf(document: DocumentInput): readonly ObjectTree[] {
  if (typeof document === "string") return valuesOf(new TextEncoder().encode(document));
  if (!(document instanceof Uint8Array)) return [document as ObjectTree];
  const values: ObjectTree[] = [];
  eachValue(document, (value) => values.push(JSON.parse(decoder.decode(value))));
  return values;
}

/** In a list such as `kubectl get --output raw` prints, the items have no kind of their own. */
function itemsOf(value: ObjectTree): readonly ObjectTree[] {
  const { kind, items, apiVersion } = value;
  if (!Array.isArray(items)) return [value];
  const isTyped = typeof kind === "string" && kind.endsWith(LIST) && kind !== LIST;
  if (!isTyped) return items.flatMap(itemsOf);
  return items.map((item) => ({ apiVersion, kind: kind.slice(0, -LIST.length), ...item }));
}

import { batch } from "@preact/signals";
import type {
  Counterfactual,
  Decision,
  PodName,
  RankedPod,
} from "../../../../analysis/engine/decision.ts";
import { kubectlOf } from "../../../../analysis/questions/change/changeTexts.ts";
import type { PodChange } from "../../../../analysis/questions/change/podChange.ts";
import { withThreshold } from "../../../../analysis/questions/sweep/thresholdText.ts";
import type { Store } from "../../state/store.ts";

const MIB = 2 ** 20;

/** Makes a change that would have spared a pod, as if the user had written it. */
export class Trial {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Whether it can be made here. */
  canTry({ change }: Counterfactual, decision: Decision): boolean {
    if (change === "threshold") return decision.signal !== undefined;
    return change === "priority" || containerOf(decision) !== null;
  }

  apply(counterfactual: Counterfactual, decision: Decision): void {
    const { change, to } = counterfactual;
    if (change === "threshold") {
      this.#setThreshold(to, decision);
      return;
    }
    const made = this.#madeBy(counterfactual, decision);
    const others = this.#store.changes.peek().filter(({ uid }) => uid !== made?.uid);
    if (made !== null) this.#store.changePods([...others, made]);
  }

  /** The same for a cluster, as commands of kubectl; empty for what no object of the API holds. */
  commands(counterfactual: Counterfactual, decision: Decision): string {
    const { subject: pod } = decision;
    const change = this.#madeBy(counterfactual, decision);
    return pod === undefined || change === null ? "" : kubectlOf([{ pod, change }]);
  }

  /** Makes it in place of everything that was changed. */
  applyInstead(counterfactual: Counterfactual, decision: Decision): void {
    batch(() => {
      this.#store.changes.value = [];
      this.#store.configuration.value = this.#store.recordedConfiguration.peek();
    });
    this.apply(counterfactual, decision);
  }

  /** Whether it is what was changed. */
  isInForce({ change, to }: Counterfactual, { subject }: Decision): boolean {
    const { changes, configuration, recordedConfiguration } = this.#store;
    if (change === "threshold") return configuration.value !== recordedConfiguration.value;
    const own = changes.value.find(({ uid }) => uid === subject?.uid);
    return change === "priority" ? own?.priority === Number(to) : own?.containers !== undefined;
  }

  /** How its pod is changed, with what was changed of it before; null for a threshold. */
  #madeBy({ change, to }: Counterfactual, decision: Decision): PodChange | null {
    const { subject } = decision;
    if (subject === undefined || change === "threshold") return null;
    const own = this.#of(subject);
    if (change === "priority") return { ...own, priority: Number(to) };
    const container = containerOf(decision);
    if (container === null) return null;
    const known = own.containers ?? {};
    const resource = decision.resource === "memory" ? "memory" : "ephemeral-storage";
    const requests = { ...known[container], [resource]: quantityText(to) };
    return { ...own, containers: { ...known, [container]: requests } };
  }

  #setThreshold(value: string, { signal, hard = true }: Decision): void {
    const policy = this.#store.decided.peek()?.policy;
    if (signal === undefined || policy === undefined) return;
    const text = this.#store.configuration.peek();
    this.#store.configure(withThreshold(text, policy, { signal, hard, value }));
  }

  #of({ uid }: PodName): PodChange {
    return this.#store.changes.peek().find((each) => each.uid === uid) ?? { uid };
  }
}

/** The container that uses most: what the pod is to ask for in all, it asks for. */
function containerOf({ subject, ranking = [] }: Decision): string | null {
  const row = ranking.find(({ uid }) => uid === subject?.uid);
  const containers = (row?.parts ?? []).filter(({ kind }) => kind === "container");
  const used = (part: RankedPod["parts"][number]) =>
    (part.memoryWorkingSetBytes ?? 0) + (part.rootfsUsedBytes ?? 0);
  const [first, ...others] = containers;
  if (first === undefined) return null;
  return others.reduce((most, each) => (used(each) > used(most) ? each : most), first).name;
}

/** At least as much, as people write it. */
function quantityText(quantity: string): string {
  const bytes = /^\d+$/.test(quantity) ? Number(quantity) : Number.NaN;
  return bytes >= MIB ? `${Math.ceil(bytes / MIB)}Mi` : quantity;
}

import { batch, computed, signal } from "@preact/signals";
import type { MemoryQos } from "../../../../analysis/engine/memoryQos.ts";
import type { NodeAdmission } from "../../../../analysis/questions/admit/nodeAdmission.ts";
import { AWAITED } from "../../../../analysis/questions/explain/extraColumns.ts";
import type { AdmissionAnswer, RefusedAdmission } from "../../session/protocol.ts";
import type { AskedAdmission, Scenario } from "../../session/scenario.ts";
import { ranksMemory, stillCurrent, whenDecided } from "../../state/current.ts";
import { LateModule } from "../../state/lateModule.ts";
import type { Model, Store } from "../../state/store.ts";
import { RULES } from "./words.ts";

/** A question that was refused, as it was written. */
export interface RefusedQuestion extends RefusedAdmission {
  readonly asked: AskedAdmission;
}

/** The pods that the kubelet's admission would preempt for a new pod. */
export class Admission implements Model {
  /** What it is asked about. */
  readonly asked = signal<AskedAdmission>({});
  /** Whether that is the critical pod which is asked about where none is given. */
  readonly isDefault = computed(() => Object.keys(this.asked.value).length === 0);
  /** A question that was refused; what was asked before stays on show. */
  readonly refused = signal<RefusedQuestion | null>(null);
  /** Sentences about the pod that comes. */
  readonly notes = signal<readonly string[]>([]);
  /** At the position; undefined until it is known, null where no pods are. */
  readonly view = signal<NodeAdmission | null | undefined>(undefined);
  /** What the kubelet writes for Memory QoS; null without it. */
  readonly memoryQos = signal<MemoryQos | null>(null);
  readonly #late = new LateModule("admission", RULES);
  /** Why nothing is known of it; null when something is, or will be. */
  readonly problem = this.#late.problem;
  /** Its answer, for the ranking on show. */
  readonly ranking = computed(() => {
    if (!ranksMemory(this.#store) || this.problem.value !== null) return null;
    return this.view.value === undefined ? AWAITED : this.view.value;
  });
  readonly #store: Store;
  /** What was asked last that was not refused. */
  #taken: AskedAdmission = {};

  constructor(store: Store) {
    this.#store = store;
    whenDecided(store, () => this.#ask());
  }

  /** Another capture is open. */
  begin({ admission: asked = {} }: Scenario): void {
    this.#taken = {};
    this.asked.value = asked;
    this.refused.value = null;
    this.notes.value = [];
    this.view.value = undefined;
    this.memoryQos.value = null;
  }

  scenario(): Scenario {
    return this.isDefault.value ? {} : { admission: this.asked.value };
  }

  /** Manifests as they are written; empty ones are not given. */
  askAbout(written: Required<AskedAdmission>): void {
    const given = Object.entries(written).filter(([, text]) => text.trim() !== "");
    batch(() => {
      this.asked.value = Object.fromEntries(given);
      this.refused.value = null;
    });
    this.#ask();
  }

  #ask(): void {
    const position = this.#store.position.peek();
    const asked = this.asked.peek();
    const isCurrent = stillCurrent(this.#store);
    const isWanted = () => isCurrent() && asked === this.asked.peek();
    void this.#late.loaded().then((module) => {
      if (module === null || !isWanted()) return;
      this.#store.ask({ kind: "admission", module, position, asked }, (answer) => {
        if (!isWanted()) return;
        if (answer.kind === "admission") this.#take(answer);
        else if (answer.kind === "admissionRefused") this.#refuse(answer.refused);
        else if (answer.kind === "failed") this.problem.value = answer.sentence;
      });
    });
  }

  #take({ admission, memoryQos, notes }: AdmissionAnswer): void {
    const asked = this.asked.peek();
    if (asked !== this.#taken && !this.isDefault.peek() && admission?.answer === null) {
      const field = asked.pod === undefined ? "node" : "pod";
      this.#refuse({ field, sentence: `Not asked: ${admission.problem ?? ""}.` });
      return;
    }
    this.#taken = asked;
    batch(() => {
      this.view.value = admission;
      this.memoryQos.value = memoryQos;
      this.notes.value = notes;
    });
  }

  #refuse(refused: RefusedAdmission): void {
    const asked = this.asked.peek();
    batch(() => {
      this.refused.value = { ...refused, asked };
      this.asked.value = this.#taken;
    });
    this.#ask();
  }
}

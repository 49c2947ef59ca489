import { batch, computed, signal } from "@preact/signals";
import type { Drain } from "../../../../analysis/engine/drain.ts";
import type { DrainRemedies } from "../../../../analysis/questions/drain/remedies/drainRemedies.ts";
import { isStuck } from "../../../../analysis/questions/drain/stuck.ts";
import { changeSentence } from "../../../../analysis/questions/remedy.ts";
import type { ClusterAnswer, ClusterRequest } from "./protocol.ts";

type Ask = (request: ClusterRequest, onAnswer: (answer: ClusterAnswer) => void) => void;

/** The drain of a node on show: as the example is, or with changes that let it go on. */
export class OpenedDrain {
  /** As the example is. */
  readonly own = signal<Drain | null>(null);
  /** The nodes that could be drained, and the one that is. */
  readonly nodes = signal<readonly string[]>([]);
  readonly node = signal<string | null>(null);
  readonly found = signal<DrainRemedies | null>(null);
  /** Drains of a search under way. */
  readonly searched = signal<number | null>(null);
  /** The remedy that is tried, by its place among those that were found. */
  readonly tried = signal<number | null>(null);
  readonly shown = computed(() => {
    const drain = this.found.value?.drains[this.tried.value ?? -1];
    return drain ?? this.own.value;
  });
  /** What is changed in it, in a sentence; null for the example as it is. */
  readonly changed = computed(() => {
    const remedy = this.found.value?.remedies[this.tried.value ?? -1];
    return remedy === undefined ? null : changeSentence(remedy);
  });
  readonly #ask: Ask;
  readonly #onTried: (change: number | null) => void;

  constructor(ask: Ask, onTried: (change: number | null) => void) {
    this.#ask = ask;
    this.#onTried = onTried;
  }

  /** Drains the node, searches what lets it go on, and tries what the address names. */
  begin(request: ClusterRequest, change: number | null): void {
    this.#ask(request, (answer) => {
      if (answer.kind !== "drained") return;
      batch(() => {
        this.own.value = answer.drain;
        this.nodes.value = answer.nodes;
        this.node.value = answer.node;
      });
      if (isStuck(answer.drain)) this.#find(change);
    });
  }

  /** Shows the drain with which a remedy was verified; null goes back to the example as it is. */
  try(change: number | null): void {
    this.tried.value = change;
    this.#onTried(change);
  }

  #find(change: number | null): void {
    this.searched.value = 0;
    this.#ask({ kind: "search" }, (answer) => {
      if (answer.kind === "progress") this.searched.value = answer.done;
      if (answer.kind !== "drainRemedies") return;
      batch(() => {
        this.searched.value = null;
        this.found.value = answer.found;
        const { length } = answer.found.remedies;
        if (change !== null && change < length) this.tried.value = change;
      });
    });
  }
}

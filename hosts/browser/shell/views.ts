import { batch, computed, effect, signal } from "@preact/signals";
import type { GivenAnswer } from "../../../analysis/questions/given/asked.ts";
import type { Subject } from "../../../analysis/questions/given/subject.ts";
import type { GivenDocument } from "../../../analysis/read/recognize/given.ts";
import type { ClusterPurpose } from "../session/protocol.ts";
import type { Scenario } from "../session/scenario.ts";
import type { Model, Store } from "../state/store.ts";
import { PASTED } from "../state/words.ts";
import { FEATURES } from "./features.ts";

const { live, share, simulator } = FEATURES;

/** A view of the page, which a tab shows. */
export type ViewName = "node" | "cluster" | "pending" | "drain" | "kernel" | "live";

/** In the order of the tabs, and of the keys 1 to 6. */
export const VIEWS: readonly ViewName[] = ["node", "cluster", "pending", "drain", "kernel", "live"];

/** The view that answers the question which a document raises. */
const VIEW_OF: Readonly<Record<Subject, ViewName>> = {
  node: "node",
  pendingPod: "pending",
  drain: "drain",
  kernelOom: "kernel",
};

/** What objects of a cluster are for in a view, other than why pods stay pending. */
const PURPOSES: Readonly<Partial<Record<ViewName, ClusterPurpose>>> = {
  cluster: "simulate",
  drain: "drain",
};

const ADDRESS = /^#view=([a-z]+)$/;

type Place = NonNullable<InstanceType<typeof simulator.model>["place"]["value"]>;

/**
 * The view on show. What is opened shows itself; a tab brings back what its view had last, and a
 * view that had nothing says what to bring.
 */
export class Views implements Model {
  /** A view that was asked for without content of its own; null while what is open is on show. */
  readonly #asked = signal<ViewName | null>(null);
  /** Whether a view without a link of its own is being shared. */
  readonly isShared = signal(false);
  /** Whether the dialog is open in which a text is pasted and files are chosen. */
  readonly isBringing = signal(false);
  /** The text to be answered in a view that has nothing; it stays where it cannot be. */
  readonly text = signal("");
  /** Counts the returns to what was open before, whose address is written again. */
  readonly returns = signal(0);
  readonly shown = computed<ViewName>(() => this.#asked.value ?? this.#opened.value);
  /** Whether the view on show has nothing, and says what to bring. */
  readonly isEmpty = computed(() => this.#asked.value !== null && !this.isKernelOfCapture.value);
  /** Whether the kernel's part of the capture is on show. */
  readonly isKernelOfCapture = computed(
    () => this.#asked.value === "kernel" && this.#hasCapture.value,
  );
  /** Whether a capture is on show, through which the keys move. */
  readonly isCapture = computed(() => {
    const hasOther = this.#clusters.place.value !== null || this.#store.answer.value !== null;
    return !hasOther && !this.isEmpty.value;
  });
  readonly #store: Store;
  readonly #clusters;
  readonly #live;
  readonly #opened = computed<ViewName>(() => {
    const place = this.#clusters.place.value;
    const answer = this.#store.answer.value;
    if (place !== null) return viewOf(place);
    if (answer !== null) return VIEW_OF[answer.subject];
    return this.#isLive() ? "live" : "node";
  });
  /** An example is nothing that belongs to documents of one's own. */
  readonly #hasCapture = computed(() => {
    const { capture, answered, example } = this.#store;
    return capture.value !== null && (answered.value === null || example.value === null);
  });
  /** The cluster and the drain that were on show last. */
  readonly #places = new Map<ViewName, Place>();
  /** What a link asks for of the capture that it holds. */
  #wanted: ViewName | null = null;
  /** Whether a tab changes what is on show, and not a document that is opened. */
  #isGoing = false;

  constructor(store: Store) {
    this.#store = store;
    this.#clusters = store.model(simulator.model);
    this.#live = store.model(live.model);
    effect(() => {
      store.purpose.value = PURPOSES[this.shown.value] ?? null;
      store.isCaptureHidden.value = !this.isCapture.value;
    });
    effect(() => {
      this.#note(this.#clusters.place.value, [store.source.value, store.answer.value]);
    });
  }

  /** What is opened shows itself; `_`: each change of it is heard of. */
  #note(place: Place | null, _: readonly unknown[]): void {
    if (place !== null) this.#places.set(viewOf(place), place);
    if (this.#isGoing) return;
    this.isBringing.value = false;
    this.#asked.value = this.#wanted;
    this.#wanted = null;
    this.text.value = "";
  }

  /** A capture is about to be shown. */
  begin({ view }: Scenario): void {
    this.#wanted = view ?? null;
  }

  /** What a link says of it. */
  scenario(): Partial<Scenario> {
    return this.isKernelOfCapture.value ? { view: "kernel" } : {};
  }

  /** Shares what is on show: a capture, a cluster or an answer. */
  share(): void {
    if (this.isCapture.peek()) this.#store.model(share.model).open();
    else this.isShared.value = !this.isEmpty.peek();
  }

  /** Shows a view with what it had last, or else what to bring. */
  go(view: ViewName): void {
    if (view === this.shown.peek()) return;
    this.#change(() => {
      if (!this.#bring(view)) return this.#ask(view);
      this.#asked.value = null;
      this.returns.value += 1;
    });
    if (this.isEmpty.peek()) history.pushState(null, "", addressOf(view));
    else if (this.isKernelOfCapture.peek()) this.returns.value += 1;
  }

  /** Shows another answer about the documents; null for the capture among them. */
  showAnswer(answer: GivenAnswer | null): void {
    this.#change(() => {
      this.#store.playing.value = false;
      this.#store.answer.value = answer;
      this.#asked.value = null;
      this.returns.value += 1;
    });
  }

  /** Answers a text, which a view that has nothing keeps until then. */
  answerText(text: string): void {
    if (text.trim() === "") return;
    this.text.value = text;
    this.#store.open([{ name: PASTED, content: new Blob([text]) }]);
  }

  /** Shows the view that an address names; false when it names none. */
  arrive(hash: string): boolean {
    const [, name] = ADDRESS.exec(hash) ?? [];
    const view = VIEWS.find((each) => each === name);
    if (view === undefined) {
      this.#asked.value = null;
      return false;
    }
    this.arriveAt(view);
    return true;
  }

  /** Shows a view that waits for what its address names. */
  arriveAt(view: ViewName): void {
    this.#change(() => this.#ask(view));
  }

  /** Whether what is open answers the question of this view too. */
  alsoAnswers(view: ViewName): boolean {
    const { answered, capture } = this.#store;
    if (view === this.shown.value) return false;
    const isOfObjects = PURPOSES[view] !== undefined || (view === "pending" && !this.#isBundle());
    if (isOfObjects && this.#objects() !== null) return true;
    const ofCapture = view === "kernel" && capture.value !== null && answered.value === null;
    const answers = answered.value?.answers ?? [];
    return ofCapture || answers.some(({ subject }) => VIEW_OF[subject] === view);
  }

  #change(act: () => void): void {
    this.#isGoing = true;
    batch(act);
    this.#isGoing = false;
  }

  /** False where the view had nothing. */
  #bring(view: ViewName): boolean {
    const { answered, answer, capture } = this.#store;
    const found = answered.peek()?.answers.find(({ subject }) => VIEW_OF[subject] === view);
    const place = this.#places.get(view);
    if (place !== undefined) {
      this.#clusters.show(place);
      return true;
    }
    if (this.#bringObjects(view)) return true;
    const hasCapture = view === "node" && capture.peek() !== null && !this.#isLive();
    const isWatched = view === "live" && this.#live.isOffered;
    if (found === undefined && !hasCapture && !isWatched) return false;
    this.#clusters.leave();
    answer.value = found ?? null;
    if (isWatched && this.#live.state.peek() === "off") this.#live.start();
    return true;
  }

  /** Objects that were brought to one view answer the questions of the others too. */
  #bringObjects(view: ViewName): boolean {
    const purpose = PURPOSES[view];
    const objects = this.#objects();
    if (objects === null || (purpose === undefined && view !== "pending")) return false;
    const isBundle = this.#isBundle();
    if (purpose !== undefined && !isBundle) {
      this.#clusters.openOwn({ purpose, objects, scenario: null });
      return true;
    }
    // A bundle is searched for its objects again, where the question has changed.
    const isAnswered = this.#store.answered.peek()?.documents === objects;
    if (isAnswered && (purpose === undefined || !isBundle)) return false;
    this.#store.purpose.value = purpose ?? null;
    this.#store.open(objects);
    return true;
  }

  /** The objects of a cluster that are open; null without any. */
  #objects(): readonly GivenDocument[] | null {
    const { answered, brought } = this.#store;
    // A message of the scheduler has no pods to choose from.
    const hasPods = answered.value?.answers.some(({ pods }) => pods !== undefined) ?? false;
    if (hasPods || this.#isBundle()) return answered.value?.documents ?? null;
    return brought.value?.objects ?? null;
  }

  /** A bundle with objects; which of its pods are pending, its own answer says. */
  #isBundle(): boolean {
    return this.#store.answered.value?.answers.some(({ hasObjects }) => hasObjects) ?? false;
  }

  #ask(view: ViewName): void {
    this.#clusters.leave();
    this.#store.answer.value = null;
    this.#store.playing.value = false;
    this.#asked.value = view;
  }

  #isLive(): boolean {
    return this.#store.capture.value?.name === live.captureName;
  }
}

export function addressOf(view: ViewName): string {
  return `${document.location.pathname}#view=${view}`;
}

function viewOf({ example }: Place): ViewName {
  return simulator.isOfDrain(example) ? "drain" : "cluster";
}

import { batch, computed, effect, signal } from "@preact/signals";
import type { Decision, PodName, Signal } from "../../../analysis/engine/decision.ts";
import type { PodChange } from "../../../analysis/questions/change/podChange.ts";
import type { Asked, GivenAnswer } from "../../../analysis/questions/given/asked.ts";
import type { NodeMemory } from "../../../analysis/read/memory/use.ts";
import type { GivenDocument } from "../../../analysis/read/recognize/given.ts";
import type { CaptureClient } from "../session/client.ts";
import type {
  Answer,
  Answered,
  BroughtCluster,
  CaptureOutline,
  ClusterPurpose,
  Decided,
  OpenRequest,
  Refusal,
  Request,
  SignalColumn,
} from "../session/protocol.ts";
import type { Scenario } from "../session/scenario.ts";
import { type Edit, Edits } from "./edits.ts";
import { followedStep, type StepEviction } from "./followed.ts";
import { turningPoints } from "./turningPoints.ts";
import { leftOutText, READING_AGAIN, READING_SIGNALS, readingText } from "./words.ts";

/** What a kubelet without a file of its own would have. */
export const EMPTY_CONFIGURATION =
  "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";

/** A step is shown so long while a capture is played, which takes no longer than that. */
const PLAY_FRAME_MILLISECONDS = 100;
const PLAY_SECONDS_MAX = 20;

/** Reading or deciding that takes its time. */
export interface Progress {
  readonly what: string;
  readonly done: number;
  readonly total: number | null;
  /** Bytes are counted instead of steps, and reading can be stopped. */
  readonly isReading?: boolean;
  /** The unit that is counted; default: steps. */
  readonly unit?: string;
}

export interface OpenOptions {
  /** What a daemon has streamed so far. */
  readonly isLive?: boolean;
  /** The example they are, if they are one. */
  readonly example?: Example;
  readonly scenario?: Scenario | undefined;
  /** The link that holds them, from its # on. */
  readonly link?: string;
}

/** Where the capture on show comes from. */
export interface Source {
  readonly from: "example" | "link" | "own" | "live";
  readonly documents: readonly GivenDocument[];
  readonly link: string;
}

/** What is pointed at: a threshold, a pod, or a member of the configuration. */
export interface Pointed {
  readonly threshold?: { readonly signal: Signal; readonly hard: boolean };
  /** By its uid. */
  readonly pod?: string;
}

export type Tab = "decision" | "ranking" | "configuration" | "signals" | "compare" | "sweep";
/** What a phone folds by itself: the evictions have no tab of their own. */
export type Part = Tab | "evictions";

/** An example capture that is shipped with the page. */
export interface Example {
  readonly name: string;
  /** Of the capture, next to the index. */
  readonly file: string;
  readonly title: string;
  /** What happens in it, in a few sentences. */
  readonly description: string;
  /** What is worth a look. */
  readonly lookAt: readonly string[];
}

/** What the page keeps of one feature: made once, over the store. */
export interface Model {
  /** Something else is opened, which does not continue what is open. */
  readonly leave?: () => void;
  /** It could not be opened: what was left is on show again. */
  readonly stay?: () => void;
  /** A capture is about to be shown, in the same batch. */
  readonly begin?: (scenario: Scenario) => void;
  /** What a link says of it; reads signals, so that who asks hears of each change. */
  readonly scenario?: () => Partial<Scenario>;
}

export type ModelClass<T extends object & Model> = new (store: Store) => T;

/**
 * The capture on show, the policy that decides on it and the step that is looked at. Features read
 * and change it, each with a model of its own; it knows none of them.
 */
export class Store {
  readonly capture = signal<CaptureOutline | null>(null);
  readonly source = signal<Source | null>(null);
  /** The example which that is. */
  readonly example = signal<Example | null>(null);
  /** The text of the configuration in force, in any form the kubelet or people have it. */
  readonly configuration = signal(EMPTY_CONFIGURATION);
  /** Pods that the user has changed. */
  readonly changes = signal<readonly PodChange[]>([]);
  /** What the user chose for `whatIf`; null while that follows what was changed. */
  readonly whatIfChoice = signal<boolean | null>(null);
  readonly position = signal(0);
  readonly decided = signal<Decided | null>(null);
  readonly signals = signal<readonly SignalColumn[]>([]);
  /** Whether no step of the capture has anything that a signal could be read from. */
  readonly isUnobserved = signal(false);
  /** Node conditions that only the pressure transition period holds, one byte a step. */
  readonly held = signal<Uint8Array>(new Uint8Array());
  /** What a sentence, a row or an area is about that the pointer or the focus is on. */
  readonly pointed = signal<Pointed | null>(null);
  /** The part of the page on show where there is room for one. */
  readonly tab = signal<Tab>("decision");
  /** The parts that are open on a phone, which folds each of them. */
  readonly unfolded = signal<ReadonlySet<Part>>(new Set());
  /** Whether the sheet of keys is open. */
  readonly showsKeys = signal(false);
  /** Whether amounts are shown whole instead of rounded. */
  readonly showsExact = signal(false);
  /** The step at the position; null when nothing was observed there. */
  readonly decision = signal<Decision | null>(null);
  /** What the Summary of that step says of the node's memory. */
  readonly memory = signal<NodeMemory | null>(null);
  readonly stepProblems = signal<readonly string[]>([]);
  /** The signal shown large. */
  readonly focus = signal<Signal>("memory.available");
  /** Signals below it, in the order in which they were added. */
  readonly furtherSignals = signal<readonly Signal[]>([]);
  readonly pod = signal<PodName | null>(null);
  /** The step at the position, about `pod`. */
  readonly explanation = signal<Decision | null>(null);
  /** Why the configuration is refused; what was decided before stays on show. */
  readonly refusal = signal<Refusal | null>(null);
  readonly progress = signal<Progress | null>(null);
  readonly failure = signal<string | null>(null);
  readonly playing = signal(false);
  /** Answers about documents that are not a capture, and the one on show; null for the capture. */
  readonly answered = signal<Answered | null>(null);
  readonly answer = signal<GivenAnswer | null>(null);
  /** What objects of a cluster are for on the view on show; null for why pods stay pending. */
  readonly purpose = signal<ClusterPurpose | null>(null);
  /** Whether the view on show has no capture. */
  readonly isCaptureHidden = signal(false);
  /** Whether two configurations are compared: one that is brought belongs to what is on show. */
  readonly isCompared = signal(false);
  /** The objects that came for it last. */
  readonly brought = signal<BroughtCluster | null>(null);
  /** What the documents opened last were taken for. */
  readonly taken = signal<string | null>(null);

  /** What the recording itself was made under. */
  readonly recordedConfiguration = computed(
    () => this.capture.value?.configuration ?? EMPTY_CONFIGURATION,
  );
  /** Whether something else than the recording is on show. */
  readonly isChanged = computed(
    () =>
      this.capture.value !== null &&
      (this.configuration.value !== this.recordedConfiguration.value ||
        this.changes.value.length > 0),
  );
  /**
   * Closed loop: what our policy evicts stays gone from later records. Who changes something asks
   * for that; a recording as it is already holds what its own evictions did.
   */
  readonly whatIf = computed(() => this.whatIfChoice.value ?? this.isChanged.value);
  /** The last policy that was asked for is not decided yet. */
  readonly #isDeciding = signal(false);
  /** Of `decision`. */
  readonly #decisionOf = signal<Decided | null>(null);
  /** Whether the decision on show was made before the last change. */
  readonly isBehind = computed(
    () => this.#isDeciding.value || this.#decisionOf.value !== this.decided.value,
  );
  readonly edits = new Edits(this.#present());
  readonly steps = computed(() => this.capture.value?.times.length ?? 0);
  /** Those of `furtherSignals` that the run has. */
  readonly shownBelow = computed(() => {
    const observed = new Set(this.signals.value.map(({ signal: name }) => name));
    const isShown = (name: Signal) => name !== this.focus.value && observed.has(name);
    return this.furtherSignals.value.filter(isShown);
  });
  /** Steps in which something happens. */
  readonly turningPoints = computed(() => turningPoints(this.decided.value?.timeline));

  readonly #client: CaptureClient;
  readonly #models = new Map<ModelClass<object & Model>, Model>();
  /** A new capture is shown where something happens first. */
  #isNew = false;
  /** The pod whose eviction is on show, which the position follows through changes. */
  #followed: PodName | null = null;
  /** The documents that were opened last. */
  #reading = { isLeft: false };
  #requests = 0;
  #decides = 0;
  /** The pods that the engine took last. */
  #takenChanges: readonly PodChange[] = [];

  constructor(client: CaptureClient) {
    this.#client = client;
    effect(() => this.#askForStep());
    effect(() => this.#askForPod());
  }

  /** The one of its class, which is made when it is asked for first. */
  model<T extends object & Model>(kind: ModelClass<T>): T {
    const known = this.#models.get(kind);
    if (known instanceof kind) return known;
    const model = new kind(this);
    this.#models.set(kind, model);
    return model;
  }

  /** What is open ends, since something else is opened. */
  leave(): void {
    this.cover();
    this.answered.value = null;
    this.brought.value = null;
  }

  /** Something else is shown; answers that were on show can be shown again. */
  cover(): void {
    this.requested();
    this.answer.value = null;
    for (const model of this.#models.values()) model.leave?.();
  }

  /** What is on show, as it differs from the capture itself. */
  scenario(): Scenario {
    const models = [...this.#models.values()].map((model) => model.scenario?.() ?? {});
    return Object.assign(this.#scenario(), ...models);
  }

  /** A user asks for something to be fetched; the result tests whether it is still the latest. */
  requested(): () => boolean {
    const request = ++this.#requests;
    return () => request === this.#requests;
  }

  /** Documents of the user, of the page, or of a daemon. */
  open(documents: readonly GivenDocument[], options: OpenOptions = {}): void {
    const { isLive = false } = options;
    const [before, shown] = [this.answered.peek(), this.answer.peek()];
    const [isFor, lacksCapture] = [this.purpose.peek(), !this.#hasOwnCapture()];
    const answered = options.example === undefined ? this.#onShow() : undefined;
    if (!isLive) this.leave();
    const follows = isLive && this.capture.peek()?.name === documents[0]?.name;
    const what = readingText(documents.map(({ name }) => name));
    batch(() => {
      this.failure.value = null;
      this.taken.value = null;
      this.progress.value = { what, done: 0, total: null };
    });
    this.#stopReading();
    const purpose = isLive || options.example !== undefined ? null : isFor;
    const request = {
      ...{ kind: "open", documents },
      ...(answered === undefined ? {} : { answered }),
      ...(purpose === null ? {} : { purpose }),
      ...(lacksCapture && !isLive && options.example === undefined ? { lacksCapture } : {}),
    };
    const reading = { isLeft: false };
    this.#reading = reading;
    this.#client.send(request as OpenRequest, (answer) => {
      // How far it had come was on its way when the user asked to stop.
      if (reading.isLeft && (answer.kind === "reading" || answer.kind === "progress")) return;
      if (answer.kind === "answered") this.#showAnswers(answer.answered);
      else if (answer.kind === "brought") {
        batch(() => {
          this.progress.value = null;
          this.brought.value = answer.brought;
          this.taken.value = answer.taken;
        });
      } else if (answer.kind === "opened") {
        const { capture, configuration, completes, taken } = answer.opened;
        const kept = completes ? this.#kept(capture) : {};
        const text = kept.configuration ?? configuration?.text;
        batch(() => {
          this.progress.value = null;
          if (capture !== null && follows) this.#continue(capture);
          else if (capture !== null) {
            this.source.value = sourceOf(answer.opened.documents, options);
            const { scenario = options.scenario } = kept;
            this.#show(capture, { ...options, scenario });
          }
          this.taken.value =
            [taken, this.taken.peek()].filter((each) => each !== null).join(" ") || null;
          if (text !== undefined && text !== this.configuration.peek()) this.configure(text);
        });
      } else {
        batch(() => {
          if (answer.kind === "failed") this.#stay(before, shown);
          this.#showProblem(answer, what);
        });
        // What was open stays open, but its run may have ended.
        if (answer.kind === "failed") this.decide();
      }
    });
  }

  /**
   * Whether a capture of the user is on show: an example shows what happened to others, and is used
   * where configurations are compared on it.
   */
  #hasOwnCapture(): boolean {
    const { from } = this.source.peek() ?? { from: "example" };
    return (from !== "example" || this.isCompared.peek()) && !this.isCaptureHidden.peek();
  }

  /** The documents on show that others may complete: those of an answer, or of a cluster. */
  #onShow(): readonly GivenDocument[] | undefined {
    if (this.answer.peek() !== null) return this.answered.peek()?.documents;
    const brought = this.isCaptureHidden.peek() ? this.brought.peek() : null;
    if (brought === null) return undefined;
    const { objects, scenario } = brought;
    // A scenario alone waits for the objects of its cluster.
    return objects.length === 0 && scenario !== null ? [scenario] : objects;
  }

  /** What was left is on show again. */
  #stay(answered: Answered | null, answer: GivenAnswer | null): void {
    this.answered.value = answered;
    this.answer.value = answer;
    for (const model of this.#models.values()) model.stay?.();
  }

  /** Asks about another pod that stays pending, or about one with changes. */
  askPod(pod: string, changes: readonly string[] = []): void {
    this.#askAbout({ pod, changes });
  }

  /** Asks about another node of a bundle. */
  askNode(node: string): void {
    this.#askAbout({ node });
  }

  #askAbout(asked: Asked): void {
    const answered = this.answered.peek();
    if (answered === null) return;
    const { documents } = answered;
    const shown = this.answer.peek();
    this.#client.send({ kind: "open", documents, asked }, (answer) => {
      if (answer.kind === "answered") this.#showAnswers(answer.answered, shown);
      else this.#showProblem(answer, "");
    });
  }

  /** What is being read is left. */
  stopReading(): void {
    this.#stopReading();
    this.#reading.isLeft = true;
    this.progress.value = null;
  }

  #stopReading(): void {
    if (this.progress.peek()?.isReading !== true) return;
    this.#client.send({ kind: "stopReading" }, () => {});
  }

  /** `about`: the answer of which another is asked for. */
  #showAnswers(answered: Answered, about: GivenAnswer | null = null): void {
    const { answers, taken, ofNode } = answered;
    batch(() => {
      this.progress.value = null;
      this.answered.value = answers.length === 0 ? null : answered;
      // A capture is shown next, unless something is asked about an answer.
      const first = ofNode.length > 0 && about === null ? null : answers[0];
      const isSame = ({ name, subject }: GivenAnswer) =>
        name === about?.name && subject === about.subject;
      this.answer.value = answers.find(isSame) ?? first ?? null;
      this.taken.value = taken.length === 0 ? null : taken.join(" ");
    });
  }

  /**
   * What stays of what was changed when documents complete what is on show: the configuration when
   * pods come; everything else when the configuration comes, which then counts as recorded.
   */
  #kept(capture: CaptureOutline | null): { configuration?: string; scenario?: Scenario } {
    const recorded = capture?.configuration ?? EMPTY_CONFIGURATION;
    if (recorded === this.recordedConfiguration.peek()) {
      return { configuration: this.configuration.peek() };
    }
    const { configuration: _, moment: __, ...scenario } = this.scenario();
    return { scenario };
  }

  /** Takes another configuration; `preview` while it is still being changed. */
  configure(text: string, preview = false): void {
    this.configuration.value = text;
    if (!preview) this.#commit();
    this.decide(preview);
  }

  /** Takes other pods; those the engine refuses are left out again. */
  changePods(changes: readonly PodChange[]): void {
    this.changes.value = changes;
    this.#commit();
    this.decide();
  }

  setWhatIf(whatIf: boolean): void {
    this.whatIfChoice.value = whatIf;
    this.#commit();
    this.decide();
  }

  /** Everything as it was recorded; a step that can be undone. */
  reset(): void {
    this.#restore({
      configuration: this.recordedConfiguration.peek(),
      changes: [],
      whatIf: null,
    });
    this.#commit();
  }

  undo(): void {
    const edit = this.edits.undo();
    if (edit !== null) this.#restore(edit);
  }

  redo(): void {
    const edit = this.edits.redo();
    if (edit !== null) this.#restore(edit);
  }

  decide(preview = false): void {
    if (this.capture.peek() === null) return;
    const policy = {
      text: this.configuration.peek(),
      options: { whatIf: this.whatIf.peek() },
    };
    const position = this.#isNew ? null : this.position.peek();
    const changes = this.changes.peek();
    const turn = ++this.#decides;
    this.#isDeciding.value = true;
    this.#client.send({ kind: "decide", policy, changes, position, preview }, (answer) => {
      if (turn === this.#decides && answer.kind !== "progress") this.#isDeciding.value = false;
      if (answer.kind === "decided") {
        this.#takenChanges = changes;
        this.#showDecided(answer.decided, preview);
      } else if (answer.kind === "podsRefused") this.#leaveOut(changes, answer.sentence);
      else if (answer.kind === "signals") {
        batch(() => {
          this.signals.value = answer.signals;
          this.isUnobserved.value = answer.signals.length === 0;
          this.held.value = answer.held;
          this.progress.value = null;
        });
      } else if (answer.kind === "refused") {
        this.refusal.value = answer.refusal;
      } else {
        const isReading = this.decided.peek() === null || changes !== this.#takenChanges;
        this.#showProblem(answer, isReading ? READING_AGAIN : READING_SIGNALS);
      }
    });
  }

  /** Asks the worker for something else; the caller shows the answer. */
  ask(request: Request, onAnswer: (answer: Answer) => void): void {
    this.#client.send(request, onAnswer);
  }

  /** The same, with progress and failures shown as for everything. */
  request(request: Request, what: string, onAnswer: (answer: Answer) => void): void {
    this.ask(request, (answer) => {
      onAnswer(answer);
      this.#showProblem(answer, what);
    });
  }

  /** Shows a part where there is room for one, and opens it on a phone. */
  showPart(tab: Tab): void {
    this.tab.value = tab;
    this.fold(tab, true);
  }

  fold(part: Part, isOpen: boolean): void {
    const unfolded = new Set(this.unfolded.peek());
    if (isOpen) unfolded.add(part);
    else unfolded.delete(part);
    this.unfolded.value = unfolded;
  }

  /** Stays within the capture. */
  goTo(step: number): void {
    this.#isNew = false;
    this.position.value = Math.min(
      Math.max(Math.round(step), 0),
      Math.max(this.steps.peek() - 1, 0),
    );
    this.#followed = this.#evictionOnShow();
  }

  goBy(steps: number): void {
    this.goTo(this.position.peek() + steps);
  }

  /** The next step in which something happens, or the one before. */
  goToEvent(by: 1 | -1): void {
    const at = this.position.peek();
    const points = this.turningPoints.peek();
    const next = by > 0 ? points.find((step) => step > at) : points.findLast((step) => step < at);
    if (next !== undefined) this.goTo(next);
  }

  hasEvent(by: 1 | -1): boolean {
    const at = this.position.value;
    return this.turningPoints.value.some((step) => (by > 0 ? step > at : step < at));
  }

  /** So far that the whole capture is played in `PLAY_SECONDS_MAX`. */
  playOn(): number {
    const frames = (PLAY_SECONDS_MAX * 1000) / PLAY_FRAME_MILLISECONDS;
    this.goBy(Math.max(1, Math.ceil(this.steps.peek() / frames)));
    return PLAY_FRAME_MILLISECONDS;
  }

  /** Everything that was set here. */
  #scenario(): Scenario {
    const { capture, configuration, recordedConfiguration, example, changes, pod } = this;
    const time = capture.value?.times[this.position.value];
    return {
      ...(example.value === null
        ? { name: capture.value?.name ?? "" }
        : { example: example.value.name }),
      ...(configuration.value === recordedConfiguration.value
        ? {}
        : { configuration: configuration.value }),
      // Always said: a page of another version may choose otherwise.
      whatIf: this.whatIf.value,
      ...(changes.value.length === 0 ? {} : { podChanges: changes.value }),
      ...(time === undefined ? {} : { moment: new Date(time).toISOString() }),
      signal: this.focus.value,
      ...(this.furtherSignals.value.length === 0
        ? {}
        : { furtherSignals: this.furtherSignals.value }),
      ...(pod.value === null ? {} : { pod: pod.value }),
    };
  }

  #present(): Edit {
    return {
      configuration: this.configuration.peek(),
      changes: this.changes.peek(),
      whatIf: this.whatIfChoice.peek(),
    };
  }

  #commit(): void {
    this.edits.commit(this.#present());
  }

  #restore({ configuration, changes, whatIf }: Edit): void {
    batch(() => {
      this.configuration.value = configuration;
      this.changes.value = changes;
      this.whatIfChoice.value = whatIf;
    });
    this.decide();
  }

  /** Pods of a link or a file can be anything; what is on show stays as it was decided. */
  #leaveOut(changes: readonly PodChange[], sentence: string): void {
    batch(() => {
      this.progress.value = null;
      this.failure.value = leftOutText(sentence);
      if (this.changes.peek() === changes) this.changes.value = this.#takenChanges;
    });
    this.decide();
  }

  /** A position at the last step stays at the last step. */
  #continue(capture: CaptureOutline): void {
    const isAtEnd = this.position.peek() >= this.steps.peek() - 1;
    this.#followed = null;
    batch(() => {
      this.progress.value = null;
      this.capture.value = capture;
      if (isAtEnd) this.position.value = capture.times.length - 1;
    });
    this.decide();
  }

  #show(capture: CaptureOutline, options: OpenOptions): void {
    const { example = null, scenario = capture.scenario, isLive = false } = options;
    batch(() => {
      // Live, the latest step is shown.
      this.#isNew = !isLive && scenario?.moment === undefined;
      this.#followed = null;
      this.playing.value = false;
      this.pod.value = scenario?.pod ?? null;
      this.changes.value = scenario?.podChanges ?? [];
      this.#takenChanges = [];
      this.refusal.value = null;
      this.focus.value = scenario?.signal ?? this.focus.peek();
      this.furtherSignals.value = scenario?.furtherSignals ?? [];
      this.decided.value = null;
      this.decision.value = null;
      this.memory.value = null;
      this.signals.value = [];
      this.isUnobserved.value = false;
      this.held.value = new Uint8Array();
      this.pointed.value = null;
      this.position.value = isLive
        ? Math.max(capture.times.length - 1, 0)
        : stepAt(capture.times, scenario?.moment);
      this.progress.value = null;
      this.configuration.value =
        scenario?.configuration ?? capture.configuration ?? EMPTY_CONFIGURATION;
      this.capture.value = capture;
      this.example.value = example;
      // What the page would choose anyway it goes on choosing.
      const isChosen = scenario?.whatIf !== this.isChanged.peek();
      this.whatIfChoice.value = isChosen ? (scenario?.whatIf ?? null) : null;
      for (const model of this.#models.values()) model.begin?.(scenario ?? {});
      this.edits.begin(this.#present());
    });
    this.decide();
  }

  #showDecided(decided: Decided, preview: boolean): void {
    batch(() => {
      this.refusal.value = null;
      this.decided.value = decided;
      if (this.#isNew) {
        this.position.value = decided.position;
        this.focus.value = decided.timeline.events[0]?.signal ?? this.focus.peek();
        this.#isNew = false;
      } else if (!preview) this.#follow();
      this.#followed ??= this.#evictionOnShow();
      if (this.position.peek() !== decided.position) return;
      this.decision.value = decided.decision;
      this.#decisionOf.value = decided;
    });
  }

  /** After a change, the position is where the eviction that was on show is now. */
  #follow(): void {
    if (this.#followed === null) return;
    this.position.value = followedStep(
      this.position.peek(),
      this.#followed,
      this.#shownEvictions(),
    );
  }

  #evictionOnShow(): PodName | null {
    const shown = this.#shownEvictions().find(({ step }) => step === this.position.peek());
    return shown?.pod ?? null;
  }

  /** Those of the policy, and those that were recorded while nothing is changed. */
  #shownEvictions(): readonly StepEviction[] {
    const events = this.decided.peek()?.timeline.events ?? [];
    const own = events.flatMap(({ step, evicted }) => evicted.map((pod) => ({ step, pod })));
    return this.isChanged.peek() ? own : [...own, ...(this.capture.peek()?.evictions ?? [])];
  }

  /** The position changed, or what is decided did. */
  #askForStep(): void {
    const position = this.position.value;
    if (this.decided.value === null) return;
    this.#client.send({ kind: "ask", position }, (answer) => {
      if (answer.kind !== "step") return this.#showProblem(answer, "");
      if (this.position.peek() !== position) return;
      batch(() => {
        this.decision.value = answer.decision;
        this.#decisionOf.value = this.decided.peek();
        this.memory.value = answer.memory;
        this.stepProblems.value = answer.problems;
      });
    });
  }

  #askForPod(): void {
    const pod = this.pod.value;
    const decision = this.decision.value;
    if (pod === null || decision === null) {
      this.explanation.value = null;
      return;
    }
    const position = this.position.peek();
    this.#client.send({ kind: "explain", position, pod }, (answer) => {
      if (answer.kind === "step") this.explanation.value = answer.decision;
      else this.#showProblem(answer, "");
    });
  }

  #showProblem(answer: Answer, what: string): void {
    if (answer.kind === "progress") {
      this.progress.value = { what, done: answer.done, total: answer.total };
    } else if (answer.kind === "reading") {
      const { name, done, total } = answer.read;
      this.progress.value = { what: readingText([name]), done, total, isReading: true };
    } else if (answer.kind === "failed") {
      batch(() => {
        this.progress.value = null;
        this.failure.value = answer.sentence;
      });
    }
  }
}

function sourceOf(
  documents: readonly GivenDocument[],
  { isLive = false, example, link = "" }: OpenOptions,
): Source {
  const from = example !== undefined ? "example" : isLive ? "live" : link === "" ? "own" : "link";
  return { from, documents, link };
}

/** The step at a moment, or the last before it; the first when there is none. */
function stepAt(times: Float64Array, moment: string | undefined): number {
  const milliseconds = moment === undefined ? Number.NaN : Date.parse(moment);
  const exact = times.indexOf(milliseconds);
  if (exact >= 0) return exact;
  return Math.max(
    times.findLastIndex((time) => time <= milliseconds),
    0,
  );
}

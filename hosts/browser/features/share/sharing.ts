import { signal } from "@preact/signals";
import type { WorkerClient } from "../../session/client.ts";
import type { Answer, Linked, SharedCapture } from "../../session/protocol.ts";
import type { Scenario, ScenarioWindow } from "../../session/scenario.ts";
import { examples } from "../../state/examples.ts";
import type { Store } from "../../state/store.ts";
import type { ShownTime } from "../../time/shownTime.ts";
import type { Admission } from "../admission/admission.ts";
import type { SideBySide } from "../compare/sideBySide.ts";
import type { Multiples } from "../multiples/multiples.ts";
import type { Prediction } from "../quiz/quiz.ts";

/** A number follows its #, and no place on the page is named so; a text in lines is not a link. */
const LINK = /^\S*(#\d\S*)$/;
const KEY_BYTES = 16;

/** What a link is made of. */
export interface SharedParts {
  readonly store: Store;
  readonly sideBySide: SideBySide;
  readonly admission: Admission;
  readonly prediction: Prediction;
  readonly time: ShownTime;
  readonly multiples: Multiples;
}

/** What is on show as a link or a file for others, and links of others opened here. */
export class Sharing {
  readonly isOpen = signal(false);
  readonly isAnonymous = signal(true);
  /** Whether who opens it is asked first which pod goes. */
  readonly asksFirst = signal(false);
  /** Null until it is made, and when it cannot be. */
  readonly shared = signal<SharedCapture | null>(null);
  /** Why it cannot be made. */
  readonly problem = signal<string | null>(null);
  readonly isCopied = signal(false);
  /** Records written so far, of so many; null before the first are. */
  readonly progress = signal<{ readonly done: number; readonly total: number } | null>(null);
  readonly #parts: SharedParts;
  readonly #store: Store;
  readonly #client: WorkerClient;
  /** One per visit: its links have the same pseudonyms, and a guess cannot be tested elsewhere. */
  readonly #key = [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))].join("-");
  #asked = 0;

  constructor(parts: SharedParts, client: WorkerClient) {
    this.#parts = parts;
    this.#store = parts.store;
    this.#client = client;
  }

  open(): void {
    this.isOpen.value = true;
    this.#make();
  }

  setAnonymous(isAnonymous: boolean): void {
    this.isAnonymous.value = isAnonymous;
    this.#make();
  }

  setAsksFirst(asksFirst: boolean): void {
    this.asksFirst.value = asksFirst;
    this.#make();
  }

  /** Where a link leads: this page, without what it was asked to open. */
  addressOf(fragment: string): string {
    const address = new URL(document.location.href);
    address.search = "";
    address.hash = fragment;
    return address.href;
  }

  /** The field it stands in is selected, for browsers that let no page write what is copied. */
  async copy(address: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(address);
      this.isCopied.value = true;
    } catch {
      this.problem.value =
        "The browser lets the page copy nothing; copy the link that is selected.";
    }
  }

  isLink(text: string): boolean {
    return LINK.test(text);
  }

  /** Opens an address, or the part of it from its # on. */
  async openLink(link: string): Promise<void> {
    const [, hash = ""] = LINK.exec(link) ?? [];
    const isWanted = this.#store.requested();
    const answer = await this.#ask(hash.slice(1));
    if (!isWanted()) return;
    const problem =
      answer.kind === "linked" ? await this.#openLinked(answer.linked, hash) : sentenceOf(answer);
    if (problem !== null) this.#store.failure.value = problem;
  }

  /** What is on show, as it differs from the capture itself. */
  scenario(): Scenario {
    return scenarioOf(this.#parts);
  }

  /** The pod in focus would be half the answer. */
  #shared(): Scenario {
    const { pod, ...scenario } = this.scenario();
    if (this.asksFirst.peek()) return { ...scenario, predict: true };
    return pod === undefined ? scenario : { ...scenario, pod };
  }

  /** One sentence when it cannot be opened. */
  async #openLinked({ document: given, scenario }: Linked, hash: string): Promise<string | null> {
    const { example } = scenario;
    const named = examples.all.find(({ name }) => name === example);
    if (example !== undefined && named === undefined) {
      return `The link names the example ${example}, which this page has not; ask for the file.`;
    }
    if (named === undefined) this.#store.open([given], { link: hash });
    else await examples.open(named, this.#store, scenario);
    return null;
  }

  #ask(fragment: string): Promise<Answer> {
    return new Promise((resolve) => this.#client.send({ kind: "link", fragment }, resolve));
  }

  #make(): void {
    const asked = ++this.#asked;
    this.isCopied.value = false;
    this.shared.value = null;
    this.problem.value = null;
    this.progress.value = null;
    const key = this.isAnonymous.peek() ? this.#key : null;
    const share = { scenario: this.#shared(), key };
    this.#client.send({ kind: "share", share }, (answer) => {
      if (asked !== this.#asked) return;
      if (answer.kind === "shared") this.shared.value = answer.shared;
      else if (answer.kind === "progress") {
        this.progress.value = { done: answer.done, total: answer.total ?? 0 };
      } else this.problem.value = sentenceOf(answer);
    });
  }
}

/** Everything the user has set that differs from the capture itself. */
function scenarioOf(parts: SharedParts): Scenario {
  const { store, sideBySide, admission, prediction, time: shown, multiples } = parts;
  const { capture, configuration, whatIf, whatIfChoice } = store;
  const outline = capture.value;
  const example = store.example.value;
  const text = configuration.value;
  const recorded = store.recordedConfiguration.value;
  const a = sideBySide.a.value;
  const changes = store.changes.value;
  const time = outline?.times[store.position.value];
  const pod = store.pod.value;
  const further = multiples.chosen.value;
  const asked = admission.asked.value;
  return {
    ...(example === null ? { name: outline?.name ?? "" } : { example: example.name }),
    ...(text === recorded ? {} : { configuration: text }),
    ...(sideBySide.isOpen.value ? { comparedWith: a === recorded ? null : a } : {}),
    // Always said: a page of another version may choose otherwise.
    whatIf: whatIfChoice.value ?? whatIf.value,
    ...(changes.length === 0 ? {} : { podChanges: changes }),
    ...(admission.isDefault.value ? {} : { admission: asked }),
    ...(time === undefined ? {} : { moment: new Date(time).toISOString() }),
    ...(shown.isZoomed.value ? { window: windowOf(shown) } : {}),
    signal: store.focus.value,
    ...(further.length === 0 ? {} : { furtherSignals: further }),
    ...(pod === null ? {} : { pod }),
    ...(prediction.isAsked.value ? { predict: true } : {}),
  };
}

function windowOf({ window }: ShownTime): ScenarioWindow {
  const { from, to } = window.value;
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

function sentenceOf(answer: Answer): string {
  if (answer.kind === "refused") return answer.refusal.sentence;
  return answer.kind === "failed" ? answer.sentence : "A newer request replaced this one.";
}

import { signal } from "@preact/signals";
import { copyText } from "../../controls/clipboard.ts";
import { copySelected } from "../../controls/words.ts";
import type { Answer, Linked, SharedCapture } from "../../session/protocol.ts";
import type { Scenario } from "../../session/scenario.ts";
import { examples } from "../../state/examples.ts";
import type { Store } from "../../state/store.ts";
import { SUPERSEDED, unknownExampleText } from "./words.ts";

/** A number follows its #, and no place on the page is named so; a text in lines is not a link. */
const LINK = /^\S*(#\d\S*)$/;
const KEY_BYTES = 16;

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
  readonly #store: Store;
  /** One per visit: its links have the same pseudonyms, and a guess cannot be tested elsewhere. */
  readonly #key = [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))].join("-");
  #asked = 0;

  constructor(store: Store) {
    this.#store = store;
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

  /** Its field is selected, for browsers that let no page write what is copied. */
  async copy(address: string): Promise<void> {
    if (await copyText(address)) this.isCopied.value = true;
    else this.problem.value = copySelected("link");
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

  /** The pod in focus would be half the answer. */
  #shared(): Scenario {
    const { pod, ...scenario } = this.#store.scenario();
    if (this.asksFirst.peek()) return { ...scenario, predict: true };
    return pod === undefined ? scenario : { ...scenario, pod };
  }

  /** One sentence when it cannot be opened. */
  async #openLinked({ document: given, scenario }: Linked, hash: string): Promise<string | null> {
    const { example } = scenario;
    const named = examples.all.find(({ name }) => name === example);
    if (example !== undefined && named === undefined) {
      return unknownExampleText(example);
    }
    if (named === undefined) this.#store.open([given], { link: hash });
    else await examples.open(named, this.#store, scenario);
    return null;
  }

  #ask(fragment: string): Promise<Answer> {
    return new Promise((resolve) => this.#store.ask({ kind: "link", fragment }, resolve));
  }

  #make(): void {
    const asked = ++this.#asked;
    this.isCopied.value = false;
    this.shared.value = null;
    this.problem.value = null;
    this.progress.value = null;
    const key = this.isAnonymous.peek() ? this.#key : null;
    const share = { scenario: this.#shared(), key };
    this.#store.ask({ kind: "share", share }, (answer) => {
      if (asked !== this.#asked) return;
      if (answer.kind === "shared") this.shared.value = answer.shared;
      else if (answer.kind === "progress") {
        this.progress.value = { done: answer.done, total: answer.total ?? 0 };
      } else this.problem.value = sentenceOf(answer);
    });
  }
}

function sentenceOf(answer: Answer): string {
  if (answer.kind === "refused") return answer.refusal.sentence;
  return answer.kind === "failed" ? answer.sentence : SUPERSEDED;
}

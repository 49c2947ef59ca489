import { signal } from "@preact/signals";
import type { WorkerClient } from "../client.ts";
import type { SideBySide } from "../compare/sideBySide.ts";
import type { PodChanges } from "../pods/podChanges.ts";
import type { Answer, Linked, SharedCapture } from "../protocol.ts";
import { examples } from "../state/examples.ts";
import type { Store } from "../state/store.ts";
import type { Scenario } from "./scenario.ts";

/** A number follows its #, and no place on the page is named so; a text in lines is not a link. */
const LINK = /^\S*(#\d\S*)$/;
const KEY_BYTES = 16;

/** What a link is made of. */
export interface SharedParts {
  readonly store: Store;
  readonly sideBySide: SideBySide;
  readonly podChanges: PodChanges;
}

/** What is on show as a link or a file for others, and links of others opened here. */
export class Sharing {
  readonly isOpen = signal(false);
  readonly isAnonymous = signal(true);
  /** Null until it is made, and when it cannot be. */
  readonly shared = signal<SharedCapture | null>(null);
  /** Why it cannot be made. */
  readonly problem = signal<string | null>(null);
  readonly isCopied = signal(false);
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
    if (problem === null) return;
    if (this.#store.capture.peek() === null) {
      await examples.openFirst(this.#store, isWanted);
    }
    this.#store.failure.value = problem;
  }

  /** An address that still names something else would bring that back. */
  leaveLink(): void {
    const { pathname, search, hash } = document.location;
    if (this.isLink(hash)) history.replaceState(null, "", `${pathname}${search}`);
  }

  /** One sentence when it cannot be opened. */
  async #openLinked({ document: given, scenario }: Linked, hash: string): Promise<string | null> {
    const { example } = scenario;
    const named = examples.all.peek().find(({ name }) => name === example);
    if (example !== undefined && named === undefined) {
      return `The link names the example ${example}, which this page has not; ask for the file.`;
    }
    if (named === undefined) this.#store.open([given]);
    else if (!(await examples.open(named, this.#store, scenario))) return null;
    history.replaceState(null, "", hash);
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
    const key = this.isAnonymous.peek() ? this.#key : null;
    const share = { scenario: scenarioOf(this.#parts), key };
    this.#client.send({ kind: "share", share }, (answer) => {
      if (asked !== this.#asked) return;
      if (answer.kind === "shared") this.shared.value = answer.shared;
      else this.problem.value = sentenceOf(answer);
    });
  }
}

/** Everything the user has set that differs from the capture itself. */
function scenarioOf({ store, sideBySide, podChanges }: SharedParts): Scenario {
  const { capture, configuration, whatIf } = store;
  const outline = capture.peek();
  const example = store.example.peek();
  const text = configuration.peek();
  const recorded = store.recordedConfiguration.peek();
  const a = sideBySide.a.peek();
  const changes = podChanges.all.peek();
  const time = outline?.times[store.position.peek()];
  const pod = store.pod.peek();
  return {
    ...(example === null ? { name: outline?.name ?? "" } : { example: example.name }),
    ...(text === recorded ? {} : { configuration: text }),
    ...(sideBySide.isOpen.peek() ? { comparedWith: a === recorded ? null : a } : {}),
    whatIf: whatIf.peek(),
    ...(changes.length === 0 ? {} : { podChanges: changes }),
    ...(time === undefined ? {} : { moment: new Date(time).toISOString() }),
    signal: store.focus.peek(),
    ...(pod === null ? {} : { pod }),
  };
}

function sentenceOf(answer: Answer): string {
  if (answer.kind === "refused") return answer.refusal.sentence;
  return answer.kind === "failed" ? answer.sentence : "A newer request replaced this one.";
}

import { effect, signal, untracked } from "@preact/signals";
import type { GivenDocument } from "../../../analysis/read/recognize/given.ts";
import type { BroughtCluster } from "../session/protocol.ts";
import { readScenario, type Scenario } from "../session/scenario.ts";
import type { Source, Store } from "../state/store.ts";
import { FEATURES } from "./features.ts";
import { forgetCaptures, KEPT_BYTES_MAX, keepCapture, keptCapture } from "./keptCaptures.ts";
import { Views } from "./views.ts";
import { NOT_KEPT, VIEW_TITLES } from "./words.ts";

/** Milliseconds without a change after which the address is written. */
const QUIET_MILLISECONDS = 300;
/** What follows the # for a capture that the browser keeps. */
const KEPT = /^#kept-([\w-]+)(?:&view=(cluster|drain))?(?:&node=([\w.-]+))?$/;

/**
 * The address of the page names what is on show, so that Back, Reload and a bookmark bring it back:
 * an example and a capture of a link with everything that was changed, and one's own capture by a
 * name that only this browser knows. The changes of those stand in the entry of the history.
 */
export class Address {
  /** Whether the browser keeps the capture on show. */
  readonly isKept = signal(false);
  readonly #store: Store;
  readonly #sharing;
  readonly #clusters;
  readonly #views;
  #pause: ReturnType<typeof setTimeout> | undefined;
  /** The next capture is where the browser went, and no new place. */
  #isArriving = true;
  #pushes = false;
  /** What the link on show was opened with: as long as that holds, the link stays. */
  #arrivedWith: string | null = null;
  #keptId: string | null = null;
  /** The names and sizes of the objects that were kept last. */
  #namesOfObjects: string | null = null;
  /** The documents of the answers on show. */
  #answeredWith: readonly GivenDocument[] | null = null;

  constructor(store: Store) {
    this.#store = store;
    this.#sharing = store.model(FEATURES.share.model);
    this.#clusters = store.model(FEATURES.simulator.model);
    this.#views = store.model(Views);
    effect(() => {
      if (store.capture.value !== null) this.#opened();
    });
    effect(() => {
      // Read here, so that each change is heard of.
      const scenario = store.scenario();
      if (store.decided.value !== null) this.#schedule(scenario);
    });
    effect(() => {
      const { answered } = store;
      if (answered.value !== null) this.#answered(answered.value.documents);
    });
    effect(() => {
      const { brought } = this.#clusters.place.value?.example ?? {};
      if (brought !== undefined) untracked(() => void this.#keepObjects(brought));
    });
    effect(() => {
      if (this.#views.returns.value > 0) untracked(() => this.#returned());
    });
    effect(() => {
      const { answer, capture, example } = store;
      const { isEmpty, shown } = this.#views;
      // A cluster names itself.
      if (this.#clusters.place.value !== null) return;
      const opened = answer.value?.document.title ?? example.value?.title ?? capture.value?.name;
      const name = isEmpty.value ? VIEW_TITLES[shown.value] : opened;
      document.title = name === undefined ? TITLE : `${name} · ${TITLE}`;
    });
  }

  /** Opens what the address names; false when it names nothing. */
  async arrive(): Promise<boolean> {
    const { hash } = document.location;
    if (this.#clusters.arrive(hash) || this.#views.arrive(hash)) return true;
    this.#isArriving = true;
    if (this.#sharing.isLink(hash)) {
      await this.#sharing.openLink(hash);
      return true;
    }
    const [, id, view, node = null] = KEPT.exec(hash) ?? [];
    if (id === undefined) return false;
    if (view === "cluster" || view === "drain") {
      this.#views.arriveAt(view);
      this.#clusters.arriveOwn(id, node);
    }
    return this.#openKept(id);
  }

  /** The browser forgets all captures of the user; the one on show stays until it is left. */
  async forget(): Promise<void> {
    await forgetCaptures();
    this.isKept.value = false;
    this.#keptId = null;
    if (this.#clusters.place.peek() !== null) return this.#clusters.keep(null);
    history.replaceState(null, "", document.location.pathname + document.location.search);
  }

  async #openKept(id: string): Promise<boolean> {
    const isWanted = this.#store.requested();
    const state: unknown = history.state;
    const documents = await keptCapture(id).catch(() => null);
    if (!isWanted()) return true;
    if (documents === null) {
      this.#store.failure.value = NOT_KEPT;
      return false;
    }
    this.#keptId = id;
    const { scenario } = readScenario(state ?? {});
    this.#store.open(documents, { scenario });
    return true;
  }

  /** The objects of a cluster on show, with the view and the node in the address. */
  async #keepObjects({ objects, scenario }: BroughtCluster): Promise<void> {
    const documents = scenario === null ? objects : [...objects, scenario];
    const names = documents.map(({ name, content }) => `${name} ${content.size}`).join();
    const isSame = this.#namesOfObjects === null || this.#namesOfObjects === names;
    const known = this.#clusters.keptId.peek();
    const id = (isSame ? known : null) ?? newId();
    this.#namesOfObjects = names;
    if (sizeOf(documents) > KEPT_BYTES_MAX) return this.#clusters.keep(null);
    const isDone = await keepCapture(id, documents).then(
      () => true,
      () => false,
    );
    if (!isDone || this.#namesOfObjects !== names) return;
    this.isKept.value = true;
    this.#clusters.keep(id);
  }

  /** Another capture is on show. */
  #opened(): void {
    this.#pushes = !this.#isArriving;
    if (!this.#isArriving) this.#keptId = null;
    this.#isArriving = false;
    this.#arrivedWith = null;
    this.isKept.value = false;
  }

  /** Answers about documents are on show: nothing of a capture is to be written any more. */
  #answered(documents: readonly GivenDocument[]): void {
    const id = this.#keptId;
    const isAnother = this.#answeredWith !== documents;
    this.#opened();
    clearTimeout(this.#pause);
    // Another pod of the same documents is not another place.
    if (!isAnother) this.#keptId = id;
    this.#answeredWith = documents;
    this.#keep({}, documents);
  }

  /** What was open before is on show again, and its documents are kept again. */
  #returned(): void {
    if (this.#clusters.place.peek() !== null) return;
    const { answer, answered, decided } = this.#store;
    this.#pushes = true;
    this.#keptId = null;
    if (answer.peek() !== null) this.#keep({}, answered.peek()?.documents ?? []);
    else if (decided.peek() !== null) this.#schedule(this.#store.scenario());
  }

  #schedule(scenario: Scenario): void {
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.#write(scenario), QUIET_MILLISECONDS);
  }

  #write(scenario: Scenario): void {
    if (this.#store.answer.peek() !== null || this.#views.isEmpty.peek()) return;
    const source = this.#store.source.peek();
    if (source === null || source.from === "live") this.#put("", null);
    else if (source.from === "own") this.#keep(scenario, source.documents);
    else this.#link(scenario, source);
  }

  #link(scenario: Scenario, source: Source): void {
    const { from, link, documents } = source;
    const written = JSON.stringify(scenario);
    this.#arrivedWith ??= written;
    if (from === "link" && written === this.#arrivedWith) {
      this.#put(link, null);
      return;
    }
    this.#store.ask({ kind: "address", scenario }, (answer) => {
      // A slow answer is about what was on show before.
      const isLeft = this.#store.source.peek() !== source || this.#store.answer.peek() !== null;
      if (answer.kind !== "address" || isLeft) return;
      if (answer.fragment === null) this.#keep(scenario, documents);
      else this.#put(`#${answer.fragment}`, null);
    });
  }

  #keep(scenario: Scenario, documents: Parameters<typeof keepCapture>[1]): void {
    const id = this.#keptId ?? newId();
    const isNew = this.#keptId === null;
    if (sizeOf(documents) > KEPT_BYTES_MAX) {
      this.#put("", null);
      return;
    }
    this.#keptId = id;
    const put = () => {
      if (this.#keptId !== id) return;
      this.isKept.value = true;
      this.#put(`#kept-${id}`, scenario);
    };
    // A browser that keeps nothing leaves the page as it is.
    if (isNew) keepCapture(id, documents).then(put, () => {});
    else put();
  }

  #put(hash: string, state: unknown): void {
    // What was decided late is about a capture that is not on show any more.
    if (this.#clusters.place.peek() !== null || this.#views.isEmpty.peek()) return;
    const { pathname, search } = document.location;
    const address = hash === "" ? pathname + search : pathname + keptSearch(search) + hash;
    if (this.#pushes && hash !== document.location.hash) history.pushState(state, "", address);
    else history.replaceState(state, "", address);
    this.#pushes = false;
  }
}

function newId(): string {
  return crypto.getRandomValues(new Uint32Array(3)).join("-");
}

function sizeOf(documents: readonly GivenDocument[]): number {
  const files = documents.flatMap(({ content, files = [] }) => [{ content }, ...files]);
  return files.reduce((sum, { content }) => sum + content.size, 0);
}

const TITLE = "Plimsoll playground";

/** What the page was asked to open is left once something else is named. */
function keptSearch(search: string): string {
  return new URLSearchParams(search).has("open") ? "" : search;
}

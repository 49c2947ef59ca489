import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { DRAIN_FLAGS, type DrainFlag } from "../../../../analysis/questions/drain/flags.ts";
import { formatFiles } from "../../../../analysis/text/names.ts";
import type { BroughtCluster } from "../../session/protocol.ts";
import type { Model, Store } from "../../state/store.ts";
import { CLUSTERS, type ClusterExample, type DrainFlags, isOfDrain } from "./clusterList.ts";
import { NO_SCENARIO, noClusterText, noMomentText } from "./words.ts";

/** A moment of the cluster on show that can be gone to. */
export interface ClusterJump {
  readonly title: string;
  readonly go: () => void;
}

/** Where the page is in a cluster: the content of its address. */
export interface ClusterPlace {
  readonly example: ClusterExample;
  /** The change that is tried, by its place among those that end it. */
  readonly change: number | null;
  /** The moment that is looked at, in seconds; null where nobody has chosen one. */
  readonly at: number | null;
}

const ADDRESS = /^#cluster=([^&]*)(.*)$/;
const PLACE = /^(?:&flags=([a-z,-]{1,60}))?(?:&try=(\d{1,2}))?(?:&at=(\d{1,9}(?:\.\d{1,3})?))?$/;

const OWN = "own";

/** Where the link leads that skips the header: it leaves nothing. */
const SKIPPED_TO = "#answer";

/**
 * Which cluster is on show, if one is. Everything else of it is loaded when the first one is
 * opened: the page begins without it.
 */
export class Clusters implements Model {
  readonly place = signal<ClusterPlace | null>(null);
  /** The name under which the browser keeps the objects on show; null while it does not. */
  readonly keptId = signal<string | null>(null);
  /** What happens in the cluster on show. */
  readonly jumps = signal<readonly ClusterJump[]>([]);
  /** Counts what is opened: the same cluster, opened again, begins again. */
  readonly opened = signal(0);
  readonly canUndo = computed(() => (this.place.value?.change ?? null) !== null);
  readonly canRedo = computed(() => !this.canUndo.value && this.#undone.value !== null);
  /** The change that was undone last. */
  readonly #undone = signal<number | null>(null);
  readonly #store: Store;
  /** The node of an address whose objects are being read; null where none is. */
  #arriving: { readonly node: string | null } | null = null;
  /** What was on show before something else was opened. */
  #left: ClusterPlace | null = null;

  constructor(store: Store) {
    this.#store = store;
    effect(() => {
      const brought = store.brought.value;
      if (brought !== null) untracked(() => this.#showBrought(brought));
    });
    effect(() => {
      const { value } = this.place;
      if (value !== null) document.title = `${value.example.title} · Plimsoll playground`;
    });
  }

  /** Whether a cluster of the page has that name. */
  open(name: string): boolean {
    const example = CLUSTERS.find((each) => each.name === name);
    if (example === undefined) return false;
    this.show({ example, change: null, at: null });
    return true;
  }

  /** Objects of one's own; `node`: the one that is drained; null where none is chosen. */
  openOwn(brought: BroughtCluster, node: string | null = null): void {
    const { flags } = this.place.peek()?.example ?? {};
    const place = ownPlace(brought, node);
    this.show({ ...place, example: withFlags(place.example, flags) });
  }

  /** The drain on show with these flags; what was tried in it is over. */
  drainWith(flags: DrainFlags): void {
    const place = this.place.peek();
    if (place === null) return;
    this.show({ example: withFlags(place.example, flags), change: null, at: null });
  }

  /** The objects that an address names are about to be brought. */
  arriveOwn(id: string, node: string | null): void {
    this.keptId.value = id;
    this.#arriving = { node };
  }

  /** The browser keeps the objects on show under this name, or no more. */
  keep(id: string | null): void {
    this.keptId.value = id;
    const place = this.place.peek();
    if (place !== null) history.replaceState(null, "", this.#addressOf(place));
  }

  #showBrought(brought: BroughtCluster): void {
    const { node } = this.#arriving ?? {};
    if (node === undefined) this.openOwn(brought);
    else this.#show(ownPlace(brought, node));
    this.#arriving = null;
  }

  /** A new entry of the history. */
  show(place: ClusterPlace): void {
    this.#show(place);
    history.pushState(null, "", this.#addressOf(place));
  }

  /** Opens what an address names; false when it names no cluster. */
  arrive(hash: string): boolean {
    const on = this.place.peek();
    if (hash === SKIPPED_TO && on !== null) {
      history.replaceState(null, "", this.#addressOf(on));
      return true;
    }
    const [, name, rest = ""] = ADDRESS.exec(hash) ?? [];
    if (name === undefined) return false;
    const found = CLUSTERS.find((each) => each.name === name);
    if (found === undefined) {
      const sentence = noClusterText(name);
      this.#store.failure.value = sentence;
      return false;
    }
    const place = PLACE.exec(rest);
    const [, flags, change, at] = place ?? [];
    const example = withFlags(found, flagsNamed(flags ?? ""));
    const number = (text: string | undefined) => (text === undefined ? null : Number(text));
    this.#show({ example, change: number(change), at: number(at) });
    if (place === null || (example.flags ?? []).length !== (flags?.split(",").length ?? 0)) {
      const sentence = noMomentText(rest, name);
      this.#store.failure.value = sentence;
    }
    return true;
  }

  /** What is looked at now, for the address; a change that is tried is a place of its own. */
  note(change: number | null, at: number | null): void {
    const place = this.place.peek();
    if (place === null || (place.change === change && place.at === at)) return;
    const next = { ...place, change, at };
    this.place.value = next;
    if (change === place.change) history.replaceState(null, "", this.#addressOf(next));
    else history.pushState(null, "", this.#addressOf(next));
  }

  /** Back to the cluster without the change that is tried. */
  undo(): void {
    const place = this.place.peek();
    if (place === null || place.change === null) return;
    const { change } = place;
    this.show({ ...place, change: null, at: null });
    this.#undone.value = change;
  }

  redo(): void {
    const place = this.place.peek();
    if (place !== null) this.show({ ...place, change: this.#undone.peek(), at: null });
  }

  leave(): void {
    this.#left = this.place.peek();
    this.place.value = null;
  }

  stay(): void {
    this.place.value ??= this.#left;
  }

  /** Objects of one's own come back where the browser keeps them. */
  #addressOf({ example, change, at }: ClusterPlace): string {
    const { pathname } = document.location;
    if (example.brought !== undefined) {
      const view = isOfDrain(example) ? "drain" : "cluster";
      const id = this.keptId.peek();
      if (id === null) return `${pathname}#view=${view}`;
      const node = example.drain === undefined ? "" : `&node=${example.drain}`;
      return `${pathname}#kept-${id}&view=${view}${node}`;
    }
    const { flags = [] } = example;
    const given = flags.length === 0 ? "" : `&flags=${flags.map(flagName).join()}`;
    const tried = change === null ? "" : `&try=${change}`;
    const moment = at === null ? "" : `&at=${Number(at.toFixed(3))}`;
    return `${pathname}#cluster=${example.name}${given}${tried}${moment}`;
  }

  #show(place: ClusterPlace): void {
    batch(() => {
      this.#undone.value = null;
      this.#store.cover();
      this.#store.playing.value = false;
      this.#store.failure.value = null;
      this.place.value = place;
      this.opened.value += 1;
    });
  }
}

function withFlags(example: ClusterExample, flags: DrainFlags = []): ClusterExample {
  const { flags: _, ...bare } = example;
  return flags.length === 0 || !isOfDrain(example) ? bare : { ...bare, flags };
}

/** As kubectl names it, without the hyphens before it. */
function flagName(flag: DrainFlag): string {
  const [name = ""] = DRAIN_FLAGS.find(([, member]) => member === flag) ?? [];
  return name.slice("--".length);
}

function flagsNamed(text: string): DrainFlags {
  const names = text.split(",");
  return DRAIN_FLAGS.flatMap(([, member]) => (names.includes(flagName(member)) ? [member] : []));
}

/** Where objects of one's own are on show. */
const NAMES_SHOWN = 3;

function ownPlace(brought: BroughtCluster, node: string | null): ClusterPlace {
  const { objects, scenario } = brought;
  const names = [...objects, ...(scenario === null ? [] : [scenario])].map(({ name }) => name);
  const title = formatFiles(names, NAMES_SHOWN);
  const drain = node === null ? {} : { drain: node };
  const example = { name: OWN, title, description: missingInput(brought), brought, ...drain };
  return { example, change: null, at: null };
}

/** What the answer about objects of one's own lacks, and how to give it. */
function missingInput({ purpose, scenario }: BroughtCluster): string {
  return purpose === "simulate" && scenario === null ? NO_SCENARIO : "";
}

import type { KeptPods } from "./evaluate.ts";

/** A list that a client can name, as it was accepted for the node of its Summary. */
export interface KnownList extends KeptPods {
  /** What was left out of it, one sentence each. */
  readonly problems: readonly string[];
}

export interface KnownPodsBounds {
  readonly bytesMax: number;
  readonly listsMax: number;
}

/** What a list takes in addition to its bytes and sentences: its digest, and places in two maps. */
const LIST_BYTES = 512;

interface Kept {
  readonly list: KnownList;
  readonly bytes: number;
}

/** The lists of a tenant, the one unused for longest first. */
interface Shelf {
  bytes: number;
  readonly lists: Map<string, Kept>;
}

/**
 * The lists of pods that clients name by their digests, in this isolate. No more than is allowed
 * for all tenants together: what is too much leaves the tenant that has most, the list that was
 * used longest ago first, so one tenant cannot drive out lists that others use.
 */
export class KnownPods {
  readonly #bounds: KnownPodsBounds;
  readonly #shelves = new Map<string, Shelf>();
  #bytes = 0;
  #lists = 0;

  constructor(bounds: KnownPodsBounds) {
    this.#bounds = bounds;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get lists(): number {
    return this.#lists;
  }

  /** The list as it was accepted for this node; undefined when it is not known for it. */
  find(tenant: string, digest: string, node: string | null): KnownList | undefined {
    const shelf = this.#shelves.get(tenant);
    const kept = shelf?.lists.get(digest);
    if (shelf === undefined || kept === undefined || kept.list.node !== node) return undefined;
    shelf.lists.delete(digest);
    shelf.lists.set(digest, kept);
    return kept.list;
  }

  /** A list that alone is more than may be kept is not. */
  keep(tenant: string, digest: string, list: KnownList): void {
    const words = list.problems.reduce((size, { length }) => size + length, 0);
    const bytes = list.frozen.length + 2 * words + LIST_BYTES;
    this.#drop(tenant, digest);
    if (bytes > this.#bounds.bytesMax) return;
    const shelf = this.#shelves.get(tenant) ?? { bytes: 0, lists: new Map<string, Kept>() };
    this.#shelves.set(tenant, shelf);
    shelf.lists.set(digest, { list, bytes });
    shelf.bytes += bytes;
    this.#bytes += bytes;
    this.#lists += 1;
    while (this.#bytes > this.#bounds.bytesMax || this.#lists > this.#bounds.listsMax) {
      this.#dropOne();
    }
  }

  #dropOne(): void {
    let [largest, most] = ["", -1];
    for (const [tenant, { bytes }] of this.#shelves) {
      if (bytes > most) [largest, most] = [tenant, bytes];
    }
    const [oldest = ""] = this.#shelves.get(largest)?.lists.keys() ?? [];
    this.#drop(largest, oldest);
  }

  #drop(tenant: string, digest: string): void {
    const shelf = this.#shelves.get(tenant);
    const kept = shelf?.lists.get(digest);
    if (shelf === undefined || kept === undefined) return;
    shelf.lists.delete(digest);
    shelf.bytes -= kept.bytes;
    this.#bytes -= kept.bytes;
    this.#lists -= 1;
    if (shelf.lists.size === 0) this.#shelves.delete(tenant);
  }
}

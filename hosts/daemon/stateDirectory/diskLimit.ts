import { Release } from "../../system/release.ts";
import type { SteadyClock } from "../../system/systemClock.ts";
import type { JournalFile } from "./actJournal.ts";
import type { SetAsideStore } from "./stateKeeping.ts";

/** A disk that does not answer for so long counts as full. */
const DISK_SECONDS = 5;
const STALLED = `the disk has not answered for ${DISK_SECONDS} s`;

/**
 * Does one write at a time and waits for none of them longer than a limit. While one has not ended,
 * further ones are refused at once: each would hold one of the few threads that all files share.
 */
export class DiskLimit {
  readonly #clock: Pick<SteadyClock, "sleep">;
  #pending = false;

  constructor(clock: Pick<SteadyClock, "sleep">) {
    this.#clock = clock;
  }

  /** Rejects as `write` does, or when the disk does not answer. */
  async write(write: () => Promise<void>): Promise<void> {
    if (this.#pending) throw new Error(STALLED);
    this.#pending = true;
    const stop = new Release();
    const written = write().finally(() => {
      this.#pending = false;
      stop.abort();
    });
    const isLate = this.#clock.sleep(DISK_SECONDS * 1000, stop).then(() => {
      if (this.#pending) throw new Error(STALLED);
    });
    // One of them settles first; the other one's error has been said by then.
    for (const each of [written, isLate]) each.catch(() => {});
    await Promise.race([written, isLate.then(() => written)]);
  }
}

/** The same store, which gives a disk up that does not answer. */
export function limitedStore(
  store: SetAsideStore,
  clock: Pick<SteadyClock, "sleep">,
): SetAsideStore {
  const limit = new DiskLimit(clock);
  return {
    path: store.path,
    load: (node) => store.load(node),
    save: (node, state) => limit.write(() => store.save(node, state)),
    setAside: () => store.setAside(),
  };
}

/** The same for a journal: what is not known to be written down is not done. */
export function limitedFile(file: JournalFile, clock: Pick<SteadyClock, "sleep">): JournalFile {
  const limit = new DiskLimit(clock);
  return {
    append: (entry) => limit.write(() => file.append(entry)),
    replace: (entries) => limit.write(() => file.replace(entries)),
    prune: (entries) => limit.write(() => file.prune(entries)),
    // A disk that does not answer now has been reported, and keeps no process from ending.
    close: () => limit.write(() => file.close()).catch(() => {}),
  };
}

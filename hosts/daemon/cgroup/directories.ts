import { lstat, opendir } from "node:fs/promises";
import { join } from "node:path";

export interface StoredAmount {
  readonly usedBytes: bigint;
  readonly inodesUsed: bigint;
}

const BLOCK_BYTES = 512n;
/** As often as the kubelet looks at volumes. */
const PERIOD_NANOSECONDS = 60_000_000_000n;

/**
 * Usage of directories. Walking one takes long, so it runs in the background, once a
 * minute, as the kubelet does with volumes; until the first walk is over nothing is known of it.
 */
export class DirectoryAmounts {
  readonly #amounts = new Map<string, StoredAmount>();
  readonly #walkedAt = new Map<string, bigint>();
  #walking: Promise<void> = Promise.resolve();

  /** The amounts known so far; walks what was last walked a minute ago, in the background. */
  of(paths: readonly string[], now: bigint): ReadonlyMap<string, StoredAmount> {
    for (const path of paths) this.#refresh(path, now);
    return new Map(
      paths.flatMap((path) => {
        const amount = this.#amounts.get(path);
        return amount === undefined ? [] : [[path, amount] as const];
      }),
    );
  }

  /** Resolves when what was asked for so far has been walked. */
  settled(): Promise<void> {
    return this.#walking;
  }

  #refresh(path: string, now: bigint): void {
    const before = this.#walkedAt.get(path);
    if (before !== undefined && now - before < PERIOD_NANOSECONDS) return;
    this.#walkedAt.set(path, now);
    this.#walking = this.#walking.then(async () => {
      const amount = await amountIn(path);
      if (amount === null) this.#amounts.delete(path);
      else this.#amounts.set(path, amount);
    });
  }
}

/**
 * Blocks and inodes below a path, each inode once, on its file system only. Null when the path
 * cannot be read; what disappears during the walk counts nothing.
 */
export async function amountIn(path: string): Promise<StoredAmount | null> {
  const top = await lstat(path, { bigint: true }).catch(() => null);
  if (top === null) return null;
  const seen = new Set<bigint>();
  let blocks = 0n;
  const waiting = [path];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const found = await lstat(next, { bigint: true }).catch(() => null);
    if (found === null || found.dev !== top.dev || seen.has(found.ino)) continue;
    seen.add(found.ino);
    blocks += found.blocks;
    if (found.isDirectory()) waiting.push(...(await entriesOf(next)));
  }
  return { usedBytes: blocks * BLOCK_BYTES, inodesUsed: BigInt(seen.size) };
}

async function entriesOf(path: string): Promise<string[]> {
  const entries: string[] = [];
  try {
    for await (const { name } of await opendir(path)) entries.push(join(path, name));
  } catch {
    // It went, or may not be read: what was found so far counts.
  }
  return entries;
}

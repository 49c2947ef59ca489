/** Memory cgroups of the guest, of either version. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

export const CGROUPS = "/sys/fs/cgroup";

export interface Limits {
  readonly memoryBytes: number;
  /** Swap it may also use; null for as much as there is. */
  readonly swapBytes: number | null;
}

export interface Use {
  readonly memoryBytes: number;
  /** Of v1, memory and swap together less memory. */
  readonly swapBytes: number;
}

/** What differs between the versions. */
interface Version {
  readonly limit: (cgroup: string, limits: Limits) => void;
  readonly use: (cgroup: string) => Use;
  readonly shareOut: (cgroup: string) => void;
}

const NO_LIMIT = "-1";

const VERSIONS: Readonly<Record<1 | 2, Version>> = {
  1: {
    limit: (cgroup, { memoryBytes, swapBytes }) => {
      put(cgroup, "memory.limit_in_bytes", String(memoryBytes));
      const both = swapBytes === null ? NO_LIMIT : String(memoryBytes + swapBytes);
      put(cgroup, "memory.memsw.limit_in_bytes", both);
    },
    use: (cgroup) => {
      const memoryBytes = Number(read(cgroup, "memory.usage_in_bytes"));
      const both = Number(read(cgroup, "memory.memsw.usage_in_bytes"));
      return { memoryBytes, swapBytes: Math.max(0, both - memoryBytes) };
    },
    shareOut: () => {},
  },
  2: {
    limit: (cgroup, { memoryBytes, swapBytes }) => {
      put(cgroup, "memory.max", String(memoryBytes));
      put(cgroup, "memory.swap.max", swapBytes === null ? "max" : String(swapBytes));
    },
    use: (cgroup) => ({
      memoryBytes: Number(read(cgroup, "memory.current")),
      swapBytes: Number(read(cgroup, "memory.swap.current")),
    }),
    shareOut: (cgroup) => put(cgroup, "cgroup.subtree_control", "+memory"),
  },
};

export class Cgroups {
  readonly version: 1 | 2;
  readonly #of: Version;

  constructor(version: 1 | 2) {
    this.version = version;
    this.#of = VERSIONS[version];
    this.#of.shareOut("/");
  }

  /** With those above it. Processes are in leaves only, as v2 requires. */
  make(cgroup: string): void {
    const parts = cgroup.split("/").slice(1);
    for (let depth = 1; depth <= parts.length; depth++) {
      const path = `/${parts.slice(0, depth).join("/")}`;
      if (existsSync(join(CGROUPS, path))) continue;
      mkdirSync(join(CGROUPS, path));
    }
    for (let depth = 1; depth < parts.length; depth++) {
      this.#of.shareOut(`/${parts.slice(0, depth).join("/")}`);
    }
  }

  limit(cgroup: string, limits: Limits): void {
    this.#of.limit(cgroup, limits);
  }

  use(cgroup: string): Use {
    return this.#of.use(cgroup);
  }

  /** Only of v2. */
  killWhole(cgroup: string): void {
    put(cgroup, "memory.oom.group", "1");
  }

  isKilledWhole(cgroup: string): boolean {
    return this.version === 2 && read(cgroup, "memory.oom.group").trim() === "1";
  }

  enter(cgroup: string, pid: number): void {
    put(cgroup, "cgroup.procs", String(pid));
  }

  /** In the order in which the kernel looks at them: a cgroup before those below it. */
  pidsBelow(cgroup: string): readonly number[] {
    const own = read(cgroup, "cgroup.procs")
      .split("\n")
      .filter((line) => line !== "");
    const below = childrenOf(cgroup).flatMap((child) => this.pidsBelow(child));
    return [...own.map(Number), ...below];
  }

  /** With those below it; all must be empty. */
  remove(cgroup: string): void {
    for (const child of childrenOf(cgroup)) this.remove(child);
    rmdirSync(join(CGROUPS, cgroup));
  }
}

/** In the order of their making, which a directory of the kernel's does not keep: by name. */
function childrenOf(cgroup: string): readonly string[] {
  return readdirSync(join(CGROUPS, cgroup), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(cgroup, name))
    .sort();
}

function put(cgroup: string, file: string, text: string): void {
  writeFileSync(join(CGROUPS, cgroup, file), text);
}

function read(cgroup: string, file: string): string {
  return readFileSync(join(CGROUPS, cgroup, file), "utf8");
}

import { type Json, type JsonObject, parseShare } from "./notation.ts";

/** What a vector says of its node, and how a share such as `900Mi of 8Gi` is in a Summary. */
interface Section {
  /** The members on the way to it, from `node`. */
  readonly at: readonly string[];
  readonly members: (share: string) => JsonObject;
}

/** The system container `pods`, which is one of a list. */
export const ALLOCATABLE: Section = { at: [], members: memoryShare };

/** Each file system takes `9Gi of 100Gi`, `900 of 1000 inodes`, or both with a comma between. */
export const NODE_SECTIONS = {
  memory: { at: ["memory"], members: memoryShare },
  fs: { at: ["fs"], members: fileSystemShares },
  imageFs: { at: ["runtime", "imageFs"], members: fileSystemShares },
  containerFs: { at: ["runtime", "containerFs"], members: fileSystemShares },
  pids: { at: ["rlimit"], members: processShare },
} as const satisfies Readonly<Record<string, Section>>;

export type SectionName = keyof typeof NODE_SECTIONS;
export const SECTION_NAMES = Object.keys(NODE_SECTIONS) as readonly SectionName[];

/** Shares, or the Summary's own members. */
export type NodeFacts = {
  readonly [Name in SectionName | "allocatable"]?: string | JsonObject | null;
} & { readonly systemContainers?: readonly Json[] };

export const NODE_FACTS = [...SECTION_NAMES, "allocatable", "systemContainers"];

function memoryShare(text: string): JsonObject {
  const { available, capacity } = parseShare(text);
  return { availableBytes: available, workingSetBytes: capacity - available };
}

function processShare(text: string): JsonObject {
  const { available, capacity } = parseShare(text);
  return { maxpid: capacity, curproc: capacity - available };
}

function fileSystemShares(text: string): JsonObject {
  const members: Record<string, Json> = {};
  for (const part of text.split(", ")) {
    const inodes = part.endsWith(" inodes");
    const { available, capacity } = parseShare(part.replace(/ inodes$/, ""));
    if (inodes) Object.assign(members, { inodesFree: available, inodes: capacity });
    else Object.assign(members, { availableBytes: available, capacityBytes: capacity });
  }
  return members;
}

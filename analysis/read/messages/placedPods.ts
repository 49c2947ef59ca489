/** Pods that the scheduler refused for a time, and that were then placed or deleted. */
import { endedBy } from "./message.ts";
import { endedLater } from "./otherEnds.ts";
import type { FoundMessage } from "./reportedMessage.ts";

/** A pod that does not stay pending. */
export interface Placement {
  readonly namespace: string | null;
  readonly name: string;
  /** Null where the scheduler skips the pod, because it is being deleted. */
  readonly node: string | null;
  readonly uid: string | null;
  /** When it was written, in seconds; less is earlier, and null is not known. */
  readonly at: number | null;
  /** Whether it is a row of a description, whose events are all about one pod. */
  readonly isDescribed: boolean;
}

const NAME = "[a-z0-9][a-z0-9.-]{0,252}";
/** The scheduler's sentence; up to 1.10 without the namespace. */
const ASSIGNED = new RegExp(`Successfully assigned (?:(${NAME})/)?(${NAME}) to (${NAME})`);

const DELETED = new RegExp(`skip schedule deleting pod: (?:(${NAME})/)?(${NAME})`);

/** Null for a text that neither assigns a pod nor skips one that is being deleted. */
export function assignedIn(text: string): Omit<Placement, "uid" | "at" | "isDescribed"> | null {
  const [, namespace = null, name, node = null] = ASSIGNED.exec(text) ?? DELETED.exec(text) ?? [];
  return name === undefined ? null : { namespace, name, node };
}

const AGE = String.raw`(?:\d{1,5}[ydhms]){1,3}`;
/** The columns of ages before the type of an event, or after its reason. */
const AGES = new RegExp(
  String.raw`^[>\s]*(?:[a-z0-9][a-z0-9-]{0,62}\s+)?(${AGE})(?:\s+(${AGE})\s|\s[^\n]{0,300}?\b` +
    String.raw`(?:Normal|Warning)\s)|^[>\s]*(?:Normal|Warning)\s+[A-Z]\w+\s+(${AGE})\s`,
);
const SECONDS: Readonly<Record<string, number>> = {
  y: 31_536_000,
  d: 86_400,
  h: 3600,
  m: 60,
  s: 1,
};

/** When the event of a row was last seen, in seconds before now, as a negative number. */
export function lastSeen(line: string): number | null {
  const [, ...ages] = AGES.exec(line) ?? [];
  const known = ages.filter((age) => age !== undefined).map(secondsOf);
  return known.length === 0 ? null : -Math.min(...known);
}

function secondsOf(age: string): number {
  return [...age.matchAll(/(\d+)([ydhms])/g)].reduce((sum, [, count, unit = ""]) => {
    return sum + Number(count) * (SECONDS[unit] ?? 0);
  }, 0);
}

/** The same reports, without the claim that a pod is pending which was placed or deleted since. */
export function withPlaced(
  reported: readonly FoundMessage[],
  placements: readonly Placement[],
): readonly FoundMessage[] {
  if (placements.length === 0) return reported;
  const byName = new Map<string | null, Placement[]>();
  for (const placement of placements) {
    const others = byName.get(placement.name);
    if (others === undefined) byName.set(placement.name, [placement]);
    else others.push(placement);
  }
  return reported.map((each) => {
    const { otherEnd } = each.message;
    if (otherEnd === undefined || !PENDING.has(otherEnd.kind)) return each;
    const placed = byName.get(each.name)?.find((placement) => isPlacedBy(each, placement));
    if (placed === undefined) return each;
    if (placed.node === null) return { ...each, message: endedBy(endedLater(otherEnd, "deleted")) };
    return { ...each, node: placed.node, message: endedBy(endedLater(otherEnd, "placed")) };
  });
}

const PENDING: ReadonlySet<string> = new Set(["failed-scheduling", "no-scale-up"]);

/** A pod is placed once; a later one may have its name, and has another uid. */
function isPlacedBy(reported: FoundMessage, { at, ...placement }: Placement): boolean {
  const { namespace, uid } = reported;
  if ((namespace ?? placement.namespace) !== (placement.namespace ?? namespace)) return false;
  if (uid !== null && placement.uid !== null) return uid === placement.uid;
  if (reported.at !== undefined && at !== null) return reported.at <= at;
  return reported.isDescribed === true && placement.isDescribed;
}

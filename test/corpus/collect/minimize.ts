/** Takes out of a scenario whatever the behaviors it was picked for do not depend on. */
import type { Scenario } from "../../fidelity/scenario.ts";
import { isObject, type Json } from "../../vectors/notation.ts";

/** Whether a smaller scenario still shows what it should. */
export type Holds = (scenario: Scenario) => Promise<boolean>;

/** A value in the scenario, with its own mark of whether it is gone. */
interface Part {
  readonly key: string | number;
  readonly value: Json;
  readonly parts: readonly Part[];
  readonly removable: boolean;
  gone: boolean;
}

type Path = readonly (string | number)[];

/** Members that make a document what it is, and those that give a thing its name. */
const KEPT: ReadonlySet<string> = new Set([
  ...["metadata", "spec", "node", "podRef"],
  ...["uid", "name", "namespace"],
]);

/**
 * Tries to take everything at one depth away at once, and halves of what cannot go, so that the
 * cost grows with what stays and not with what goes.
 */
export async function minimize(scenario: Scenario, holds: Holds): Promise<Scenario> {
  const root = partOf([""], scenario as unknown as Json);
  const smaller = () => remainder(root) as unknown as Scenario;
  /** Whether all parts are gone; `needed` says that they are known not to go all at once. */
  const takeAway = async (parts: readonly Part[], needed: boolean): Promise<boolean> => {
    if (parts.length === 0) return true;
    if (!needed) {
      mark(parts, true);
      if (await holds(smaller())) return true;
      mark(parts, false);
    }
    if (parts.length === 1) return false;
    const half = parts.length >> 1;
    const secondGone = await takeAway(parts.slice(half), false);
    await takeAway(parts.slice(0, half), secondGone);
    return false;
  };
  for (let level = [root]; level.length > 0; level = level.flatMap(remainingParts)) {
    await takeAway(
      level.flatMap(remainingParts).filter(({ removable }) => removable),
      false,
    );
  }
  return smaller();
}

function mark(parts: readonly Part[], gone: boolean): void {
  for (const part of parts) part.gone = gone;
}

function remainingParts({ parts }: Part): Part[] {
  return parts.filter(({ gone }) => !gone);
}

function remainder(part: Part): Json {
  const parts = remainingParts(part);
  if (Array.isArray(part.value)) return parts.map(remainder);
  if (!isObject(part.value)) return part.value;
  return Object.fromEntries(parts.map((one) => [one.key, remainder(one)]));
}

function partOf(path: Path, value: Json): Part {
  const entries: [string | number, Json | undefined][] = Array.isArray(value)
    ? value.map((item, index) => [index, item as Json])
    : isObject(value)
      ? Object.entries(value)
      : [];
  const parts = entries.flatMap(([key, inner]) => {
    return inner === undefined ? [] : [partOf([...path, key], inner)];
  });
  const key = path.at(-1) as string | number;
  return { key, value, parts, removable: isRemovable(path.slice(1)), gone: false };
}

/** What the oracle and the player need to read the scenario stays, and so do names. */
function isRemovable(path: Path): boolean {
  const [first] = path;
  const last = path.at(-1);
  if (last === undefined) return false;
  if (typeof last === "number") return true;
  if (first === "layout" || KEPT.has(last)) return false;
  if (path.length === 1) return last !== "pods" && last !== "steps";
  const isOfStep = first === "steps" && path.length === 3;
  return !(isOfStep && (last === "time" || last === "summary"));
}

/**
 * The layout that a scenario leaves to be found: what the node's disk probe answers, so that the
 * kubelet finds what the Summaries show. Two file systems of one size are one.
 */
import type { Json } from "../vectors/notation.ts";
import { at, type Layout, type Scenario, type ScenarioStep } from "./scenario.ts";

const SINGLE: Layout = { dedicatedImageFs: false, splitContainerFs: false };
const FILE_SYSTEMS = [["fs"], ["runtime", "imageFs"], ["runtime", "containerFs"]] as const;

/** What the probe answers once it can; the one given, or what the first telling Summary shows. */
export function layoutOf({ layout, steps }: Scenario): Layout {
  return layout ?? steps.map(layoutShown).find((shown) => shown !== null) ?? SINGLE;
}

/** Whether the probe fails in each step: as long as the Summaries do not show the layout. */
export function layoutUnknown({ layout, steps }: Scenario): boolean[] {
  if (layout !== undefined) return steps.map(() => false);
  const found = steps.findIndex((step) => layoutShown(step) !== null);
  return steps.map((_, index) => {
    // Where a Summary is missing, the next one shows whether the probe would have worked.
    const next = steps.findIndex(({ summary }, later) => later >= index && summary !== null);
    return next >= 0 && (found < 0 || next < found);
  });
}

/**
 * Whether a step comes before the layout is found, and has a Summary without any file system: a
 * kubelet serves none, and its step would fail.
 */
export function decidesWithoutLayout(scenario: Scenario): boolean {
  const unknown = layoutUnknown(scenario);
  return scenario.steps.some(({ summary }, index) => {
    if (unknown[index] !== true || summary === null) return false;
    const shown = FILE_SYSTEMS.map((path) => at(summary, "node", ...path));
    return shown.every((fs) => !hasBytes(fs) && !hasInodes(fs));
  });
}

/** Null while nodefs or imagefs is not known. */
function layoutShown({ summary }: ScenarioStep): Layout | null {
  const [root, image, container] = FILE_SYSTEMS.map((path) => at(summary, "node", ...path));
  if (!hasBytes(root) || !hasBytes(image)) return null;
  const splitContainerFs = hasBytes(container) && differ(container, image);
  return { dedicatedImageFs: splitContainerFs || differ(image, root), splitContainerFs };
}

function hasBytes(fs: Json | undefined): boolean {
  return isThere(fs, "availableBytes") && isThere(fs, "capacityBytes");
}

function hasInodes(fs: Json | undefined): boolean {
  return isThere(fs, "inodesFree") && isThere(fs, "inodes");
}

function isThere(fs: Json | undefined, member: string): boolean {
  return (at(fs, member) ?? null) !== null;
}

function differ(one: Json | undefined, other: Json | undefined): boolean {
  const apart = (member: string) => String(at(one, member)) !== String(at(other, member));
  if (apart("capacityBytes")) return true;
  return hasInodes(one) && hasInodes(other) && apart("inodes");
}

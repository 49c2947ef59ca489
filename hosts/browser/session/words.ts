/** What the page says of what it is given, and of itself where it fails. */
import type { ReadScenario } from "./scenario.ts";

/** One sentence about what was left out; null when nothing was. */
export function sentenceAbout({ leftOut }: ReadScenario): string | null {
  if (leftOut.length === 0) return null;
  return `Of the scenario in the header, ${leftOut.join(", ")} cannot be read and is left out.`;
}

export function defectText(reason: string): string {
  return `The page has a defect: ${reason} Please report it.`;
}

export function noCoreText(reason: string): string {
  return (
    `The module that decides cannot be loaded (${reason}); reload the page, and if it stays so, ` +
    "start its server again."
  );
}

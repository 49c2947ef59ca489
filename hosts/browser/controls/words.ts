/** What the page says of itself, wherever it says it. */

export const PARTS = "Parts of the page";
export const PLAYBACK_WORDS = {
  stepBack: "a step back",
  stepForward: "a step forward",
  eventBefore: "the event before",
  nextEvent: "the next event",
  playAndPause: "play and pause",
} as const;

/** Where a browser lets no page write what is copied. */
const NO_COPY = "The browser does not let the page copy";

export function copySelected(what: string): string {
  return `${NO_COPY}; copy the ${what} that is selected.`;
}

export function downloadedInstead(name: string): string {
  return `${NO_COPY}; ${name} is downloaded instead.`;
}

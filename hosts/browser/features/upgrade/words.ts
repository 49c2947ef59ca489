import { RELEASES } from "../../../../analysis/engine/contract/releases.ts";
import { formatRelease } from "../../../../analysis/text/release.ts";

const { oldest, newest } = RELEASES.eviction;

/** Releases that can be compared, the oldest first. */
export const COMPARED: readonly string[] = Array.from({ length: newest - oldest + 1 }, (_, index) =>
  formatRelease(oldest + index),
);

export const TITLE = "Compare two releases";
export const OPEN = "Compare two releases…";
export const EXPLAINED =
  "Everything that is open is decided under both releases of Kubernetes, as plimsoll upgrade does.";
export const FROM = "From";
export const TO = "to";
export const COMPARING = "Both releases decide…";
export const ANSWER = "Differences";
export const CLOSE = "Close";

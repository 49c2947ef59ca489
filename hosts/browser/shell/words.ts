/** What the page says of itself. */
import { formatBytes, formatCount, plural } from "../../../analysis/text/amount.ts";

export const TAGLINE = "Why the kubelet evicted that pod, and what would have changed it.";
export const FOLLOW_DAEMON = "Follow the daemon that serves this page";
export const EXACT_TITLE = "Amounts to the byte, instead of rounded ones (E)";
export const DROP =
  "Drop what the incident left behind: a message, events, pods, a log, a capture, objects, a " +
  "configuration. Several at once, in any order.";
export const CANCEL = "Cancel";
export const PASTED = "the pasted text";
export const NOT_KEPT =
  "This browser does not keep the capture of this address any more; open its file again.";
export const KEPT = "Kept in this browser.";
export const LOOK_AT = "What to look at";
export const THROUGH_CAPTURE = "Move through the capture";
export const OVER_TIME = "The capture over time";
export const WHAT_IS_LEFT = "What the node has left";
export const CHART_SHOWS = "The chart shows";

/** What keys do. */
export const KEY_WORDS = {
  zoomIn: "zoom in, about the position",
  earlier: "show earlier times",
  later: "show later times",
  whole: "show the whole run",
  exact: "exact amounts, and rounded ones again",
  undo: "undo a change of the configuration, a threshold or a pod",
} as const;

export const DESCRIPTIONS = {
  live:
    "What is observed on this node, from half an hour ago on, and what is decided there. Drag " +
    "a threshold, or change a pod, and see what would be decided instead.",
  unobserved:
    "No step of it holds an observation of the node, so there is nothing to decide on. " +
    "Open another capture.",
  moment:
    "Headroom on this node, with the thresholds of its configuration. The slider says " +
    "who is evicted as memory runs out.",
  capture:
    "What was recorded on the node, decided again under the configuration below. Drag a " +
    "threshold, or change a pod, and every step is decided again.",
} as const;

/** Whether what is evicted is gone from the steps that follow. */
export const EVICTION_CHOICES = [
  [false, "As recorded", "Every step sees what was recorded, whatever was evicted before."],
  [
    true,
    "Take effect",
    "A pod that is evicted here is gone from what follows, and what it used is available again. " +
      "Nothing comes back in its place.",
  ],
] as const;

export function skipText(isCapture: boolean): string {
  return `Skip to the ${isCapture ? "decision" : "verdict"}`;
}

/** What the page is held against: documents without a configuration are of a kubelet's defaults. */
export function notBaseText(isOfRecording: boolean): string {
  return `Not ${isOfRecording ? "the recording" : "the kubelet's defaults"}:`;
}

export function problemsText(count: number, isUnobserved: boolean): string {
  if (isUnobserved) return "Nothing could be read in this capture.";
  const things = count === 1 ? "One thing" : `${formatCount(count)} things`;
  return `${things} in this capture could not be read; everything else counts.`;
}

/** Bytes of a file that is read. */
export function readBytesText(what: string, done: number, total: number): string {
  return `${what}: ${formatBytes(done)} of ${formatBytes(total)}`;
}

export function progressText(what: string, done: number, total: number | null): string {
  return `${what}: ${
    total === null ? plural(done, "step") : `${formatCount(done)} of ${plural(total, "step")}`
  }`;
}

/** A walk through the page, for who sees it for the first time. */
export const TAKE_TOUR = "Take a short tour";

export interface Stop {
  /** Selects the part of the page that is talked about. */
  readonly at: string;
  readonly title: string;
  readonly text: string;
}

export const STOPS: readonly Stop[] = [
  {
    at: ".figure",
    title: "The node over time",
    text:
      "What was available, the thresholds it was held against, the conditions the node reported, " +
      "and a mark where the kubelet evicted. Press anywhere in the chart to go there; [ and ] go " +
      "from event to event.",
  },
  {
    at: ".decision",
    title: "One step, in the kubelet's words",
    text:
      "The message the pod got, why it was this pod, and the arithmetic of every threshold. All " +
      "numbers and sentences come from the decision itself.",
  },
  {
    at: ".ranking",
    title: "Which pod is first",
    text:
      "All pods by the keys the kubelet compares. Choose one to see what it uses and what would " +
      "have spared it, and change its request or priority to try that.",
  },
  {
    at: ".chart",
    title: "Move the line",
    text:
      "Drag a threshold, or focus it and use the arrow keys. The whole capture is decided again " +
      "while you drag, and the configuration is written for you.",
  },
  {
    at: ".top",
    title: "Bring your own",
    text:
      "Drop a capture, a Summary with its PodList, or a kubelet configuration anywhere on the " +
      "page. It is read here, by this page; nothing is sent anywhere.",
  },
];

/** What the page says of itself. */
import type { Decision } from "../../../analysis/engine/decision.ts";
import type { OomView } from "../../../analysis/questions/oom/nodeOom.ts";
import { containerText } from "../../../analysis/questions/oom/oomWords.ts";
import { formatBytes, formatCount, plural } from "../../../analysis/text/amount.ts";
import { clockOf } from "../../../analysis/text/utc.ts";
import type { ViewName } from "./views.ts";

export const FOLLOW_DAEMON = "Follow the daemon that serves this page";
export const DROP =
  "Drop what the incident left behind: a message, events, pods, a log, a capture, objects, a " +
  "configuration. Several at once, in any order.";
export const CANCEL = "Cancel";
export const NOT_KEPT =
  "This browser no longer has the capture of this address; open its file again.";
export const KEPT = "Kept in this browser.";
export const LOOK_AT = "What to look at";
export const ABOUT_EXAMPLE = "About this example";
export const ANSWER_LABEL = "Answer";
export const DECIDING = "Deciding…";
export const DECIDING_CHANGE = "Deciding with the change…";
export const EDITED_CONFIGURATION = "the edited configuration";
export const DROP_CONFIGURATION = "Open its config.yaml";
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
  undo: "undo the last change",
  views: "the views, in the order of their tabs",
  palette: "search pods, events, signals, actions and examples",
} as const;

export const DESCRIPTIONS = {
  live:
    "What is observed on this node, from half an hour ago on, and what is decided there. Drag " +
    "a threshold, or change a pod, and see what would be decided instead.",
  unobserved:
    "No step of it holds an observation of the node, so there is nothing to decide on. " +
    "Open another capture.",
  moment:
    "Headroom on this node, under the configuration below. Drag the slider to see which pods are " +
    "evicted as memory runs out.",
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
    "A pod that is evicted here is missing from later steps, and its usage is available again. " +
      "Nothing replaces it.",
  ],
] as const;

/** What happens with what was changed. Names keep their letters. */
export function withChangeText(title: string): string {
  const words = title.replace(/^(?:No|The|A|Nothing)\b/, (word) => word.toLowerCase());
  return `With the change, ${words}`;
}

/** Where the configuration that came with a capture is refused. */
export const UNDECIDED = "Nothing is decided: the configuration is refused";
/** Of a configuration that is refused: what is shown was decided before it. */
export const NOT_IN_FORCE = "Not in force, because it is refused:";

export const STICKY_LABEL = "The moment on show";
export const VIEWS_LABEL = "Views";
export const ALSO_ANSWERED = "also answered";
export const VIEW_TITLES: Readonly<Record<ViewName, string>> = {
  node: "Node",
  cluster: "Cluster",
  pending: "Pending pod",
  drain: "Drain",
  kernel: "Kernel OOM",
  live: "Live",
};

/** What a view says that has nothing yet. */
export interface EmptyWords {
  readonly title: string;
  /** What to bring, and what the view then shows. */
  readonly bring: string;
  /** A command whose output can be dropped or pasted. */
  readonly command: string;
}

export const EMPTY_VIEWS: Readonly<Record<ViewName, EmptyWords>> = {
  node: {
    title: "Find out why the kubelet evicted your pod, and which change would have saved it",
    bring:
      "Drop what the incident left behind: an eviction message, events, pods, a kubelet log, a " +
      "capture, a configuration.",
    command: "kubectl get events -A -o json",
  },
  cluster: {
    title: "See whether a cluster ever settles",
    bring: "Drop your cluster's objects. The view shows which nodes evict which pods, and when.",
    command: "kubectl get nodes,pods,deployments,replicasets -A -o json",
  },
  pending: {
    title: "Find out why your pod is pending, and what would place it",
    bring: "Drop your cluster's objects, or paste the scheduler's message.",
    command: "kubectl get nodes,pods,namespaces -A -o json",
  },
  drain: {
    title: "Test a drain before you run it",
    bring:
      "Drop your cluster's objects. The view shows which pods block the drain and where the " +
      "others are placed.",
    command: "kubectl get nodes,pods,pdb,replicasets,statefulsets,namespaces -A -o json",
  },
  kernel: {
    title: "Find out why the kernel killed a process",
    bring: "Drop the kernel's log, or the log of earlyoom, oomd or systemd-oomd.",
    command: "dmesg -T",
  },
  live: {
    title: "Watch a node live",
    bring: "Run the daemon where kubectl reaches the cluster, and open the address that it prints.",
    command: "plimsoll run --node worker-3",
  },
};

/** Whom the kernel would kill at the moment on show, and why. */
export function kernelTitle(
  view: OomView | null,
  decision: Decision | null,
  isKnown: boolean,
): string {
  if (decision === null || !isKnown) return KERNEL_READING;
  const first = view?.ranking?.first;
  if (first === undefined) return KERNEL_UNKNOWN;
  const why = first.badness === null ? "" : `: it scores ${formatCount(first.badness)} pages`;
  const at = clockOf(decision.time);
  return `If memory ran out at ${at}, the kernel would kill ${containerText(first)}${why}`;
}
const KERNEL_READING = "Reading what the kernel would do…";
const KERNEL_UNKNOWN = "The kernel's choice is unknown: the Summary lacks the memory of containers";

/** What others get of a view without a link of its own. */
export const SHARE_VIEW = "Share what is on show";
export const ONLY_HERE =
  "Only this browser has the documents of this answer. Copy the answer as Markdown for an issue " +
  "or a chat.";
export const LINK_HOLDS = "The link leads to this example, with the change and the moment on show.";

/** Objects of clusters that ship with the page. */
export const SHIPPED_OBJECTS = [
  {
    view: "pending",
    name: "shop.cluster.json.gz",
    title: "No node takes the pod",
    description:
      "Three pods of a shop stay pending. Which nodes refuse them, and what places them?",
  },
  {
    view: "drain",
    name: "budgets.cluster.json.gz",
    title: "Four nodes with budgets",
    description: "StatefulSets, DaemonSets and PodDisruptionBudgets. Choose the node to drain.",
  },
] as const;

export const ANSWER_TEXT = "Answer the text";
export const CHOOSE_FOLDER = "Choose a folder…";
export const COPY_MARKDOWN = "Copy as Markdown";
export const EXAMPLES_TITLE = "Examples";
export const PASTE_LABEL = "Or paste a text";
export const NOTHING_SENT = "Several at once, in any order. Nothing is sent anywhere.";
export const OUTPUT_OF = "No file yet? Run this, and drop or paste its output:";

export const SKIP = "Skip to the answer";

/** What the page is held against: documents without a configuration are of a kubelet's defaults. */
export function notBaseText(isOfRecording: boolean): string {
  return `Not ${isOfRecording ? "the recording" : "the kubelet's defaults"}:`;
}

export function problemsText(count: number, isUnobserved: boolean): string {
  if (isUnobserved) return "Nothing could be read in this capture.";
  const things = count === 1 ? "One thing" : `${formatCount(count)} things`;
  return `${things} in this capture could not be read; everything else is used.`;
}

/** Bytes of a file that is read, or of the files of a folder. */
export function readBytesText(what: string, done: number, total: number | null): string {
  return `${what}: ${formatBytes(done)}${total === null ? "" : ` of ${formatBytes(total)}`}`;
}

export function progressText(
  what: string,
  done: number,
  total: number | null,
  unit: string,
): string {
  return `${what}: ${
    total === null ? plural(done, unit) : `${formatCount(done)} of ${plural(total, unit)}`
  }`;
}

/** Why a folder is not opened. */
export function tooManyFilesText(name: string, most: number): string {
  return `${name} has more than ${formatCount(most)} files; drop a folder in it.`;
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
      "What was available, the thresholds, the conditions that the node reported, and a mark at " +
      "each eviction. Click anywhere in the chart to go there; [ and ] go from event to event.",
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
      "Drop or paste a message, a log, a capture or objects anywhere on the page. They are read " +
      "here; nothing is sent anywhere.",
  },
];

export const PALETTE = "Pods, events, signals, actions, examples";
export const PALETTE_SHORT = "Search…";
export const PALETTE_KEYS = "↑ ↓ move · Enter opens · Esc closes";
export const NO_MATCH = "No match on this page.";

/** The groups of the palette, in their order. */
export const GROUPS = {
  pods: "Pods",
  events: "Events",
  signals: "Signals",
  actions: "Actions",
  examples: "Examples",
} as const;

export const BRING_TITLE = "Paste or open";
export const BRING = "Paste or open…";
export const ACTIONS = {
  bring: "Paste a text…",
  open: "Open files…",
  openFolder: "Open a folder…",
  share: "Share…",
  undo: "Undo",
  redo: "Redo",
  configuration: "Edit the configuration",
  compare: "Compare two configurations",
  sweep: "Sweep settings",
  exact: "Show exact amounts, or rounded ones",
  keys: "Keys",
} as const;

export function openViewText(view: string): string {
  return `Go to ${view}`;
}

/** The name of the axis of amounts; empty for a signal that measures something else. */
export function axisText(signal: string, isUsed: boolean, capacity: string): string {
  const [resource = ""] = [
    ["inodes", /inodesFree$/],
    ["memory", /^(?:allocatableMemory|memory)\./],
    ["disk", /fs\.available$/],
    ["process IDs", /^pid\./],
  ].find(([, names]) => names instanceof RegExp && names.test(signal)) ?? [""];
  const of = capacity === "" ? "" : `, of ${capacity}`;
  return `${resource} ${isUsed ? "in use" : "left"}${of}`;
}

/** The parts of the page of a capture. */
export const PART_TITLES = {
  evictions: "Evictions",
  decision: "Decision",
  ranking: "Ranking",
  configuration: "Configuration",
  signals: "Signals",
  compare: "Compare",
  sweep: "Sweep",
} as const;

/** What a part holds that a phone folds. */
export const COMPARED_PARTS = "two configurations";
export const SWEPT_PARTS = "one or two settings";
export const DEFAULTS = "kubelet defaults";

export function metText(met: number, all: number): string {
  return `${met} of ${plural(all, "threshold")} met`;
}

/** The message of a FailedScheduling event: how many nodes refuse a pod, and with which reasons. */

export interface CountedReason {
  readonly nodes: number;
  /** The scheduler's own words. */
  readonly reason: string;
}

export interface SchedulerMessage {
  /** Null where the sentence is about the pod alone, or counts only the nodes of each reason. */
  readonly nodes: number | null;
  /** Those of most nodes first; a node can have several. */
  readonly reasons: readonly CountedReason[];
  /** What is in place of reasons that are counted. */
  readonly text: string;
  /** Why the scheduler did not try to preempt pods. */
  readonly notEligible: string | null;
  /** Why preempting pods would not help, as the reasons. */
  readonly preemption: readonly CountedReason[];
  /** Where pods are preempted, which releases since 1.37 say. */
  readonly preempting: Preempting | null;
}

export interface Preempting {
  readonly node: string;
  readonly victims: number;
}

/** A reason with its nodes: `3 node(s) had untolerated taint {…}`, `4 Insufficient memory`. */
const REASON = /(?:^|, )(\d{1,9}) (.+?)(?=, \d{1,9} |$)/g;
const AVAILABLE = " nodes are available: ";
const REASONS_END = /\.? preemption:|\.["'`](?=[\s,])|`(?=\s)|\. |\.;|\.?\n|\.?["'`]?$/;
/** Ten thousand nodes that each have a taint of their own; no message is read to 1 Mi. */
const REASONS_LENGTH_MAX = 2 ** 19;
const TOO_LONG =
  "The message was cut: it has more than 512 Ki of characters, so no nodes are counted";
/** Why the scheduler did not try to preempt pods. */
const NOT_ELIGIBLE = /preemption: (not eligible due to .{1,200}?)\.?\s*$/m;

const PREEMPTING =
  /preemption: found a potential placement for pod on node (\S{1,253}), preempting (\d+) victims/;

/** What the scheduler says of a pod before it looks at nodes, or when it has chosen one. */
const OF_POD = new RegExp(
  [
    "pod has unbound immediate PersistentVolumeClaims",
    String.raw`persistentvolumeclaim "[^"\s]{1,253}" (?:not found|is being deleted)`,
    String.raw`Failed for reason \w{1,60} and possibly others`,
    String.raw`running PreBind plugin "VolumeBinding": [^\n"]{1,200}`,
  ].join("|"),
);

/**
 * Up to 1.8: `No nodes are available …:: Insufficient cpu (9), MatchNodeSelector (18).`; in 1.4 and
 * 1.5 after `fit failure summary on nodes : `.
 */
const PREDICATES = new RegExp(
  "(?:match all of the (?:following )?predicates::?|fit failure summary on nodes ?:)" +
    String.raw`\s{0,20}((?:[^(),\n]{1,200} \(\d{1,9}\)(?:, )?)+)`,
);
const PREDICATE = /(?:^|, )([^(),\n]{1,200}) \((\d{1,9})\)/g;
/** Before 1.2: `failed to find fit for pod, Node a: PodFitsResourcesNode b: PodFitsHostPorts`. */
const FAILED_NODES = /failed to find fit for pod, (Node [^\n]{1,20000})/;
const FAILED_NODE = /Node \S{1,253}: ([A-Z]\w{1,60}?)(?=Node |\W|$)/g;

/** The pod that the sentence of 1.3 to 1.5 names. */
const UNFIT = /\bpod \(([a-z0-9][a-z0-9.-]{0,252})\) failed to fit in any node/;

/** Null where the text does not name it. */
export function unfitPod(text: string): string | null {
  return UNFIT.exec(text)?.[1] ?? null;
}

/** A break in the middle of a sentence, which a chat or a terminal made. */
const FOLD = /([^.\s"'`])[ \t]*\r?\n[ \t]*(?=[a-z0-9(]|Insufficient|Preemption|No preemption)/g;

/** Null where the text has another form. */
export function readSchedulerMessage(whole: string): SchedulerMessage | null {
  // YAML doubles an apostrophe inside of its quotes.
  const text = whole.replaceAll("''", "'").replace(FOLD, "$1 ");
  const early = earlyReasons(text);
  if (early.length > 0) return { ...aboutPod(""), reasons: early };
  const [ofPod] = text.includes(AVAILABLE) ? [] : (OF_POD.exec(text) ?? []);
  if (ofPod !== undefined) return aboutPod(ofPod);
  const [before = "", after, preempting = ""] = text.split(AVAILABLE, 3);
  const [, nodes] = /(?:^|[^\d/])0\/(\d{1,9})$/.exec(before) ?? [];
  if (nodes === undefined || after === undefined) return null;
  const counted = ownPart(after);
  const isCut = counted.length > REASONS_LENGTH_MAX;
  const own = isCut ? TOO_LONG : counted;
  const [, notEligible = null] = NOT_ELIGIBLE.exec(after) ?? [];
  return {
    nodes: Number(nodes),
    reasons: reasonsOf(own),
    text: own,
    notEligible,
    preemption: isCut ? [] : reasonsOf(ownPart(preempting)),
    preempting: preemptingIn(after),
  };
}

function aboutPod(text: string): SchedulerMessage {
  return { nodes: null, reasons: [], text, notEligible: null, preemption: [], preempting: null };
}

function preemptingIn(text: string): Preempting | null {
  const [, node, victims] = PREEMPTING.exec(text) ?? [];
  return node === undefined ? null : { node, victims: Number(victims) };
}

/** A part up to the end of its sentence. */
function ownPart(text: string): string {
  return text.split(REASONS_END, 1)[0] ?? "";
}

function reasonsOf(text: string): readonly CountedReason[] {
  const all = [...text.matchAll(REASON)];
  return byNodes(all.map(([, nodes, reason = ""]) => ({ nodes: Number(nodes), reason })));
}

/** The reasons as early releases write them, without the number of all nodes. */
function earlyReasons(text: string): readonly CountedReason[] {
  const [, predicates = ""] = PREDICATES.exec(text) ?? [];
  const counted = [...predicates.matchAll(PREDICATE)].map(([, reason = "", nodes]) => {
    return { nodes: Number(nodes), reason };
  });
  const [, failed = ""] = FAILED_NODES.exec(text) ?? [];
  const counts = new Map<string, number>();
  for (const [, reason = ""] of failed.matchAll(FAILED_NODE)) {
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return byNodes([...counted, ...[...counts].map(([reason, nodes]) => ({ nodes, reason }))]);
}

function byNodes(reasons: readonly CountedReason[]): readonly CountedReason[] {
  return [...reasons].sort((a, b) => b.nodes - a.nodes);
}

/** The answer of a kubelet's admission: admitted or rejected, in its words, and what would help. */
import type {
  Admission,
  AdmissionFailure,
  NotEvaluated,
  PreemptedPod,
  ResourceFit,
} from "../../engine/admission.ts";
import { formatCount, plural } from "../../text/amount.ts";
import {
  type Block,
  type Column,
  closing,
  type Document,
  type Fix,
  fixes,
  list,
  paragraph,
  type Row,
  section,
  type Text,
  table,
} from "../../text/document.ts";
import { fittingTitle } from "../../text/fittingTitle.ts";
import { withoutFullStop } from "../../text/fullStop.ts";
import { podText } from "../../text/podText.ts";
import { resourceAmount } from "../../text/resourceAmount.ts";
import { BY_CHANCE } from "./admissionWords.ts";

/** `pods`: how many are on the node without the one that asks. */
export function admissionDocument(admission: Admission, pods: number): Document {
  const { pod, node, admitted, sentence, kubelet, resources = [], failures = [] } = admission;
  const { preempted: ended = [] } = admission;
  const others = `${plural(pods, "other pod")} on ${node}`;
  return {
    title: titleOf(admission),
    mark: admitted ? (ended.length === 0 ? "good" : "risk") : "bad",
    sources: [`pod ${podText(pod)} · kubelet ${kubelet} · ${others}`],
    lead: [
      ...paragraph(sentence),
      ...(failures.some(isOfResource) ? paragraph(BY_REQUESTS) : []),
      ...table(RESOURCE_COLUMNS, resourceRows(resources)),
    ],
    sections: [
      ...section("Preempted, in the kubelet's order", preempted(admission)),
      ...section(CHECKED, fixes(fixesOf(admission))),
    ],
    further: [
      ...section("Status set by the kubelet", status(admission)),
      ...section("Reasons", list(failureItems(failures))),
      ...section("Caveats", list(facts(admission))),
    ],
    closing: closing([], unknownIn(admission), []),
  };
}

const CHECKED = "Fixes (checked by running admission again)";
const BY_REQUESTS = "Admission compares requests with allocatable, not with usage.";

function titleOf({ pod, node, admitted, status, preempted: ended = [] }: Admission): string {
  const after = ended.length === 0 ? "" : ` and preempts ${plural(ended.length, "pod")}`;
  if (admitted) {
    return fittingTitle(
      `${node} would admit ${podText(pod)}${after}`,
      `The node would admit ${podText(pod)}${after}`,
    );
  }
  const why = status === undefined ? "" : `: ${status.reason}`;
  return fittingTitle(
    `${node} would reject ${podText(pod)}${why}`,
    `The node would reject ${podText(pod)}${why}`,
    `The pod is rejected${why}`,
  );
}

function isOfResource({ filter }: AdmissionFailure): boolean {
  return filter === "NodeResourcesFit";
}

const CRITICAL = /If it were critical, the kubelet would preempt (.+) for it$/;

/** The core's sentences, as what has to be done. */
function fixesOf({ wouldAdmit }: Admission): readonly Fix[] {
  if (wouldAdmit === undefined) return [];
  const sentence = withoutFullStop(wouldAdmit.sentence);
  const [, names] = CRITICAL.exec(sentence) ?? [];
  const own = withoutFullStop(sentence.replace(CRITICAL, ""));
  const change = own.replace(/^It would be admitted if it requested /, "Request ");
  return [
    ...(own === "" ? [] : [{ change, ...(change === own ? {} : { cost: NOT_RESERVED }) }]),
    ...(names === undefined
      ? []
      : [{ change: "Make it critical (system-node-critical)", cost: `preempts ${names}` }]),
  ];
}

const NOT_RESERVED = "what it uses above that is not reserved for it";

function unknownIn({ notEvaluated = [] }: Admission): readonly string[] {
  return notEvaluated.length === 0 ? [] : [`Not evaluated: ${namesOf(notEvaluated)}.`];
}

function status({ status, event }: Admission): readonly Block[] {
  if (status === undefined) return [];
  return [
    ...paragraph(`${status.phase}, reason ${status.reason}: ${status.message}`),
    ...paragraph(event && `Event ${event.reason}: ${event.message}`),
  ];
}

const PREEMPTED_COLUMNS: readonly Column[] = [
  { title: "pod", shrinks: true },
  { title: "class" },
  { title: "priority", isNumber: true },
  { title: "frees" },
];

function preempted({ preempted = [] }: Admission): readonly Block[] {
  const [first] = preempted;
  if (first === undefined) return [];
  const rows = preempted.map((pod) => ({
    cells: [
      [{ code: podText(pod) }],
      pod.qosClass,
      pod.priority === undefined ? "-" : formatCount(pod.priority),
      freed(pod),
    ],
  }));
  return table(PREEMPTED_COLUMNS, rows, {
    notes: [["", `Message of each: ${first.status.message}`]],
  });
}

function freed({ choice }: PreemptedPod): string {
  return choice.frees
    .map(({ resource, amount }) => `${resourceAmount(resource, amount)} of ${resource}`)
    .join(", ");
}

const RESOURCE_COLUMNS: readonly Column[] = [
  { title: "resource", shrinks: true },
  { title: "requested", isNumber: true },
  { title: "used", isNumber: true },
  { title: "capacity", isNumber: true },
  { title: "" },
];

function resourceRows(resources: readonly ResourceFit[]): readonly Row[] {
  const asked = resources.filter(({ requested, fits }) => requested > 0 || !fits);
  return asked.map(({ resource, requested, used, capacity, fits }) => {
    const amounts = [requested, used, capacity].map((amount) => resourceAmount(resource, amount));
    const cells = [resource, ...amounts, fits ? "fits" : "does not fit"];
    return fits ? { cells } : { cells, tone: "bad", isKept: true };
  });
}

/** One alone is the kubelet's message again, but for the pods that hold a port. */
function failureItems(failures: readonly AdmissionFailure[]): readonly Text[] {
  const [first] = failures;
  if (failures.length < 2 && first?.heldBy === undefined) return [];
  return failures.map(({ filter, message, heldBy = [] }) => {
    const names = heldBy.map(podText);
    const holders = names.length === 0 ? [] : [" Held by ", { names }, "."];
    return [`${filter}: ${message}`, ...holders];
  });
}

function namesOf(all: readonly NotEvaluated[]): string {
  return all.map(({ name }) => name).join(", ");
}

function facts({ orderDecides, notEvaluated = [] }: Admission): readonly string[] {
  return [
    ...(orderDecides ? [BY_CHANCE] : []),
    ...(notEvaluated.length === 0
      ? []
      : [`Not evaluated: ${namesOf(notEvaluated)}; --output json says why.`]),
  ];
}

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
  type Document,
  list,
  paragraph,
  type Row,
  section,
  type Text,
  table,
} from "../../text/document.ts";
import { podText } from "../../text/podText.ts";
import { resourceAmount } from "../../text/resourceAmount.ts";
import { BY_CHANCE } from "./admissionWords.ts";

/** `pods`: how many are on the node without the one that asks. */
export function admissionDocument(admission: Admission, pods: number): Document {
  const { pod, node, admitted, sentence, kubelet, resources = [], failures = [] } = admission;
  const answer = admitted ? "is admitted" : "is rejected";
  const others = plural(pods, "other pod");
  return {
    title: `${podText(pod)} ${answer} by ${node} (kubelet ${kubelet}, ${others}).`,
    tone: admitted ? "good" : "bad",
    lead: paragraph(sentence),
    sections: [
      ...section("Status set by the kubelet", status(admission)),
      ...section("Preempted, in the kubelet's order", preempted(admission)),
      ...section("Resources of the node", table(RESOURCE_COLUMNS, resourceRows(resources))),
      ...section("Reasons", list(failureItems(failures))),
      ...section("Fixes", paragraph(admission.wouldAdmit?.sentence)),
      ...section("Caveats", list(facts(admission))),
    ],
  };
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

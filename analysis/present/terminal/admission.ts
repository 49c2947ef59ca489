/** A kubelet's admission as text: taken or rejected, in its words, and what would change that. */
import type {
  Admission,
  AdmissionFailure,
  PreemptedPod,
  ResourceFit,
} from "../../engine/admission.ts";
import { formatCount, plural } from "../../text/amount.ts";
import { resourceAmount } from "../../text/resourceAmount.ts";
import { section, sectionColumns, sentences } from "./section.ts";
import type { Style } from "./style.ts";
import { type Row, table } from "./table.ts";
import { wrap } from "./wrap.ts";

const ROWS_MAX = 12;

/** `pods`: how many stand on the node beside the one that asks. */
export function admissionText(admission: Admission, pods: number, style: Style): string[] {
  const { pod, node, admitted, sentence, kubelet } = admission;
  const columns = sectionColumns(style);
  const answer = admitted ? "is admitted" : "is rejected";
  const heading = `${pod.namespace}/${pod.name} ${answer} by ${node}`;
  const paint = admitted ? style.paint.good : style.paint.bad;
  return [
    ...wrap(`${heading} (kubelet ${kubelet}, ${plural(pods, "other pod")}).`, columns).map(paint),
    ...wrap(sentence, columns),
    ...section("What the kubelet sets on the pod", statusLines(admission, columns), style),
    ...section("Preempted, in the kubelet's order", preemptedLines(admission, style), style),
    ...section("Resources of the node", resourceLines(admission.resources ?? [], style), style),
    ...section("What keeps it off", failureLines(admission.failures ?? [], style), style),
    ...section("What would let it in", wouldAdmitLines(admission, columns), style),
    ...section("What to know", sentences(facts(admission), style), style),
  ];
}

function statusLines({ status, event }: Admission, columns: number): string[] {
  if (status === undefined) return [];
  const recorded = event === undefined ? [] : [`Event ${event.reason}: ${event.message}`];
  return [`${status.phase}, reason ${status.reason}: ${status.message}`, ...recorded].flatMap(
    (text) => wrap(text, columns),
  );
}

function preemptedLines({ preempted = [] }: Admission, style: Style): string[] {
  const columns = [
    { title: "pod", shrinks: true },
    { title: "class" },
    { title: "priority", align: "right" as const },
    { title: "frees" },
  ];
  const rows = preempted.map((pod) => ({
    cells: [
      `${pod.namespace}/${pod.name}`,
      pod.qosClass,
      pod.priority === undefined ? "-" : formatCount(pod.priority),
      freed(pod),
    ],
  }));
  if (rows.length === 0) return [];
  const [first] = preempted;
  const told = first === undefined ? [] : wrap(`Each is told: ${first.status.message}`, 100);
  return [...table(columns, rows, sectionColumns(style), style.paint.faint), ...told];
}

function freed({ choice }: PreemptedPod): string {
  return choice.frees
    .map(({ resource, amount }) => `${resourceAmount(resource, amount)} of ${resource}`)
    .join(", ");
}

function resourceLines(resources: readonly ResourceFit[], style: Style): string[] {
  const asked = resources.filter(({ requested, fits }) => requested > 0 || !fits);
  const columns = [
    { title: "resource", shrinks: true },
    ...["requested", "used", "capacity"].map((title) => ({ title, align: "right" as const })),
    { title: "" },
  ];
  const rows = asked
    .slice(0, ROWS_MAX)
    .map(({ resource, requested, used, capacity, fits }): Row => {
      const amounts = [requested, used, capacity].map((amount) => resourceAmount(resource, amount));
      const cells = [resource, ...amounts, fits ? "fits" : "does not fit"];
      return fits ? { cells } : { cells, paint: style.paint.bad };
    });
  if (rows.length === 0) return [];
  return table(columns, rows, sectionColumns(style), style.paint.faint);
}

/** One alone is the kubelet's message again, but for the pods that hold a port. */
function failureLines(failures: readonly AdmissionFailure[], style: Style): string[] {
  const [first] = failures;
  if (failures.length < 2 && first?.heldBy === undefined) return [];
  const words = failures.map(({ filter, message, heldBy = [] }) => {
    const held = heldBy.map(({ namespace, name }) => `${namespace}/${name}`);
    const holders = held.length === 0 ? "" : ` Held by ${held.join(", ")}.`;
    return `${filter}: ${message}${holders}`;
  });
  return sentences(words, style);
}

function wouldAdmitLines({ wouldAdmit }: Admission, columns: number): string[] {
  return wouldAdmit === undefined ? [] : wrap(wouldAdmit.sentence, columns);
}

function facts({ orderDecides, notJudged = [] }: Admission): readonly string[] {
  return [
    ...(orderDecides
      ? ["The kubelet lists pods and resources by chance; another order may end otherwise."]
      : []),
    ...(notJudged.length === 0
      ? []
      : [`Not judged: ${notJudged.map(({ name }) => name).join(", ")}; --output json says why.`]),
  ];
}

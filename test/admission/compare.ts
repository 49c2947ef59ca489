/** Compares a kubelet's answers with the module's. */
import type { Admission } from "../../analysis/engine/admission.ts";
import type { AdmissionOutcome, OracleAdmission, PreemptedPod } from "./admissionCase.ts";
import type { Played } from "./play.ts";

export interface AdmissionDifference {
  readonly what: string;
  readonly kubelet: unknown;
  readonly plimsoll: unknown;
}

/** The first difference; null for none. */
export function difference(theirs: OracleAdmission, ours: Played): AdmissionDifference | null {
  if (theirs.crash !== undefined) return differ("crash", theirs.crash, ours);
  const refused = "refused" in ours;
  if (theirs.invalid !== undefined || refused) {
    if (theirs.invalid !== undefined && refused) return null;
    return differ("refused", theirs.invalid ?? null, refused ? ours.refused : ours.admitted);
  }
  const canonical = theirs.canonical ?? [];
  const mine = outcomeOf(ours);
  if (!canonical.some((outcome) => textOf(outcome) === textOf(mine))) {
    return differ(whatDiffers(canonical[0], mine), canonical, mine);
  }
  const seen = canonical.length + (theirs.other?.length ?? 0);
  if (seen > 1 && !ours.orderDecides) return differ("order decides", theirs, false);
  return null;
}

function differ(what: string, kubelet: unknown, plimsoll: unknown): AdmissionDifference {
  return { what, kubelet, plimsoll };
}

function outcomeOf(ours: Admission): AdmissionOutcome {
  const { admitted, reason, message, preempted = [] } = ours;
  const pods = preempted.map(({ uid, event, status }): PreemptedPod => {
    const [condition] = status.conditions ?? [];
    return {
      uid,
      event: `${event.type} ${event.reason} ${event.message}`,
      phase: status.phase,
      reason: status.reason,
      message: status.message,
      ...(condition === undefined
        ? {}
        : {
            condition: {
              type: condition.type,
              reason: condition.reason,
              message: condition.message,
            },
          }),
    };
  });
  return {
    admit: admitted,
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message }),
    ...(pods.length === 0 ? {} : { preempted: pods }),
  };
}

function textOf({ admit, reason, message, preempted }: AdmissionOutcome): string {
  return JSON.stringify([
    admit,
    reason ?? "",
    inOrder(message ?? ""),
    (preempted ?? []).map((pod) => [
      pod.uid,
      pod.event,
      pod.phase,
      pod.reason,
      pod.message,
      pod.condition?.type,
      pod.condition?.reason,
      pod.condition?.message,
    ]),
  ]);
}

function whatDiffers(theirs: AdmissionOutcome | undefined, ours: AdmissionOutcome): string {
  if (theirs?.admit !== ours.admit) return "admitted";
  if (theirs.reason !== ours.reason) return "reason";
  if (theirs.message !== ours.message) return "message";
  const uids = (outcome: AdmissionOutcome) => outcome.preempted?.map(({ uid }) => uid).join(" ");
  return uids(theirs) === uids(ours) ? "preempted pod" : "preempted pods";
}

/**
 * Resources that pods would have to free, by name: the kubelet's map shows only some of the orders
 * that a map may have.
 */
function inOrder(message: string): string {
  const listed = message.match(/\(res: [^)]*\), /g) ?? [];
  return message.replace(listed.join(""), [...listed].sort().join(""));
}

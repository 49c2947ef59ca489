/** What happens in a cluster that is simulated, an event in a line. */

import type { SimulatorEvent } from "../../engine/simulatorEvent.ts";
import { plural } from "../../text/amount.ts";
import { podText } from "../../text/podText.ts";

/** The event without time and node; `count` is the number of pods of an owner it is about. */
export function eventWords(event: SimulatorEvent, count = 1): string {
  const { kind, pod, object, owner, reason = "", message = "" } = event;
  const of = owner === undefined ? "" : ` (${owner.kind} ${owner.name})`;
  const who =
    pod === undefined
      ? objectText(object)
      : count > 1 && owner !== undefined
        ? ` ${plural(count, "pod")} of ${owner.kind} ${pod.namespace}/${owner.name}`
        : ` ${podText(pod)}${kind === "Created" ? of : ""}`;
  // That a container ended in error says less than who ended it.
  const isSaid = reason === kind || kind === "Killed" || message.startsWith(reason);
  const isTold = reason !== "" && !isSaid;
  const said = [isTold ? reason : "", message].filter((text) => text !== "").join(": ");
  return `${kind}${who}${said === "" ? "" : `${who === "" ? " " : ": "}${said}`}`;
}

function objectText(object: SimulatorEvent["object"]): string {
  if (object === undefined) return "";
  const { namespace, name } = object;
  return ` ${namespace === undefined ? name : `${namespace}/${name}`}`;
}

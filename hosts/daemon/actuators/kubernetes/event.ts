import type { Decision, Eviction } from "../../../../analysis/engine/decision.ts";
import { parseTime } from "../../../../analysis/text/time.ts";
import { ApiError, isUnavailable } from "../../kubernetes/apiError.ts";
import type { ApiClient } from "../../kubernetes/client.ts";
import { timeOfSecond, withDryRun } from "../../kubernetes/objects.ts";

const NAME_LENGTH_MAX = 253;

/**
 * Writes the event a kubelet writes, with its message and annotations. An eviction does not fail
 * because its event does: "" when it is written, else what follows in the sentence.
 */
export async function recordEviction(
  client: ApiClient,
  node: string,
  eviction: Eviction,
  decision: Decision,
  dryRun: boolean,
): Promise<string> {
  const { namespace, name, uid } = eviction;
  const time = timeOfSecond(decision.time);
  const body = {
    apiVersion: "v1",
    kind: "Event",
    metadata: {
      namespace,
      name: eventName(eviction, decision),
      ...(eviction.annotations === undefined ? {} : { annotations: eviction.annotations }),
    },
    involvedObject: { apiVersion: "v1", kind: "Pod", namespace, name, uid },
    type: "Warning",
    reason: eviction.reason,
    message: eviction.message,
    source: { component: "plimsoll", host: node },
    firstTimestamp: time,
    lastTimestamp: time,
    count: 1,
  };
  const path = withDryRun(`/api/v1/namespaces/${encodeURIComponent(namespace)}/events`, dryRun);
  try {
    await client.request({ method: "POST", path, body });
    return "";
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    const isThere = error instanceof ApiError && error.status === 409;
    return isThere ? "" : `, but its event is not written: ${error.clause}`;
  }
}

/** One name for one decision, so no eviction leaves two events. */
function eventName({ name }: Eviction, decision: Decision): string {
  const moment = (parseTime(decision.time) ?? 0n).toString(16);
  return `${name.slice(0, NAME_LENGTH_MAX - moment.length - 1)}.${moment}`;
}

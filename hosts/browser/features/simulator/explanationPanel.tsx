import type { Decision } from "../../../../analysis/engine/decision.ts";
import { rankingTable } from "../../../../analysis/questions/explain/rankingTable.ts";
import { refusalTable } from "../../../../analysis/questions/schedule/document.ts";
import { virtualTime } from "../../../../analysis/text/virtualTime.ts";
import { Blocks } from "../../document/blocks.tsx";
import { ActiveThresholds, Outcome } from "../decision/decision.tsx";
import { type Explained, isOfKubelet, type OpenedCluster } from "./openedCluster.ts";
import type { WordedEvent } from "./protocol.ts";

/** Why an event came: its own words, and the kubelet's decision where it has made one. */
export function ExplanationPanel({ cluster }: { readonly cluster: OpenedCluster }) {
  const { chosen, run, explained } = cluster;
  const event = chosen.value === null ? undefined : run.value?.events[chosen.value];
  const decision = explained.value;
  return (
    <section class="panel explanation-of" aria-labelledby="why-title">
      <h2 id="why-title">Why</h2>
      {event === undefined && decision === null && (
        <p class="quiet">
          Choose an event, or a node below its frame: what its kubelet decides, and on whom.
        </p>
      )}
      {event !== undefined && <Words event={event} />}
      {event?.kind === "FailedScheduling" && <Refused event={event} cluster={cluster} />}
      {decision === null && event !== undefined && isOfKubelet(event) && (
        <p class="quiet">Asking the kubelet…</p>
      )}
      {decision !== null && <Decided explained={decision} cluster={cluster} />}
    </section>
  );
}

function Words({ event }: { readonly event: WordedEvent }) {
  const { time, node = "", words, kind } = event;
  return (
    <>
      <h3>
        {virtualTime(time)} {node} · {SPEAKERS[kind] ?? "the cluster"}
      </h3>
      <blockquote class="event-words">{words}</blockquote>
    </>
  );
}

interface RefusedProps {
  readonly event: WordedEvent;
  readonly cluster: OpenedCluster;
}

/** What stands behind the scheduler's message: which node refuses the pod, and why. */
function Refused({ event, cluster }: RefusedProps) {
  const refusals = cluster.refusals.value;
  if (refusals === null || refusals.event !== event) {
    return <p class="quiet">Asking the scheduler…</p>;
  }
  const { groups } = refusals;
  if (groups === null) {
    return <p class="quiet">Which nodes these are is not known any more.</p>;
  }
  if (groups.length === 0) return null;
  const title = "Nodes that cannot take it";
  return (
    <div class="decided">
      <h3>{title}</h3>
      <Blocks blocks={refusalTable(groups)} label={title} />
    </div>
  );
}

/** Whose words an event is in. */
const SPEAKERS: Readonly<Partial<Record<WordedEvent["kind"], string>>> = {
  Condition: "the kubelet",
  Created: "the controller",
  Evicted: "the kubelet",
  FailedScheduling: "the scheduler",
  OOMKilled: "the kernel",
  Preempted: "the scheduler",
  Rejected: "the kubelet's admission",
  Restarted: "the kubelet",
  Scheduled: "the scheduler",
  Started: "the kubelet",
  Tainted: "the node lifecycle controller",
  Terminating: "the controller of the pod's end",
  Untainted: "the node lifecycle controller",
};

interface DecidedProps {
  readonly explained: Explained;
  readonly cluster: OpenedCluster;
}

function Decided({ explained: { node, time, decision }, cluster }: DecidedProps) {
  const asked = `plimsoll simulate explain --example ${cluster.example.name} --node ${node}`;
  return (
    <div class="decided">
      <h3>
        The kubelet of {node} at {virtualTime(time)}
      </h3>
      <Outcome decision={decision} />
      <ActiveThresholds decision={decision} />
      <RankedPods decision={decision} />
      {cluster.tried.value === null && (
        <p class="quiet">
          <code>
            {asked} --at {Number(time.toFixed(3))}s
          </code>
        </p>
      )}
    </div>
  );
}

/** In the order in which they would be evicted. */
function RankedPods({ decision }: { readonly decision: Decision }) {
  const { ranking = [] } = decision;
  if (ranking.length === 0) return <p class="quiet">No pod is on the node.</p>;
  return <Blocks label="Ranking" blocks={[{ is: "table", ...rankingTable(decision, ranking) }]} />;
}

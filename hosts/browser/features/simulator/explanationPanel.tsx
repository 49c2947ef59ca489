import type { Decision } from "../../../../analysis/engine/decision.ts";
import { headline } from "../../../../analysis/questions/explain/incident.ts";
import { rankingTable } from "../../../../analysis/questions/explain/rankingTable.ts";
import { refusalTable } from "../../../../analysis/questions/schedule/document.ts";
import type { WordedEvent } from "../../../../analysis/questions/simulate/moments.ts";
import {
  CHOOSE_EVENT,
  decidedTitle,
  eventSpeaker,
  explainCommand,
  NO_POD,
  REFUSALS_TITLE,
  REFUSALS_UNKNOWN,
} from "../../../../analysis/questions/simulate/reasonWords.ts";
import { virtualTime } from "../../../../analysis/text/virtualTime.ts";
import { Blocks } from "../../document/blocks.tsx";
import { ActiveThresholds, Outcome } from "../decision/decision.tsx";
import { type Explained, isOfKubelet, type OpenedCluster } from "./openedCluster.ts";
import { ASKING_KUBELET, ASKING_SCHEDULER } from "./words.ts";

/** Why an event came: its own words, and the kubelet's decision where it has made one. */
export function ExplanationPanel({ cluster }: { readonly cluster: OpenedCluster }) {
  const { chosen, run, explained } = cluster;
  const event = chosen.value === null ? undefined : run.value?.events[chosen.value];
  const decision = explained.value;
  return (
    <section class="panel explanation-of" aria-labelledby="why-title">
      <h2 id="why-title">Why</h2>
      {event === undefined && decision === null && <p class="quiet">{CHOOSE_EVENT}</p>}
      {event !== undefined && <Words event={event} />}
      {event?.kind === "FailedScheduling" && <Refused event={event} cluster={cluster} />}
      {decision === null && event !== undefined && isOfKubelet(event) && (
        <p class="quiet">{ASKING_KUBELET}</p>
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
        {virtualTime(time)} {node} · {eventSpeaker(kind)}
      </h3>
      <blockquote class="event-words">{words}</blockquote>
    </>
  );
}

interface RefusedProps {
  readonly event: WordedEvent;
  readonly cluster: OpenedCluster;
}

/** The details of the scheduler's message: which node refuses the pod, and why. */
function Refused({ event, cluster }: RefusedProps) {
  const refusals = cluster.refusals.value;
  if (refusals === null || refusals.event !== event) {
    return <p class="quiet">{ASKING_SCHEDULER}</p>;
  }
  const { groups } = refusals;
  if (groups === null) {
    return <p class="quiet">{REFUSALS_UNKNOWN}</p>;
  }
  if (groups.length === 0) return null;
  return (
    <div class="decided">
      <h3>{REFUSALS_TITLE}</h3>
      <Blocks blocks={refusalTable(groups)} label={REFUSALS_TITLE} />
    </div>
  );
}

interface DecidedProps {
  readonly explained: Explained;
  readonly cluster: OpenedCluster;
}

function Decided({ explained: { node, time, decision }, cluster }: DecidedProps) {
  return (
    <div class="decided">
      <h3>{decidedTitle(node, time)}</h3>
      <p class="headline">{headline(decision)}</p>
      <Outcome decision={decision} />
      <ActiveThresholds decision={decision} />
      <RankedPods decision={decision} />
      {cluster.tried.value === null && cluster.example.brought === undefined && (
        <p class="quiet">
          <code>{explainCommand(cluster.example.name, node, time)}</code>
        </p>
      )}
    </div>
  );
}

/** In the order in which they would be evicted. */
function RankedPods({ decision }: { readonly decision: Decision }) {
  const { ranking = [] } = decision;
  if (ranking.length === 0) return <p class="quiet">{NO_POD}</p>;
  return <Blocks label="Ranking" blocks={[{ is: "table", ...rankingTable(decision, ranking) }]} />;
}

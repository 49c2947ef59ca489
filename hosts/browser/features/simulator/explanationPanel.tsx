import type { Decision } from "../../../../analysis/engine/decision.ts";
import type { RefusalGroup } from "../../../../analysis/questions/schedule/refusalGroups.ts";
import { podText } from "../../../../analysis/text/podText.ts";
import { keyCell, rankedResource, rankingKeys } from "../../../../analysis/text/rankingKeys.ts";
import { virtualTime } from "../../../../analysis/text/virtualTime.ts";
import { ActiveThresholds, Outcome } from "../decision/decision.tsx";
import { type Explained, isOfKubelet, type OpenedCluster } from "./openedCluster.ts";
import type { Told } from "./protocol.ts";

const ROWS_MAX = 10;

/** Why an event came: its own words, and the kubelet's decision where it has made one. */
export function ExplanationPanel({ cluster }: { readonly cluster: OpenedCluster }) {
  const { chosen, course, explained } = cluster;
  const event = chosen.value === null ? undefined : course.value?.events[chosen.value];
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

function Words({ event }: { readonly event: Told }) {
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
  readonly event: Told;
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
    return <p class="quiet">Which nodes these are cannot be told any more.</p>;
  }
  if (groups.length === 0) return null;
  return <RefusalTable groups={groups} />;
}

function RefusalTable({ groups }: { readonly groups: readonly RefusalGroup[] }) {
  return (
    <div class="decided">
      <h3 id="refusals-title">Nodes that cannot take it</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <section class="scroller" tabIndex={0} aria-labelledby="refusals-title">
        <table class="refusals">
          <thead>
            <tr>
              <th scope="col">which</th>
              <th scope="col">why not</th>
              <th scope="col">plugin</th>
            </tr>
          </thead>
          <tbody>
            {groups.map(({ nodes, reasons, plugin }) => (
              <tr key={`${plugin} ${reasons}`}>
                <th scope="row">{nodes.join(", ")}</th>
                <td>{reasons.join(", ")}</td>
                <td>{plugin}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

/** Whose words an event is in. */
const SPEAKERS: Readonly<Partial<Record<Told["kind"], string>>> = {
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

/** In the order in which they would go. */
function RankedPods({ decision }: { readonly decision: Decision }) {
  const { ranking = [], evictions } = decision;
  if (ranking.length === 0) return <p class="quiet">No pod is on the node.</p>;
  const keys = rankingKeys(rankedResource(decision));
  const evicted = new Set(evictions.map(({ uid }) => uid));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys.
    <section class="scroller" tabIndex={0} aria-label="Ranking">
      <table>
        <thead>
          <tr>
            <th scope="col">pod</th>
            {keys.map(({ title, isNumber }) => (
              <th key={title} scope="col" class={isNumber ? "number" : ""}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ranking.slice(0, ROWS_MAX).map((row) => (
            <tr key={row.uid} class={evicted.has(row.uid) ? "evicted" : ""}>
              <th scope="row">
                {row.position}. {podText(row)}
              </th>
              {keys.map((key) => (
                <td key={key.title} class={key.isNumber ? "number" : ""}>
                  {keyCell(key, row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

import type { ClusterRun } from "../../../../analysis/questions/simulate/moments.ts";
import {
  lastEventText,
  NOTHING_YET,
  SAME_AGAIN,
} from "../../../../analysis/questions/simulate/moments.ts";
import { cycleWords, periodText } from "../../../../analysis/questions/simulate/verdictWords.ts";
import { formatCount } from "../../../../analysis/text/amount.ts";
import { virtualTime } from "../../../../analysis/text/virtualTime.ts";
import { Band } from "../../controls/laneArea.tsx";
import { moveByKey } from "../../controls/playback.ts";
import { Transport } from "../../controls/transport.tsx";
import { stretches } from "../../state/turningPoints.ts";
import { ENDS, type OpenedCluster } from "./openedCluster.ts";
import { SCENARIO_TIME, THROUGH_SCENARIO } from "./words.ts";

/** Of the timeline, what the words about a cycle take. */
const WORDS_SHARE = 0.4;

/** What happens over time, on each node, with the cycle that was proved. */
export function TimelineFigure({ cluster }: { readonly cluster: OpenedCluster }) {
  const run = cluster.run.value;
  if (run === null) return null;
  return (
    <section class="figure cluster-timeline" aria-labelledby="timeline-title">
      <div class="figure-head">
        <h2 id="timeline-title" class="visually-hidden">
          Timeline
        </h2>
        <Transport label={THROUGH_SCENARIO} of={cluster} />
        <Now cluster={cluster} />
      </div>
      <Lanes run={run} cluster={cluster} />
    </section>
  );
}

/** The moment, and what happened last. */
function Now({ cluster }: { readonly cluster: OpenedCluster }) {
  const { run, moment, chosen, lastEvent } = cluster;
  const events = run.value?.events ?? [];
  const index = chosen.value ?? lastEvent.value;
  const event = events[index];
  return (
    <p class="now">
      <strong class="number">{virtualTime(moment.value?.time ?? 0)}</strong>{" "}
      {event === undefined ? NOTHING_YET : lastEventText(event, moment.value?.time)}{" "}
      <span class="quiet">
        event {formatCount(index + 1)} of {formatCount(events.length)}
      </span>
    </p>
  );
}

interface LanesProps {
  readonly run: ClusterRun;
  readonly cluster: OpenedCluster;
}

function Lanes({ run, cluster }: LanesProps) {
  const { moments, nodes, events, verdict } = run;
  const last = moments.at(-1)?.time ?? 0;
  const time = cluster.moment.value?.time ?? 0;
  const event = events[cluster.lastEvent.value];
  const goTo = ({ currentTarget, clientX }: { currentTarget: HTMLElement; clientX: number }) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    cluster.goToTime(((clientX - left) / width) * last);
  };
  const said = event === undefined ? "" : `, ${lastEventText(event)}`;
  return (
    <div class="cluster-lanes">
      <div class="lane-names" aria-hidden="true">
        {verdict.cycle !== undefined && <span>cycle</span>}
        {nodes.map(({ name }) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <div
        class="cluster-area"
        role="slider"
        tabIndex={0}
        aria-label={SCENARIO_TIME}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={time}
        aria-valuetext={`${virtualTime(time)}${said}`}
        onKeyDown={(key) => moveByKey(key, cluster)}
        onPointerDown={(pointer) => {
          pointer.currentTarget.setPointerCapture(pointer.pointerId);
          goTo(pointer);
        }}
        onPointerMove={(pointer) => {
          if (pointer.currentTarget.hasPointerCapture(pointer.pointerId)) goTo(pointer);
        }}
      >
        {verdict.cycle !== undefined && <Cycle run={run} last={last} />}
        {nodes.map(({ name }, index) => (
          <NodeLane key={name} run={run} index={index} last={last} />
        ))}
        <span class="cursor" style={{ left: percent(time, last) }} />
      </div>
      <Times last={last} />
    </div>
  );
}

function Cycle({ run: { verdict }, last }: { readonly run: ClusterRun; readonly last: number }) {
  const { at, period = 0 } = verdict;
  // To the right of a band that is too short for them.
  const isBeside = period < last * WORDS_SHARE && at > last * WORDS_SHARE;
  const words = (
    <span class="cycle-words">
      <span class="cycle-same">{SAME_AGAIN} </span>every {periodText(period)}
    </span>
  );
  return (
    <div class="cycle-lane" title={cycleWords(verdict)}>
      {isBeside && (
        <span class="beside-cycle" style={{ right: `calc(100% - ${percent(at, last)})` }}>
          {words}
        </span>
      )}
      <span
        class="cycle"
        style={{ left: percent(at, last), right: `calc(100% - ${percent(at + period, last)})` }}
      >
        {!isBeside && words}
      </span>
    </div>
  );
}

interface NodeLaneProps {
  readonly run: ClusterRun;
  readonly index: number;
  readonly last: number;
}

/** What is in use against the load line, when the node reports pressure, and what was evicted. */
function NodeLane({ run, index, last }: NodeLaneProps) {
  const { moments, nodes, events } = run;
  const node = nodes[index];
  if (node === undefined) return null;
  const most = Math.max(node.capacity, 1e-9);
  const y = (amount: number) =>
    (100 - (Math.min(amount, most * 1.2) / (most * 1.2)) * 100).toFixed(2);
  const x = (time: number) => ((time / Math.max(last, 1e-9)) * 1000).toFixed(2);
  const amounts = moments.map(({ time, usages }) => `L${x(time)} ${y(usages[index]?.amount ?? 0)}`);
  const times = Float64Array.from(moments, ({ time }) => time);
  const pressed = Uint8Array.from(moments, ({ usages }) =>
    (usages[index]?.conditions.length ?? 0) > 0 ? 1 : 0,
  );
  const ends = events.filter(({ kind, node: of }) => ENDS.has(kind) && of === node.name);
  return (
    <div class="node-lane">
      <svg viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
        <path class="in-use" d={`M0 100${amounts.join("")}L1000 100Z`} />
        {node.line !== null && <path class="line" d={`M0 ${y(node.line)}H1000`} />}
      </svg>
      {stretches(pressed, 1).map((stretch) => (
        <Band key={stretch.from} class="pressure" times={times} {...stretch} />
      ))}
      {ends.map(({ time, pod }) => (
        <span key={`${time} ${pod?.name}`} class="went" style={{ left: percent(time, last) }} />
      ))}
    </div>
  );
}

function Times({ last }: { readonly last: number }) {
  return (
    <p class="times" aria-hidden="true">
      {[0, 0.25, 0.5, 0.75, 1].map((share) => (
        <span key={share}>{virtualTime(last * share)}</span>
      ))}
    </p>
  );
}

function percent(time: number, last: number): string {
  return `${(last <= 0 ? 0 : time / last) * 100}%`;
}

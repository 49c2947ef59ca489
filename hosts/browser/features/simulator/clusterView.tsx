import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { DRAIN_FLAGS } from "../../../../analysis/questions/drain/flags.ts";
import { plural } from "../../../../analysis/text/amount.ts";
import { list, section } from "../../../../analysis/text/document.ts";
import { Fold } from "../../controls/fold.tsx";
import { Headline } from "../../controls/headline.tsx";
import { useKeys } from "../../controls/keys.ts";
import { PLAYBACK_KEYS } from "../../controls/playback.ts";
import { TabList } from "../../controls/tabs.tsx";
import { SectionPanels } from "../../document/blocks.tsx";
import type { BroughtCluster } from "../../session/protocol.ts";
import { useModel } from "../../state/context.ts";
import { type ClusterExample, isOfDrain } from "./clusterList.ts";
import type { ClusterPlace } from "./clusters.ts";
import { Clusters } from "./clusters.ts";
import { DrainVerdict, DrainView } from "./drainView.tsx";
import { EventList } from "./eventList.tsx";
import { ExplanationPanel } from "./explanationPanel.tsx";
import { NodesFigure } from "./nodesFigure.tsx";
import { type ClusterTab, OpenedCluster } from "./openedCluster.ts";
import type { OpenedDrain } from "./openedDrain.ts";
import { ProofPanel } from "./proofPanel.tsx";
import { RemedyCards } from "./remedyCards.tsx";
import { TimelineFigure } from "./timelineFigure.tsx";
import {
  DRAIN_FLAGS_LEGEND,
  EVENTS,
  NODE_TO_DRAIN,
  NOT_SCENARIO,
  NOT_SIMULATED,
  SIMULATING,
} from "./words.ts";

interface ClusterViewProps {
  readonly place: ClusterPlace;
  readonly children: ComponentChildren;
}

/** A cluster in virtual time: the verdict, what would end it, its nodes, their timeline, why. */
export function ClusterView({ place, children }: ClusterViewProps) {
  const clusters = useModel(Clusters);
  // Made once: the key of this view changes with what is opened.
  const cluster = useMemo(() => new OpenedCluster(place, clusters), []);
  useEffect(() => () => cluster.close(), [cluster]);
  useKeys(PLAYBACK_KEYS, cluster);
  const { drain } = cluster;
  return (
    <main class="cluster" data-tab={cluster.tab.value}>
      <Head cluster={cluster}>{children}</Head>
      <DrainView opened={drain} />
      {cluster.run.value !== null && (
        <>
          <RemedyCards cluster={cluster} />
          <Bench cluster={cluster} />
        </>
      )}
    </main>
  );
}

interface PartProps {
  readonly cluster: OpenedCluster;
}

function Head({ cluster, children }: PartProps & Pick<ClusterViewProps, "children">) {
  const { example, problem, drain, run } = cluster;
  const isBusy = problem.value === null && drain.own.value === null && run.value === null;
  return (
    <section class="opened" aria-busy={isBusy}>
      <div class="context">
        <b class="name">{example.title}</b>
        {children}
      </div>
      {isOfDrain(example) ? <DrainVerdict opened={drain} /> : <Verdict cluster={cluster} />}
      {example.brought !== undefined && <NodeField brought={example.brought} drain={drain} />}
      {isOfDrain(example) && <FlagFields example={example} />}
      <div class={cluster.changed.value === null ? "told" : "told other"}>
        <p>{example.description}</p>
        <ChangeStrip cluster={cluster} />
      </div>
      {problem.value !== null && (
        <p class="notice failure" role="alert">
          {problem.value}
        </p>
      )}
      {cluster.notes.value.map((note) => (
        <p key={note} class="notice">
          {note}
        </p>
      ))}
    </section>
  );
}

interface NodeFieldProps {
  readonly brought: BroughtCluster;
  readonly drain: OpenedDrain;
}

/** Which node of one's own is drained. */
function NodeField({ brought, drain }: NodeFieldProps) {
  const clusters = useModel(Clusters);
  const nodes = drain.nodes.value;
  if (nodes.length < 2) return null;
  return (
    <label class="answer-pod">
      <span aria-hidden="true">{NODE_TO_DRAIN}</span>{" "}
      <select
        aria-label={NODE_TO_DRAIN}
        value={drain.node.value ?? ""}
        onChange={({ currentTarget }) => clusters.openOwn(brought, currentTarget.value)}
      >
        {nodes.map((node) => (
          <option key={node} value={node}>
            {node}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The flags of kubectl with which the node is drained. */
function FlagFields({ example }: { readonly example: ClusterExample }) {
  const clusters = useModel(Clusters);
  const { flags = [] } = example;
  return (
    <fieldset class="drain-flags">
      <legend class="visually-hidden">{DRAIN_FLAGS_LEGEND}</legend>
      {DRAIN_FLAGS.map(([name, flag, cost]) => (
        <label key={flag} title={cost}>
          <input
            type="checkbox"
            checked={flags.includes(flag)}
            onChange={({ currentTarget: { checked } }) =>
              clusters.drainWith(
                DRAIN_FLAGS.map(([, each]) => each).filter((each) =>
                  each === flag ? checked : flags.includes(each),
                ),
              )
            }
          />
          <code>{name}</code>
        </label>
      ))}
    </fieldset>
  );
}

/** That this is not the scenario of the example: what was changed in it. */
function ChangeStrip({ cluster }: PartProps) {
  const changed = cluster.changed.value;
  return (
    <div role="status" class={changed === null ? "" : "changes"}>
      {changed !== null && (
        <>
          <p>
            <strong>{NOT_SCENARIO}</strong> {changed}
          </p>
          <div class="changes-buttons">
            <button type="button" onClick={() => cluster.reset()}>
              Reset
            </button>
          </div>
        </>
      )}
    </div>
  );
}

function Verdict({ cluster }: PartProps) {
  const run = cluster.run.value;
  return (
    <div role="status">
      <Headline
        title={run?.opening.title ?? (cluster.problem.value === null ? SIMULATING : NOT_SIMULATED)}
        tone={`verdict ${run?.tone ?? ""}`}
      />
      {run?.opening.reason != null && <p class="reason">{run.opening.reason}</p>}
    </div>
  );
}

const TABS: readonly (readonly [ClusterTab, string])[] = [
  ["events", "Events"],
  ["explanation", "Why"],
];

function Bench({ cluster }: PartProps) {
  const { isUnfolded } = cluster;
  const assumptions = cluster.run.value?.verdict.assumptions ?? [];
  return (
    <div class="bench">
      <div>
        <div class="scene">
          <NodesFigure cluster={cluster} />
          <TimelineFigure cluster={cluster} />
        </div>
        {cluster.run.value !== null && <ProofPanel run={cluster.run.value} />}
        <Fold
          title={EVENTS}
          holds={plural(cluster.run.value?.events.length ?? 0, "event")}
          isOpen={isUnfolded.value}
          onFold={(isOpen) => (isUnfolded.value = isOpen)}
        >
          <TabList tabs={TABS} tab={cluster.tab} />
          <EventList cluster={cluster} />
        </Fold>
      </div>
      <div>
        <div class={isUnfolded.value ? "fold open" : "fold"}>
          <ExplanationPanel cluster={cluster} />
        </div>
        <SectionPanels sections={section("Assumptions", list(assumptions, "none"))} />
      </div>
    </div>
  );
}

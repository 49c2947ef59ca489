import { ComparePanel } from "../features/compare/comparePanel.tsx";
import { DecisionPanel } from "../features/decision/decision.tsx";
import { Configuration } from "../features/editor/configuration.tsx";
import { PredictionAnswer, Question } from "../features/quiz/question.tsx";
import { Ranking } from "../features/ranking/ranking.tsx";
import { SignalList } from "../features/signals/signalList.tsx";
import { ClusterMain } from "../features/simulator/clusterPlace.tsx";
import { SweepPanel } from "../features/sweep/sweepPanel.tsx";
import { PlaygroundContext } from "../state/context.ts";
import { DropZone } from "./dropZone.tsx";
import { Header } from "./header.tsx";
import { KeySheet } from "./keySheet.tsx";
import { useKeys } from "./keys.ts";
import { Notices } from "./notices.tsx";
import type { Playground } from "./playground.ts";
import { Story } from "./story.tsx";
import { Tabs } from "./tabs.tsx";
import { TimelineFigure } from "./timeline.tsx";

/** The whole page: time above, and below it cause, effect and order side by side. */
export function App({ playground }: { readonly playground: Playground }) {
  useKeys(playground);
  return (
    <PlaygroundContext.Provider value={playground}>
      <SkipLink playground={playground} />
      <Header />
      <Notices />
      <DropZone />
      <KeySheet />
      <Bench playground={playground} />
    </PlaygroundContext.Provider>
  );
}

function SkipLink({ playground }: { readonly playground: Playground }) {
  const isCluster = playground.clusters.place.value !== null;
  return (
    <a class="skip" href="#decision">
      Skip to the {isCluster ? "verdict" : "decision"}
    </a>
  );
}

function Bench({ playground }: { readonly playground: Playground }) {
  const place = playground.clusters.place.value;
  if (place !== null) return <ClusterMain place={place} />;
  if (playground.prediction.isAsked.value) {
    return (
      <main>
        <Question />
      </main>
    );
  }
  return (
    <main data-tab={playground.tab.value}>
      <PredictionAnswer />
      <Story />
      <TimelineFigure />
      <Tabs />
      <div class="panes">
        <Configuration />
        <DecisionPanel />
        <Ranking />
      </div>
      <div class="tools">
        <SignalList />
        <ComparePanel />
        <SweepPanel />
      </div>
    </main>
  );
}

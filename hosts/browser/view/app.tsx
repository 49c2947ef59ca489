import { ComparePanel } from "../compare/comparePanel.tsx";
import { Configuration } from "../editor/configuration.tsx";
import type { Playground } from "../state/playground.ts";
import { SweepPanel } from "../sweep/sweepPanel.tsx";
import { PlaygroundContext } from "./context.ts";
import { DecisionPanel } from "./decision.tsx";
import { DropZone } from "./dropZone.tsx";
import { Header } from "./header.tsx";
import { useKeys } from "./keys.ts";
import { Notices } from "./notices.tsx";
import { Ranking } from "./ranking.tsx";
import { SignalList } from "./signalList.tsx";
import { Story } from "./story.tsx";
import { TimelineFigure } from "./timeline.tsx";

/** The whole page, from top to bottom. */
export function App({ playground }: { readonly playground: Playground }) {
  useKeys(playground);
  return (
    <PlaygroundContext.Provider value={playground}>
      <a class="skip" href="#decision">
        Skip to the decision
      </a>
      <Header />
      <Notices />
      <DropZone />
      <main>
        <Story />
        <TimelineFigure />
        <div class="columns">
          <div class="column">
            <DecisionPanel />
            <Configuration />
          </div>
          <SignalList />
        </div>
        <ComparePanel />
        <SweepPanel />
        <Ranking />
      </main>
    </PlaygroundContext.Provider>
  );
}

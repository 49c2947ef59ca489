import { ANSWER_ADDRESS, focusAnswer, useKeptFocus } from "../controls/keptFocus.ts";
import { StoreContext, useModel, useStore } from "../state/context.ts";
import type { Store } from "../state/store.ts";
import { CompareReleases } from "./compareReleases.tsx";
import { DropZone } from "./dropZone.tsx";
import { EmptyView } from "./emptyView.tsx";
import { FEATURES } from "./features.ts";
import { Header } from "./header.tsx";
import { Kept } from "./kept.tsx";
import { KernelView } from "./kernelView.tsx";
import { KeySheet } from "./keySheet.tsx";
import { useViewKeys } from "./keys.ts";
import { Notices } from "./notices.tsx";
import { Opened } from "./opened.tsx";
import { OtherViews } from "./otherViews.tsx";
import { PaletteDialog } from "./paletteDialog.tsx";
import { Part } from "./parts.tsx";
import { StickyTimeline } from "./stickyTimeline.tsx";
import { Tabs } from "./tabs.tsx";
import { TimelineFigure } from "./timeline.tsx";
import { Views } from "./views.ts";
import { SKIP } from "./words.ts";

const { admission, compare, counterfactual, decision, editor, evictions, given } = FEATURES;
const { memory, oom, quiz, ranking, signals, simulator, sweep, upgrade } = FEATURES;

/** The whole page: time above, and below it cause, effect and order side by side. */
export function App({ store }: { readonly store: Store }) {
  return (
    <StoreContext.Provider value={store}>
      <Page />
    </StoreContext.Provider>
  );
}

function Page() {
  const store = useStore();
  useViewKeys(store);
  useKeptFocus();
  return (
    <>
      <a
        class="skip"
        href={ANSWER_ADDRESS}
        onClick={(event) => {
          // The address names what is on show.
          event.preventDefault();
          focusAnswer();
        }}
      >
        {SKIP}
      </a>
      <Header />
      <Notices />
      <DropZone />
      <KeySheet />
      <PaletteDialog />
      <upgrade.Dialog />
      <Main />
    </>
  );
}

/** What is on show: what to bring, a cluster, an answer about documents, or a capture. */
function Main() {
  const views = useModel(Views);
  const { place } = useModel(simulator.model);
  const { answer } = useStore();
  if (views.isEmpty.value) return <EmptyView key={views.shown.value} view={views.shown.value} />;
  if (views.isKernelOfCapture.value) return <KernelView />;
  if (place.value !== null)
    return (
      <simulator.View place={place.value}>
        {place.value.example.brought !== undefined && <Kept />}
        <CompareReleases />
      </simulator.View>
    );
  if (answer.value !== null)
    return (
      <given.View
        answer={answer.value}
        choose={(other) => views.showAnswer(other)}
        more={<OtherViews />}
      >
        <Kept />
        <CompareReleases />
      </given.View>
    );
  return <CaptureMain />;
}

function CaptureMain() {
  const { tab } = useStore();
  const views = useModel(Views);
  if (useModel(quiz.model).isAsked.value) {
    return (
      <main>
        <quiz.Question />
      </main>
    );
  }
  return (
    <main data-tab={tab.value}>
      <quiz.Answer />
      <Opened />
      <given.Others choose={(other) => views.showAnswer(other)} />
      <counterfactual.Cards />
      <TimelineFigure />
      <Tabs />
      <div class="panes">
        <div class="told-of">
          <Part of="evictions">
            <evictions.List />
          </Part>
          <Part of="decision">
            <decision.Panel>
              <memory.Details />
              {/* Last, since it comes after the others and would move them. */}
              <oom.Section />
              <admission.Section />
            </decision.Panel>
          </Part>
        </div>
        <div class="told-of">
          <Part of="ranking">
            <ranking.Panel />
          </Part>
          <Part of="configuration">
            <editor.Panel />
          </Part>
        </div>
      </div>
      <div class="tools">
        <Part of="signals">
          <signals.List />
        </Part>
        <Part of="compare">
          <compare.Panel />
        </Part>
        <Part of="sweep">
          <sweep.Panel />
        </Part>
      </div>
      <StickyTimeline />
    </main>
  );
}

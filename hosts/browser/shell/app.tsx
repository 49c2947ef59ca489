import { StoreContext, useModel, useStore } from "../state/context.ts";
import type { Store } from "../state/store.ts";
import { DropZone } from "./dropZone.tsx";
import { FEATURES } from "./features.ts";
import { Header } from "./header.tsx";
import { Kept } from "./kept.tsx";
import { KeySheet } from "./keySheet.tsx";
import { useCaptureKeys } from "./keys.ts";
import { Notices } from "./notices.tsx";
import { Opened } from "./opened.tsx";
import { Tabs } from "./tabs.tsx";
import { TimelineFigure } from "./timeline.tsx";
import { skipText } from "./words.ts";

const { admission, compare, counterfactual, decision, editor, given, memory } = FEATURES;
const { oom, quiz, ranking, signals, simulator, sweep } = FEATURES;

/** The whole page: time above, and below it cause, effect and order side by side. */
export function App({ store }: { readonly store: Store }) {
  return (
    <StoreContext.Provider value={store}>
      <Page />
    </StoreContext.Provider>
  );
}

function Page() {
  const { place } = useModel(simulator.model);
  const store = useStore();
  const isCapture = () => place.value === null && store.answer.value === null;
  useCaptureKeys(store, () => place.peek() === null && store.answer.peek() === null);
  return (
    <>
      <a class="skip" href="#decision">
        {skipText(isCapture())}
      </a>
      <Header />
      <Notices />
      <DropZone />
      <KeySheet />
      <Main />
    </>
  );
}

/** What is on show: a cluster, an answer about documents, or a capture. */
function Main() {
  const { place } = useModel(simulator.model);
  const { answer } = useStore();
  if (place.value !== null) return <simulator.View place={place.value} />;
  if (answer.value !== null)
    return (
      <given.View answer={answer.value}>
        <Kept />
      </given.View>
    );
  return <CaptureMain />;
}

function CaptureMain() {
  const { tab } = useStore();
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
      <TimelineFigure />
      <Tabs />
      <div class="panes">
        <editor.Panel />
        <decision.Panel Changes={counterfactual.List}>
          <memory.Details />
          {/* Last, since it comes after the others and would move them. */}
          <oom.Section />
          <admission.Section />
        </decision.Panel>
        <ranking.Panel />
      </div>
      <div class="tools">
        <signals.List />
        <compare.Panel />
        <sweep.Panel />
      </div>
    </main>
  );
}

import { SEARCH_ICON, ShortLabel } from "../controls/shortLabel.tsx";
import { useModel, useStore } from "../state/context.ts";
import { examples } from "../state/examples.ts";
import { BringButton } from "./bringDialog.tsx";
import { FEATURES } from "./features.ts";
import { Palette } from "./palette.ts";
import { ShareButton } from "./shareView.tsx";
import { UndoButtons } from "./undoButtons.tsx";
import { ViewTabs } from "./viewTabs.tsx";
import { FOLLOW_DAEMON, PALETTE_SHORT } from "./words.ts";

/** The same in every view: the views, and what can be done in all of them. */
export function Header() {
  const store = useStore();
  const live = useModel(FEATURES.live.model);
  const palette = useModel(Palette);
  return (
    <header class="top">
      <a class="logo" href="./">
        <Mark />
        <span>Plimsoll</span>
      </a>
      <ViewTabs />
      <div class="inputs">
        <ExampleMenu />
        {(live.isOffered || live.state.value !== "off") && (
          <button
            type="button"
            class="live-button"
            aria-pressed={live.state.value !== "off"}
            title={FOLLOW_DAEMON}
            onClick={() => (live.state.peek() === "off" ? live.start() : live.stop())}
          >
            {live.state.value === "watching" ? "Live" : "Watch live"}
          </button>
        )}
        <button type="button" class="search" onClick={() => palette.open()}>
          <ShortLabel icon={SEARCH_ICON}>{PALETTE_SHORT}</ShortLabel> <kbd>Ctrl K</kbd>
        </button>
        <UndoButtons />
        <BringButton />
        <ShareButton />
        <button
          type="button"
          class="keys"
          aria-label="Keys"
          title="Keys (?)"
          onClick={() => (store.showsKeys.value = true)}
        >
          ?
        </button>
      </div>
    </header>
  );
}
/** Begins the values of clusters: a capture may have the same name. */
const CLUSTER = "cluster:";
const QUIZ = "quiz:";

/** It looks like a button: the title of what is open is below it, and too long for it. */
function ExampleMenu() {
  const store = useStore();
  const clusters = useModel(FEATURES.simulator.model);
  const quiz = useModel(FEATURES.quiz.model);
  const open = (name: string) => {
    if (name.startsWith(CLUSTER)) return void clusters.open(name.slice(CLUSTER.length));
    const example = examples.all.find((each) => each.name === name);
    if (example !== undefined) void examples.open(example, store);
  };
  const shown = clusters.place.value?.example;
  const cluster = shown?.brought === undefined ? shown?.name : "";
  const isAnswer = store.answer.value !== null;
  const own = isAnswer ? undefined : store.example.value?.name;
  const chosen = cluster === undefined ? own : cluster === "" ? "" : CLUSTER + cluster;
  return (
    <label class="examples">
      <span aria-hidden="true">Examples…</span>
      <select
        aria-label="Example"
        value={chosen ?? ""}
        onChange={({ currentTarget }) => {
          if (currentTarget.value !== QUIZ) return open(currentTarget.value);
          quiz.start();
          currentTarget.value = chosen ?? "";
        }}
      >
        <option value="" disabled>
          Examples…
        </option>
        <optgroup label="A node">
          {examples.all.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </optgroup>
        <optgroup label="Clusters">
          {FEATURES.simulator.examples.map(({ name, title }) => (
            <option key={name} value={CLUSTER + name}>
              {title}
            </option>
          ))}
        </optgroup>
        {/* Last: arrow keys open each example on their way. */}
        <option value={QUIZ}>{FEATURES.quiz.title}</option>
      </select>
    </label>
  );
}

/** The mark on a ship's hull: a disc, and the line that must not go under. */
function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <circle cx="16" cy="16" r="9.5" />
      <path d="M1 16h30" />
    </svg>
  );
}

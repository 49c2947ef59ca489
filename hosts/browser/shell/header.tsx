import { useRef } from "preact/hooks";
import { useModel, useStore } from "../state/context.ts";
import { examples } from "../state/examples.ts";
import { FEATURES } from "./features.ts";
import { EXACT_TITLE, FOLLOW_DAEMON, TAGLINE } from "./words.ts";

export function Header() {
  const store = useStore();
  const live = useModel(FEATURES.live.model);
  const { place } = useModel(FEATURES.simulator.model);
  const chooser = useRef<HTMLInputElement>(null);
  const openFiles = (files: FileList | null) => {
    if (files === null || files.length === 0) return;
    store.open([...files].map((file) => ({ name: file.name, content: file })));
  };
  return (
    <header class="top">
      <h1>
        <Mark />
        <span>Plimsoll</span>
      </h1>
      <p class="tagline">{TAGLINE}</p>
      <div class="inputs">
        <ExampleMenu />
        <button type="button" onClick={() => chooser.current?.click()}>
          Open files…
        </button>
        {(live.isOffered || live.state.value !== "off") && (
          <button
            type="button"
            aria-pressed={live.state.value !== "off"}
            title={FOLLOW_DAEMON}
            onClick={() => (live.state.peek() === "off" ? live.start() : live.stop())}
          >
            {live.state.value === "watching" ? "Live" : "Watch live"}
          </button>
        )}
        {/* The address of a cluster is its link, and an answer has none. */}
        {place.value === null && store.answer.value === null && <OfCaptures />}
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          onChange={({ currentTarget }) => {
            openFiles(currentTarget.files);
            currentTarget.value = "";
          }}
        />
      </div>
    </header>
  );
}

function OfCaptures() {
  const { showsKeys } = useStore();
  return (
    <>
      <FEATURES.share.Button />
      <ExactButton />
      <button
        type="button"
        class="keys"
        aria-label="Keys"
        title="Keys (?)"
        onClick={() => (showsKeys.value = true)}
      >
        ?
      </button>
    </>
  );
}

function ExactButton() {
  const { showsExact } = useStore();
  return (
    <button
      type="button"
      aria-label="Exact amounts"
      aria-pressed={showsExact.value}
      title={EXACT_TITLE}
      onClick={() => (showsExact.value = !showsExact.peek())}
    >
      Exact
    </button>
  );
}

/** Begins the values of clusters: a capture may have the same name. */
const CLUSTER = "cluster:";

function ExampleMenu() {
  const store = useStore();
  const clusters = useModel(FEATURES.simulator.model);
  const open = (name: string) => {
    if (name.startsWith(CLUSTER)) return void clusters.open(name.slice(CLUSTER.length));
    const example = examples.all.find((each) => each.name === name);
    if (example !== undefined) void examples.open(example, store);
  };
  const cluster = clusters.place.value?.example.name;
  const isAnswer = store.answer.value !== null;
  const own = isAnswer ? undefined : store.example.value?.name;
  const chosen = cluster === undefined ? own : CLUSTER + cluster;
  return (
    <label class="examples">
      <span class="visually-hidden">Example</span>
      <select value={chosen ?? ""} onChange={({ currentTarget }) => open(currentTarget.value)}>
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

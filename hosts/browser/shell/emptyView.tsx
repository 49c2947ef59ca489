import { useState } from "preact/hooks";
import { copyText } from "../controls/clipboard.ts";
import { Headline } from "../controls/headline.tsx";
import { useModel, useStore } from "../state/context.ts";
import { examples } from "../state/examples.ts";
import type { Store } from "../state/store.ts";
import { chooseFiles, chooseFolder } from "./chooseFiles.ts";
import { FEATURES } from "./features.ts";
import { type ViewName, Views } from "./views.ts";
import {
  ANSWER_TEXT,
  CHOOSE_FOLDER,
  EMPTY_VIEWS,
  EXAMPLES_TITLE,
  NOTHING_SENT,
  OUTPUT_OF,
  PASTE_LABEL,
  SHIPPED_OBJECTS,
} from "./words.ts";

/** The example whose memory runs out: it shows what the kernel would kill. */
const OUT_OF_MEMORY = "memory-leak";

/** A view that has nothing yet: what to bring, where to put it, and its examples. */
export function EmptyView({ view }: { readonly view: ViewName }) {
  const { title, bring, command } = EMPTY_VIEWS[view];
  return (
    <main class="empty" data-view={view}>
      <Headline title={title} />
      <section class={view === "live" ? "target panel" : "target drop-target"} aria-label={bring}>
        <p class="bring">{bring}</p>
        {view === "live" ? <Command command={command} /> : <Bring command={command} />}
      </section>
      <ExampleList view={view} />
    </main>
  );
}

function Bring({ command }: { readonly command: string }) {
  const store = useStore();
  const views = useModel(Views);
  const text = views.text.value;
  const answer = () => views.answerText(text);
  return (
    <>
      <label class="paste">
        <span>{PASTE_LABEL}</span>
        <textarea
          rows={4}
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => (views.text.value = currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) answer();
          }}
        />
      </label>
      <p class="bring-buttons">
        <button type="button" class="primary" onClick={() => chooseFiles(store)}>
          Choose files…
        </button>
        <button type="button" onClick={() => chooseFolder(store)}>
          {CHOOSE_FOLDER}
        </button>
        <button type="button" aria-disabled={text.trim() === ""} onClick={answer}>
          {ANSWER_TEXT}
        </button>
        <span class="quiet">{NOTHING_SENT}</span>
      </p>
      <p class="quiet">{OUTPUT_OF}</p>
      <Command command={command} />
    </>
  );
}

function Command({ command }: { readonly command: string }) {
  const [isCopied, setIsCopied] = useState(false);
  return (
    <p class="copied-line">
      <code>{command}</code>
      <button type="button" onClick={async () => setIsCopied(await copyText(command))}>
        {isCopied ? "Copied" : "Copy command"}
      </button>
    </p>
  );
}

interface Offered {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly open: () => void;
}

function ExampleList({ view }: { readonly view: ViewName }) {
  const store = useStore();
  const clusters = useModel(FEATURES.simulator.model);
  const offered = offeredIn(view, store, (name) => void clusters.open(name));
  if (offered.length === 0) return null;
  return (
    <section aria-labelledby="examples-title">
      <h2 id="examples-title">{EXAMPLES_TITLE}</h2>
      <ul class="offered">
        {offered.map(({ name, title, description, open }) => (
          <li key={name}>
            <button type="button" class="offer" onClick={open}>
              {title}
            </button>
            <p>{description}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function offeredIn(
  view: ViewName,
  store: Store,
  openCluster: (name: string) => void,
): readonly Offered[] {
  if (view === "node") {
    return examples.all.map((each) => ({ ...each, open: () => void examples.open(each, store) }));
  }
  if (view === "kernel") {
    return examples.all
      .filter(({ name }) => name === OUT_OF_MEMORY)
      .map((each) => ({
        ...each,
        open: () => void examples.open(each, store, { view: "kernel" }),
      }));
  }
  const objects = SHIPPED_OBJECTS.filter((each) => each.view === view).map((each) => ({
    ...each,
    open: () => void examples.openObjects(each.name, store),
  }));
  if (view !== "cluster" && view !== "drain") return objects;
  const { isOfDrain, examples: clusters } = FEATURES.simulator;
  const simulated = clusters
    .filter((each) => isOfDrain(each) === (view === "drain"))
    .map((each) => ({ ...each, open: () => openCluster(each.name) }));
  return [...simulated, ...objects];
}

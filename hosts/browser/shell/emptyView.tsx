import { plural } from "../../../analysis/text/amount.ts";
import { Fold } from "../controls/fold.tsx";
import { Headline } from "../controls/headline.tsx";
import { useModel, useStore } from "../state/context.ts";
import { examples } from "../state/examples.ts";
import type { Store } from "../state/store.ts";
import { Bring, Command } from "./bring.tsx";
import { FEATURES } from "./features.ts";
import type { ViewName } from "./views.ts";
import { EMPTY_VIEWS, EXAMPLES_TITLE, SHIPPED_OBJECTS } from "./words.ts";

/** More examples are folded on a phone. */
const UNFOLDED_MAX = 4;
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

interface Offered {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly open: () => void;
}

function ExampleList({ view }: { readonly view: ViewName }) {
  const store = useStore();
  const clusters = useModel(FEATURES.simulator.model);
  const quiz = useModel(FEATURES.quiz.model);
  const { title, description } = FEATURES.quiz;
  const asked = { name: "quiz", title, description, open: () => quiz.start() };
  const ofView = offeredIn(view, store, (name) => void clusters.open(name));
  const offered = view === "node" ? [asked, ...ofView] : ofView;
  if (offered.length === 0) return null;
  const list = (
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
  if (offered.length <= UNFOLDED_MAX) return list;
  return (
    <Fold title={EXAMPLES_TITLE} holds={plural(offered.length, "example")}>
      {list}
    </Fold>
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

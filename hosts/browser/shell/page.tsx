import { effect } from "@preact/signals";
import { render } from "preact";
import { loadPlotting } from "../chart/plotting.ts";
import { examples, openAddress } from "../state/examples.ts";
import type { Store } from "../state/store.ts";
import { Address } from "./address.ts";
import { App } from "./app.tsx";
import { type Begun, isFirstNamed } from "./booted.ts";
import { FEATURES } from "./features.ts";
import { storeOf } from "./store.ts";
import { Views } from "./views.ts";

/**
 * Milliseconds for which the frame that came with the page may stand for it while the first example
 * is decided: what is drawn in between would be drawn again at once.
 */
const FRAME_MILLISECONDS = 400;

/** The page, and what its address names; else the first example. */
export async function show({ client, first, place, redo }: Begun): Promise<void> {
  // Charts are wanted right after the first decision, and are not to come before what it waits for.
  void loadPlotting();
  const store = storeOf(client);
  const live = store.model(FEATURES.live.model);
  const { place: cluster } = store.model(FEATURES.simulator.model);
  if (isFirstNamed()) store.example.value = examples.all[0] ?? null;
  void whenKnown(store).then(() => {
    if (place !== null) render(<App store={store} />, place);
    redo();
  });
  showFirstInstead(store);
  const address = new URL(document.location.href).searchParams.get("open");
  const isUntouched = store.requested();
  const isFound = await store.model(Address).arrive();
  if (!isFound && (address === "live" || (address === null && live.isOffered))) {
    live.start();
  } else if (!isFound && address !== null) await openAddress(address, store);
  else if (!isFound) await examples.openFirst(store, await first, isUntouched);
  // After the first decision, and not where a daemon shows its node: without it there is nothing.
  let isKept = live.isOffered;
  effect(() => {
    const isShown = store.decided.value !== null || cluster.value !== null;
    if (isKept || !isShown) return;
    isKept = true;
    void FEATURES.offline.keep(document.location);
  });
  addEventListener("hashchange", () => void goneTo(store));
}

/**
 * Where nothing of what was named can be shown, the first example is, and why stays said. A view
 * that says what to bring stays: the next text can be put there.
 */
function showFirstInstead(store: Store): void {
  const { failure, capture } = store;
  const live = store.model(FEATURES.live.model);
  const { place } = store.model(FEATURES.simulator.model);
  const { isEmpty } = store.model(Views);
  const stop = effect(() => {
    const isShown = [capture, place, store.answer].some(({ value }) => value !== null);
    if (isShown) return queueMicrotask(() => stop());
    const { value: sentence } = failure;
    if (sentence === null || live.state.value !== "off" || isEmpty.value) return;
    queueMicrotask(async () => {
      stop();
      await examples.openFirst(store, null, store.requested());
      failure.value = sentence;
    });
  });
}

/** Where the browser went; an address that names nothing is that of the page as it began. */
async function goneTo(store: Store): Promise<void> {
  const wasEmpty = store.model(Views).isEmpty.peek();
  const isFound = await store.model(Address).arrive();
  const clusters = store.model(FEATURES.simulator.model);
  const isOther = wasEmpty || clusters.place.peek() !== null || store.answer.peek() !== null;
  if (isFound || !isOther) return;
  store.leave();
  const isUntouched = store.requested();
  if (store.capture.peek() === null) await examples.openFirst(store, null, isUntouched);
}

/** Something is decided, cannot be, or takes long. */
function whenKnown(store: Store): Promise<void> {
  const { decided, refusal, failure } = store;
  const { place } = store.model(FEATURES.simulator.model);
  const { isEmpty } = store.model(Views);
  return new Promise((resolve) => {
    setTimeout(resolve, FRAME_MILLISECONDS);
    effect(() => {
      if (isEmpty.value) resolve();
      if ([decided, refusal, failure, place].some(({ value }) => value !== null)) resolve();
    });
  });
}

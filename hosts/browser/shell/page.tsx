import { effect } from "@preact/signals";
import { render } from "preact";
import { keepForOffline } from "../features/offline/offline.ts";
import { examples, openAddress } from "../state/examples.ts";
import { App } from "./app.tsx";
import { type Begun, isFirstNamed } from "./booted.ts";
import { Playground } from "./playground.ts";

/**
 * Milliseconds for which the frame that came with the page may stand for it while the first example
 * is decided: what is drawn in between would be drawn again at once.
 */
const FRAME_MILLISECONDS = 400;

/** The page, and what its address names; else the first example. */
export async function show({ client, first, place, redo }: Begun): Promise<void> {
  const playground = new Playground(client);
  if (isFirstNamed()) playground.example.value = examples.all[0] ?? null;
  void whenKnown(playground).then(() => {
    if (place !== null) render(<App playground={playground} />, place);
    redo();
  });
  showFirstInstead(playground);
  const address = new URL(document.location.href).searchParams.get("open");
  const isUntouched = playground.requested();
  const isFound = await playground.address.arrive();
  if (!isFound && (address === "live" || (address === null && playground.live.isOffered))) {
    playground.live.start();
  } else if (!isFound && address !== null) await openAddress(address, playground);
  else if (!isFound) await examples.openFirst(playground, await first, isUntouched);
  // After the first decision, and not where a daemon shows its node: without it there is nothing.
  let isKept = playground.live.isOffered;
  effect(() => {
    const isShown = playground.decided.value !== null || playground.clusters.place.value !== null;
    if (isKept || !isShown) return;
    isKept = true;
    void keepForOffline(document.location);
  });
  addEventListener("hashchange", () => void goneTo(playground));
}

/** Where nothing of what was named can be shown, the first example is, and why stays said. */
function showFirstInstead(playground: Playground): void {
  const { failure, capture, live, clusters } = playground;
  const stop = effect(() => {
    if (capture.value !== null || clusters.place.value !== null)
      return queueMicrotask(() => stop());
    const { value: sentence } = failure;
    if (sentence === null || live.state.value !== "off") return;
    queueMicrotask(async () => {
      stop();
      await examples.openFirst(playground, null, playground.requested());
      failure.value = sentence;
    });
  });
}

/** Where the browser went; an address that names nothing is that of the page as it began. */
async function goneTo(playground: Playground): Promise<void> {
  const isFound = await playground.address.arrive();
  if (isFound || playground.clusters.place.peek() === null) return;
  playground.clusters.leave();
  const isUntouched = playground.requested();
  if (playground.capture.peek() === null) await examples.openFirst(playground, null, isUntouched);
}

/** Something is decided, cannot be, or takes long. */
function whenKnown({ decided, refusal, failure, clusters }: Playground): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, FRAME_MILLISECONDS);
    effect(() => {
      if ([decided, refusal, failure, clusters.place].some(({ value }) => value !== null))
        resolve();
    });
  });
}

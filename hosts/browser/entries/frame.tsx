import { renderToString } from "preact-render-to-string";
import type { CaptureClient } from "../session/client.ts";
import { App } from "../shell/app.tsx";
import { storeOf } from "../shell/store.ts";
import { examples } from "../state/examples.ts";

/**
 * What the page shows before anything is decided, for the build to write into `index.html`: it is
 * there before the first script, everything in it has its place, and the description can be read.
 */
export function frame(): string {
  const silent: Pick<CaptureClient, "send"> = { send: () => {} };
  const store = storeOf(silent as CaptureClient);
  store.example.value = examples.all[0] ?? null;
  return renderToString(<App store={store} />);
}

import { renderToString } from "preact-render-to-string";
import type { WorkerClient } from "../client.ts";
import { examples } from "../state/examples.ts";
import { Playground } from "../state/playground.ts";
import { App } from "../view/app.tsx";

/**
 * What the page shows before anything is decided, for the build to write into `index.html`: it is
 * there before the first script, everything in it has its place, and the story can be read.
 */
export function frame(): string {
  const silent: Pick<WorkerClient, "send"> = { send: () => {} };
  const playground = new Playground(silent as WorkerClient);
  playground.example.value = examples.all[0] ?? null;
  return renderToString(<App playground={playground} />);
}

import type { CaptureClient } from "../session/client.ts";
import { Recorded } from "../state/recorded.ts";
import { type ModelClass, Store } from "../state/store.ts";
import { ShownTime } from "../time/shownTime.ts";
import { Address } from "./address.ts";
import { FEATURES } from "./features.ts";
import { ViewHistory } from "./history.ts";
import { Palette } from "./palette.ts";
import { Views } from "./views.ts";

/** The store with the model of every feature. */
export function storeOf(client: CaptureClient): Store {
  const store = new Store(client);
  const models: ModelClass<object>[] = Object.values(FEATURES).flatMap((feature) =>
    "model" in feature ? [feature.model] : [],
  );
  for (const model of [ShownTime, Recorded, ...models, Views, ViewHistory, Palette, Address])
    store.model(model);
  return store;
}

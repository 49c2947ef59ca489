import type { GivenDocument } from "../../../analysis/read/recognize/given.ts";
import { useStore } from "../state/context.ts";
import type { Store } from "../state/store.ts";
import { FEATURES } from "./features.ts";
import { Views } from "./views.ts";
import { EDITED_CONFIGURATION } from "./words.ts";

const { simulator, upgrade } = FEATURES;

type Compared = Parameters<InstanceType<typeof upgrade.model>["open"]>[0];

/** Asks what another release decides otherwise, where what is open can be decided again. */
export function CompareReleases() {
  const store = useStore();
  const compared = comparedOf(store);
  if (compared === null) return null;
  return (
    <button type="button" class="plain" onClick={() => store.model(upgrade.model).open(compared)}>
      {upgrade.title}
    </button>
  );
}

/** How to get what is compared of the view on show; null where two releases cannot be compared. */
export function comparedOf(store: Store): Compared | null {
  const { answer, answered, source } = store;
  if (store.model(Views).isEmpty.value) return null;
  const place = store.model(simulator.model).place.value;
  if (place !== null) {
    return async () => ({ documents: await simulator.documentsOf(place.example) });
  }
  if (answer.value !== null) {
    if (answer.value.comparesReleases !== true) return null;
    return async () => ({ documents: answered.peek()?.documents ?? [] });
  }
  if (source.value === null) return null;
  return async () => ({ documents: source.peek()?.documents ?? [], ...edited(store) });
}

/** The configuration that a user has changed is decided with in place of the recorded one. */
function edited(store: Store): { readonly edited?: GivenDocument } {
  const text = store.configuration.peek();
  if (text === store.recordedConfiguration.peek()) return {};
  return { edited: { name: EDITED_CONFIGURATION, content: new Blob([text]) } };
}

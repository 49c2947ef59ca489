import type { Scenario } from "../session/scenario.ts";
import type { Store } from "./store.ts";

/** What the page keeps of one feature: made once, over the store. */
export interface Model {
  /** Something else is opened, which does not continue what is open. */
  leave?(): void;
  /** A capture is about to be shown, in the same batch. */
  begin?(scenario: Scenario): void;
  /** What a link says of it; reads signals, so that who asks hears of each change. */
  scenario?(): Partial<Scenario>;
}

export type ModelClass<T extends object> = new (store: Store) => T;

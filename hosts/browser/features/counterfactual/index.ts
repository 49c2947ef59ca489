import { FixCards } from "./fixCards.tsx";
import { Trial } from "./trial.ts";

/** What would have changed a decision, each to be tried. */
export const counterfactual = { model: Trial, Cards: FixCards };

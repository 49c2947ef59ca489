/** How far the module has come with its scenario: which verbs are allowed. */
import { PROGRESS_OFFSET } from "../memory.ts";

export enum Step {
  None = 0,
  Read,
  Begun,
  /** A decision was asked for: the scenario does not go on. */
  Asked,
}

@unmanaged
export class Progress {
  step: Step;
}

export const progress = changetype<Progress>(PROGRESS_OFFSET);

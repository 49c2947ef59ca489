/** Taints and tolerations, as words of lists. */

export enum Effect {
  /** Of a toleration: every effect. */
  Any = 0,
  NoSchedule,
  PreferNoSchedule,
  NoExecute,
  Other,
}

export enum TolerationOperator {
  Equal = 0,
  Exists,
  Lt,
  Gt,
  Other,
}

/** Words of a taint, and of a toleration. */
export const TAINT_WORDS: u32 = 3;
export const TOLERATION_WORDS: u32 = 4;

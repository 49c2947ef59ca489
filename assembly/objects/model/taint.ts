/** Taints and tolerations, as words of lists. */

export enum Effect {
  /** In a toleration: every effect. */
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
/** Key, operator, value, effect, and how long, as `secondsWord` has it. */
export const TOLERATION_WORDS: u32 = 5;

/** A toleration without `tolerationSeconds` lasts; one of none or fewer ends at once. */
export const LASTS: u32 = 0;

export function secondsWord(seconds: i64): u32 {
  return u32(max<i64>(0, min<i64>(seconds, i64(i32.MAX_VALUE)))) + 1;
}

/** One flag of a command line, by its name without dashes. */
export interface Flag {
  readonly name: string;
  /** Absent when the flag stood alone. */
  readonly value?: string;
}

/** The flags this project reads; each is also offered by the command line of `replay`. */
export declare const FLAG_NAMES: readonly string[];

/** The flags among the words of a command line; flags of the kubelet that do not matter are left out. */
export declare function flagsOfWords(words: readonly string[]): Flag[];

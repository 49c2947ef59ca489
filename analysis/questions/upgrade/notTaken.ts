/** What is said of a file that no release decides on. */
export function notTaken(name: string, words: string): string {
  return (
    `${name}: this is ${words}; upgrade takes captures, Summaries, kubelet configurations, ` +
    "objects of a cluster, scenarios and bundles."
  );
}

/** What is said of a file or folder that has a problem, such as `cannot be read`. */
export function notRead(name: string, problem: string): string {
  return `${name} is left out: it ${problem}.`;
}

/** What is said of a PodList without a Summary, and of a Summary without a PodList. */
export function looseList(name: string): string {
  return notRead(name, "belongs to no Summary");
}

export function withoutList(name: string): string {
  return `${name}: its PodList is not given, so no pod can be ranked or evicted.`;
}

/** What is said where it is not known which configuration is that of a capture's node. */
export const SEVERAL_CONFIGURATIONS =
  "Several configurations are given, so a capture uses only one that is alone in its own folder; " +
  "give one with each capture.";

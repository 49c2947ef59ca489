/** What is said of a file that no release decides on. */
export function notTaken(name: string, words: string): string {
  return (
    `${name}: this is ${words}; upgrade takes captures, kubelet configurations, objects of a ` +
    "cluster, scenarios and bundles."
  );
}

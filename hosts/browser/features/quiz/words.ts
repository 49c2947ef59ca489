/** What the page says of a question. */

export const TITLE = "Which pod does the kubelet evict?";
export const READING = "Reading the capture…";
export const UNOBSERVED = "Nothing was observed at this moment.";
export const SHOW_PAGE = "Show the page";
export const NO_POD = "It evicts no pod";

export function seesText(node: string | undefined, moment: string): string {
  return (
    `This is what the kubelet of ${node ?? "the node"} sees at ${moment}. Pick the pod that goes ` +
    "first; then the decision, its reason and the ranking are shown."
  );
}

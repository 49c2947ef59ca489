/** What the page says of a question. */

export const TITLE = "Which pod does the kubelet evict?";
export const READING = "Reading the capture…";
export const UNOBSERVED = "Nothing was observed at this moment.";
export const SHOW_PAGE = "Show the page";
export const NO_POD = "It evicts no pod";

export function seesText(node: string | undefined, moment: string): string {
  return (
    `This is what the kubelet of ${node ?? "the node"} sees at ${moment}. Pick the pod that ` +
    "is evicted first; the decision, its reason and the ranking follow."
  );
}

export const START = "Quiz: which pod does the kubelet evict?";
export const START_NOTE = "Five incidents: pick the pod, then see the decision and its reason.";
export const COPY_SCORE = "Copy the score";

/** The incident of a round, from 0 on. */
export function incidentText(at: number, of: number): string {
  return `Incident ${at + 1} of ${of}`;
}

export function nextText(at: number, of: number): string {
  return `Next incident (${at + 2} of ${of})`;
}

export function scoreText(right: number, of: number): string {
  return `${right} of ${of} right so far.`;
}

/** What a reader hands on, with the page's address. */
export function sharedScore(right: number, of: number, address: string): string {
  return `Which pod does the kubelet evict? I was right ${right} of ${of} times. ${address}`;
}

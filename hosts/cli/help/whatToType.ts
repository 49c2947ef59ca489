import { table } from "../../../analysis/present/terminal/table.ts";

/** What a person may have at hand, and the command that answers from it. */
const AT_HAND: readonly (readonly [what: string, command: string])[] = [
  ["any of these", "plimsoll FILE…, or COMMAND | plimsoll"],
  ["a message", "plimsoll explain --message 'The node was low on resource: …'"],
  ["events", "kubectl get events -A -o json | plimsoll explain --events -"],
  ["pods", "kubectl get pods -A -o json | plimsoll explain --pod-status -"],
  ["a kubelet's log", "journalctl -u kubelet -S -2h | plimsoll replay --journal -"],
  ["a kernel's log", "dmesg -T | plimsoll oom -"],
  ["a bundle", "plimsoll explain --bundle must-gather.tar.gz"],
  ["Prometheus", "plimsoll capture import --prometheus URL --node worker-3 …"],
  ["a live node", "plimsoll explain --node worker-3"],
  ["a pending pod", "plimsoll schedule shop/cart-1"],
  ["a cluster", "plimsoll next"],
  ["a capture", "plimsoll explain worker-3.plimsoll.ndjson.gz"],
  ["a configuration", "plimsoll check kubelet.yaml"],
  ["nothing yet", "plimsoll demo"],
];

/** The table of them, for 80 columns. */
export function whatToType(): string[] {
  const rows = AT_HAND.map((cells) => ({ cells }));
  const lines = table([{ title: "" }, { title: "" }], rows, Number.POSITIVE_INFINITY);
  return ["What do you have?", ...lines.map((line) => `  ${line}`)];
}

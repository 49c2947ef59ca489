/** What a key of a KubeletConfiguration means to evictions. */
import { MEMBER_ROWS } from "../../engine/contract/configuration.ts";
import { SIGNAL_ROWS } from "../../engine/contract/signals.ts";

interface SignalRow {
  readonly name: string;
  readonly about: string;
  readonly default?: string;
  readonly defaultSince?: string;
}

const SIGNALS: readonly SignalRow[] = SIGNAL_ROWS;

/** One sentence each; none for a key that evictions do not know. `parent`: the key above it. */
export function keySentences(key: string, parent: string | null | undefined): readonly string[] {
  const member = MEMBER_ROWS.find((row) => row.member === key);
  if (member !== undefined) return [`${key}: ${member.about}.`];
  const signal = SIGNALS.find(({ name }) => name === key);
  if (signal === undefined) return [];
  return [`${key}: ${signal.about}.`, ...(parent === "evictionHard" ? [defaultOf(signal)] : [])];
}

function defaultOf({ default: value, defaultSince }: SignalRow): string {
  if (value === undefined) return "The kubelet has no default for it.";
  const since = defaultSince === undefined ? "" : ` since Kubernetes ${defaultSince}`;
  return `The kubelet's default${since}, where evictionHard is not written: ${value}.`;
}

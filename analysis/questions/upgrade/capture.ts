/** A capture under two releases: what is evicted by one alone, later, or in another way. */
import type { Decision } from "../../engine/decision.ts";
import type { CaptureRecord } from "../../read/capture/capture.ts";
import { leavesOutHugePages } from "../../read/memory/hugePages.ts";
import { plural } from "../../text/amount.ts";
import { ASSUMED_FOR_FILE } from "../../text/assumedDefaults.ts";
import { formatNames } from "../../text/names.ts";
import { minorOf } from "../../text/release.ts";
import { outcomeKey } from "../diff/difference.ts";
import { partingOf, partingWords, type RecordedEnd } from "../replay/parting.ts";
import { RecordedEnds } from "../replay/recordedEnds.ts";
import { refusedDifferences, thresholdDifferences } from "./configuration.ts";
import type { Compared } from "./difference.ts";
import { EvictionComparison } from "./evictions.ts";
import { comparedHugePages } from "./hugePages.ts";
import { PressureComparison } from "./pressures.ts";
import type { RecordedNode } from "./recordedNode.ts";
import { type ComparedReleases, rulesBetween } from "./rules.ts";
import type { StartedPolicy } from "./startedPolicy.ts";

const PATHS_SHOWN = 3;

/** A policy that decides on a capture, for one of the releases. */
interface DecidingPolicy extends StartedPolicy {
  readonly isAssumed?: true;
  /** It is in a file of its own, which is compared by itself. */
  readonly isGiven?: boolean;
}

/**
 * Takes the decisions of both releases, step by step, until the recording lacks a pod that one of
 * them alone has evicted: it goes on with what the pod freed.
 */
export class CaptureComparison {
  readonly #evictions = new EvictionComparison();
  readonly #pressures = new PressureComparison();
  readonly #ends = new RecordedEnds();
  #record: CaptureRecord | null = null;
  #parting: RecordedEnd | null = null;
  #steps = 0;
  #differing = 0;

  /** The same records, of which it looks at the pods. */
  async *watched(
    records: AsyncIterable<CaptureRecord>,
  ): AsyncGenerator<CaptureRecord, void, undefined> {
    for await (const record of records) {
      this.#record = record;
      yield record;
    }
  }

  take(time: string, decisions: readonly [Decision, Decision] | null): void {
    if (this.#parting !== null) return;
    this.#take(time, decisions);
    if (this.#record === null) return;
    this.#ends.take(this.#record, this.#evictions.parted, time);
    this.#parting = partingOf(this.#ends.all, { has: (key) => this.#evictions.isOfBoth(key) });
  }

  #take(time: string, decisions: readonly [Decision, Decision] | null): void {
    this.#pressures.take(time, decisions ?? [null, null]);
    if (decisions === null) return;
    const [before, after] = decisions;
    this.#steps += 1;
    if (outcomeKey(before) !== outcomeKey(after)) this.#differing += 1;
    this.#evictions.take(before, after);
  }

  get steps(): number {
    return this.#steps;
  }

  compared(
    recorded: RecordedNode,
    [before, after]: readonly [DecidingPolicy, DecidingPolicy],
    releases: ComparedReleases,
  ): Compared {
    const rules = rulesBetween(releases);
    const { name, node, capacity } = recorded;
    const object = { kind: "Node", metadata: { name: node }, status: { capacity } };
    return {
      input: name,
      checked: `${plural(this.#steps, "sample")} replayed, ${this.#differing} decided differently`,
      differences: [
        ...(after.isGiven ? [] : refusedDifferences([before, after], releases, rules)),
        ...comparedHugePages(name, [object], releases).differences,
        ...thresholdDifferences([before.policy, after.policy], rules),
        ...this.#evictions.differences(rules, this.#pressures.firstTime),
        ...this.#pressures.differences(rules),
      ],
      notes: [
        ...this.#partingNotes(name, releases),
        ...(before.isAssumed === true ? [`${name}: ${ASSUMED_FOR_FILE}`] : []),
        ...refusedNotes(name, [before, after]),
        ...releaseNotes(recorded, releases),
      ],
    };
  }

  #partingNotes(name: string, { from, to }: ComparedReleases): readonly string[] {
    const parting = this.#parting;
    if (parting === null) return [];
    const whose = this.#evictions.isOfFirst(parting.key) ? to : from;
    return [`${name}: ${partingWords(parting, whose)} Nothing is compared from there on.`];
  }
}

/** What a kubelet that does not start would decide is none of its decisions. */
function refusedNotes(name: string, sides: readonly DecidingPolicy[]): readonly string[] {
  return sides.flatMap(({ policy, refused }) => {
    if (refused.length === 0) return [];
    const paths = formatNames([...new Set(refused.map(({ path }) => path))], { max: PATHS_SHOWN });
    return [
      `${name}: the kubelet of ${policy.kubeletVersion} does not start with ${paths}; it is ` +
        "replayed with each corrected or left out.",
    ];
  });
}

function releaseNotes(
  { name, release, capacity }: RecordedNode,
  { from, to }: ComparedReleases,
): readonly string[] {
  const isOther = release !== null && minorOf(release) !== minorOf(from);
  // A Node states how many it has of each size that its machine supports, also where it is none.
  const isStated = Object.keys(capacity ?? {}).some((name) => name.startsWith("hugepages-"));
  const isUnknown = !isStated && leavesOutHugePages(to) && !leavesOutHugePages(from);
  return [
    ...(isOther
      ? [
          `${name} was recorded with kubelet ${release}; ` +
            `kubelets of ${from} and ${to} decide on it.`,
        ]
      : []),
    ...(isUnknown
      ? [`${name} does not state huge pages, which ${to} leaves out of memory; none assumed.`]
      : []),
  ];
}

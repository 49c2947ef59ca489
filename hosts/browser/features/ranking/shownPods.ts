import { computed, signal } from "@preact/signals";
import type { Decision, RankedPod } from "../../../../analysis/engine/decision.ts";
import type { ExtraColumns } from "../../../../analysis/questions/explain/extraColumns.ts";
import {
  type Judge,
  judgeColumns,
  judgesOf,
  PLACE,
} from "../../../../analysis/questions/explain/rankBy.ts";
import { podText } from "../../../../analysis/text/podText.ts";
import type { RankingKey } from "../../../../analysis/text/rankingKeys.ts";
import type { Model, Store } from "../../state/store.ts";
import { Admission } from "../admission/admission.ts";
import { Oom } from "../oom/oom.ts";
import { hiddenText, listedText } from "./words.ts";

/** Rows that are drawn at once: a node may hold thousands of pods. */
const ROWS_MAX = 120;

/** Which pods of the ranking are listed, and in which order. */
export class ShownPods implements Model {
  readonly search = signal("");
  /** Empty for all of them. */
  readonly namespace = signal("");
  readonly onlyEvictable = signal(false);
  /** The title of the column that rows are sorted by. */
  readonly sortedBy = signal(PLACE);
  readonly isDescending = signal(false);
  readonly #rowsMax = signal(ROWS_MAX);
  readonly #store: Store;
  readonly #oom: Oom;
  readonly #admission: Admission;

  /** What is listed next to the kubelet's own keys. */
  readonly extra = computed<ExtraColumns>(() => ({
    oom: this.#oom.ranking.value,
    admission: this.#admission.ranking.value,
  }));
  /** Who ranks, as it was chosen. */
  readonly #chosen = signal<Judge>("kubelet");
  /** Those that have an order for the step on show. */
  readonly judges = computed<readonly Judge[]>(() => {
    const decision = this.#store.decision.value;
    return decision === null ? ["kubelet"] : judgesOf(decision, this.extra.value);
  });
  readonly by = computed<Judge>(() =>
    this.judges.value.includes(this.#chosen.value) ? this.#chosen.value : "kubelet",
  );
  readonly columns = computed<readonly RankingKey[]>(() => {
    const decision = this.#store.decision.value;
    return decision === null ? [] : judgeColumns(this.by.value, decision, this.extra.value);
  });
  readonly all = computed(() => this.#store.decision.value?.ranking ?? []);
  readonly namespaces = computed(() => {
    const found = new Set(this.all.value.map(({ namespace }) => namespace));
    if (this.namespace.value !== "") found.add(this.namespace.value);
    return [...found].sort();
  });
  readonly isFiltered = computed(
    () =>
      this.search.value.trim() !== "" || this.namespace.value !== "" || this.onlyEvictable.value,
  );
  /** Every pod that the filters let through, in the order that was asked for. */
  readonly matching = computed(() => this.#sorted(this.all.value.filter(this.#filter())));
  /** Those that are drawn: the first of them, and those that must be seen. */
  readonly rows = computed(() => {
    const mustSee = new Set(evictedOf(this.#store.decision.value).map(({ uid }) => uid));
    const chosen = this.#store.pod.value?.uid;
    return this.matching.value.filter(
      ({ uid }, index) => index < this.#rowsMax.value || mustSee.has(uid) || uid === chosen,
    );
  });
  /** How many of the next are drawn on demand. */
  readonly further = computed(() =>
    Math.min(ROWS_MAX, this.matching.value.length - this.rows.value.length),
  );
  /** Whether the order is another than the kubelet's. */
  readonly isSorted = computed(
    () => this.sortKey.value?.title !== PLACE || this.isDescending.value,
  );
  /** What is listed, in words. */
  readonly summary = computed(() => {
    const order = this.isDescending.value ? "descending" : "ascending";
    const sorted = this.isSorted.value ? `${this.sortKey.value?.title}, ${order}` : null;
    const listed = this.isFiltered.value ? this.matching.value.length : null;
    return listedText(listed, this.all.value.length, sorted);
  });
  /** The pods evicted in this step that a filter hides, in a sentence; else null. */
  readonly hiddenEviction = computed(() => {
    const listed = new Set(this.matching.value.map(({ uid }) => uid));
    const hidden = evictedOf(this.#store.decision.value).filter(({ uid }) => !listed.has(uid));
    const [first] = hidden;
    if (first === undefined || !this.isFiltered.value) return null;
    return hiddenText(podText(first), hidden.length);
  });
  readonly sortKey = computed(() => {
    const columns = this.columns.value;
    return columns.find(({ title }) => title === this.sortedBy.value) ?? columns[0];
  });

  constructor(store: Store) {
    this.#store = store;
    this.#oom = store.model(Oom);
    this.#admission = store.model(Admission);
  }

  /** The largest numbers first, and names from A; the other way round the second time. */
  sortBy(place: number): void {
    const key = this.columns.peek()[place];
    if (key === undefined) return;
    const isSame = key.title === this.sortedBy.peek();
    const isLargest = key.isNumber === true && key.title !== PLACE;
    this.isDescending.value = isSame ? !this.isDescending.peek() : isLargest;
    this.sortedBy.value = key.title;
    this.#rowsMax.value = ROWS_MAX;
  }

  /** In the order of another judge. */
  rankBy(judge: Judge): void {
    this.#chosen.value = judge;
    this.sortedBy.value = PLACE;
    this.isDescending.value = false;
  }

  filter(change: {
    readonly search?: string;
    readonly namespace?: string;
    readonly onlyEvictable?: boolean;
  }): void {
    this.search.value = change.search ?? this.search.peek();
    this.namespace.value = change.namespace ?? this.namespace.peek();
    this.onlyEvictable.value = change.onlyEvictable ?? this.onlyEvictable.peek();
    this.#rowsMax.value = ROWS_MAX;
  }

  showMore(): void {
    this.#rowsMax.value += ROWS_MAX;
  }

  /** Every pod, in the kubelet's order. */
  begin(): void {
    this.filter({ search: "", namespace: "", onlyEvictable: false });
    this.sortedBy.value = PLACE;
    this.isDescending.value = false;
  }

  #filter(): (pod: RankedPod) => boolean {
    const words = this.search.value.toLowerCase().split(/\s+/);
    const namespace = this.namespace.value;
    const onlyEvictable = this.onlyEvictable.value;
    return (pod) => {
      if (namespace !== "" && pod.namespace !== namespace) return false;
      if (onlyEvictable && pod.skipped !== undefined) return false;
      const name = podText(pod).toLowerCase();
      return words.every((word) => name.includes(word));
    };
  }

  /** Pods of which nothing is known come last; equal ones stay in the kubelet's order. */
  #sorted(pods: readonly RankedPod[]): readonly RankedPod[] {
    const key = this.sortKey.value;
    const sign = this.isDescending.value ? -1 : 1;
    if (key === undefined) return pods;
    const isKnown = (pod: RankedPod) => pod.hasStats || key.isOfSpec === true;
    const compare = (a: RankedPod, b: RankedPod) => {
      if (isKnown(a) !== isKnown(b)) return isKnown(a) ? -1 : 1;
      const [left, right] = [key.value(a), key.value(b)];
      if (left === right || !isKnown(a)) return a.position - b.position;
      return left < right ? -sign : sign;
    };
    return [...pods].sort(compare);
  }
}

function evictedOf(decision: Decision | null): Decision["evictions"] {
  return decision?.evictions ?? [];
}

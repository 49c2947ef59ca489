import { Fragment } from "preact";
import { useState } from "preact/hooks";
import { plural } from "../../shared/amount.ts";
import type { Decision, RankedPod } from "../../shared/decision.ts";
import { usePlayground } from "./context.ts";
import { PodDetail } from "./podDetail.tsx";
import { type SortKey, sortKeys } from "./sortKeys.ts";

/** Columns beside the sort keys: position, pod, quality of service. */
const OTHER_COLUMNS = 3;
/** Rows shown at first: those that go first are at the top, and a node may hold thousands. */
const ROWS_MAX = 120;

/** Every pod in the order in which it would be evicted, with the keys it was sorted by. */
export function Ranking() {
  const { decision } = usePlayground();
  const current = decision.value;
  const ranking = current?.ranking ?? [];
  return (
    <section class="panel ranking" aria-labelledby="ranking-title">
      <h2 id="ranking-title">Ranking</h2>
      <p class="quiet">{captionOf(current)}</p>
      {current !== null && ranking.length > 0 && (
        <RankingTable decision={current} ranking={ranking} />
      )}
    </section>
  );
}

/** Where nothing drives eviction, the core shows how it would rank under memory pressure. */
function captionOf(decision: Decision | null): string {
  if (decision?.ranking === undefined) return "Nothing was observed, so no pod is ranked.";
  return decision.signal === undefined
    ? "The order for memory.available, first to go at the top. Choose a pod to see why."
    : "First to go at the top. Choose a pod to see why, and what would have spared it.";
}

interface RankingTableProps {
  readonly decision: Decision;
  readonly ranking: readonly RankedPod[];
}

function RankingTable({ decision, ranking }: RankingTableProps) {
  const { pod } = usePlayground();
  const evicted = new Set(decision.evictions.map(({ uid }) => uid));
  const keys = sortKeys(decision.resource ?? "memory");
  const [showsAll, setShowsAll] = useState(false);
  const isNamed = ({ uid }: RankedPod) => evicted.has(uid) || uid === pod.value?.uid;
  const rows = ranking.filter((row, index) => showsAll || index < ROWS_MAX || isNamed(row));
  const hidden = ranking.length - rows.length;
  return (
    <div class="scroller">
      <table>
        <thead>
          <tr>
            <th scope="col" aria-sort="ascending" class="number">
              #
            </th>
            <th scope="col">Pod</th>
            {keys.map(({ title, isNumber }) => (
              <th key={title} scope="col" class={isNumber ? "number" : ""}>
                {title}
              </th>
            ))}
            <th scope="col">QoS class</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Fragment key={row.uid}>
              <PodRow row={row} keys={keys} isEvicted={evicted.has(row.uid)} />
              {pod.value?.uid === row.uid && (
                <tr class="detail">
                  <td colSpan={keys.length + OTHER_COLUMNS}>
                    <PodDetail row={row} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
      {hidden > 0 && (
        <button type="button" class="more" onClick={() => setShowsAll(true)}>
          Show {plural(hidden, "more pod")}
        </button>
      )}
    </div>
  );
}

interface PodRowProps {
  readonly row: RankedPod;
  readonly keys: readonly SortKey[];
  readonly isEvicted: boolean;
}

function PodRow({ row, keys, isEvicted }: PodRowProps) {
  const { pod } = usePlayground();
  const isOpen = pod.value?.uid === row.uid;
  return (
    <tr class={isEvicted ? "evicted" : row.skipped !== undefined ? "skipped" : ""}>
      <td class="number">{row.position}</td>
      <th scope="row">
        <button
          type="button"
          class="pod"
          aria-expanded={isOpen}
          onClick={() => {
            pod.value = isOpen ? null : row;
          }}
        >
          <span class="namespace">{row.namespace}/</span>
          {row.name}
        </button>
        {isEvicted && <span class="tag evicted">evicted</span>}
        {row.skipped !== undefined && <span class="tag">never evicted</span>}
        {row.tied && <span class="tag">tied</span>}
        {!row.hasStats && <span class="tag">no stats</span>}
      </th>
      {keys.map(({ title, isNumber, cell }) => (
        <td key={title} class={isNumber ? "number" : ""}>
          {row.hasStats ? cell(row) : "–"}
        </td>
      ))}
      <td>{row.qosClass}</td>
    </tr>
  );
}

import { useComputed } from "@preact/signals";
import { Fragment } from "preact";
import type { Decision, RankedPod } from "../../../../analysis/engine/decision.ts";
import { plural } from "../../../../analysis/text/amount.ts";
import { keyCell } from "../../../../analysis/text/rankingKeys.ts";
import { Bytes } from "../../controls/amount.tsx";
import { POD, POSITION, QOS_CLASS, type SortKey } from "../../controls/sortKeys.ts";
import { useModel, useStore } from "../../state/context.ts";
import { PodDetail } from "./podDetail.tsx";
import { ShownPods } from "./shownPods.ts";

/** Columns beside the kubelet's own keys: position, pod, quality of service. */
const OTHER_COLUMNS = 3;

/** The pods that are listed. A table that is not wide has some columns below others. */
export function RankingTable({ decision }: { readonly decision: Decision }) {
  const { pod, showsExact } = useStore();
  const shownPods = useModel(ShownPods);
  const evicted = new Set(decision.evictions.map(({ uid }) => uid));
  const keys = shownPods.keys.value;
  const further = shownPods.further.value;
  return (
    <div class={showsExact.value ? "scroller exact" : "scroller"}>
      <table>
        <thead>
          <tr>
            {[POSITION, POD, ...keys, QOS_CLASS].map((key) => (
              <Head key={key.title} column={key} below={belowOf(key, [...keys, QOS_CLASS])} />
            ))}
          </tr>
        </thead>
        <tbody>
          {shownPods.rows.value.map((row) => (
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
      {further > 0 && (
        <button type="button" class="more" onClick={() => shownPods.showMore()}>
          Show {plural(further, "more pod")}
        </button>
      )}
    </div>
  );
}

/** The columns that stand below another where there is no room beside it. */
function belowOf({ title }: SortKey, columns: readonly SortKey[]): readonly SortKey[] {
  return columns.filter(({ under }) => under === title);
}

interface HeadProps {
  readonly column: SortKey;
  readonly below: readonly SortKey[];
}

function Head({ column, below }: HeadProps) {
  const shownPods = useModel(ShownPods);
  const sorted = shownPods.sortKey.value;
  const isSorted = [column, ...below].some(({ title }) => title === sorted.title);
  const order = shownPods.isDescending.value ? "descending" : "ascending";
  return (
    <th scope="col" class={classOf(column)} aria-sort={isSorted ? order : "none"}>
      <SortButton column={column} />
      {below.map((each) => (
        <span key={each.title} class="below">
          <SortButton column={each} />
        </span>
      ))}
    </th>
  );
}

function SortButton({ column }: { readonly column: SortKey }) {
  const shownPods = useModel(ShownPods);
  const isSorted = shownPods.sortKey.value.title === column.title;
  return (
    <button
      type="button"
      class="sort"
      title={column.meaning}
      onClick={() => shownPods.sortBy(column)}
    >
      {column.title}
      {isSorted && <span aria-hidden="true">{shownPods.isDescending.value ? " ↓" : " ↑"}</span>}
    </button>
  );
}

function classOf({ isNumber, under, isImplied = false }: SortKey): string {
  const classes = { number: isNumber, beside: under !== undefined, implied: isImplied };
  return Object.entries(classes)
    .flatMap(([name, isSo]) => (isSo ? [name] : []))
    .join(" ");
}

/** Bytes are rounded, and whole on demand. */
function Cell({ of, row }: { readonly of: SortKey; readonly row: RankedPod }) {
  const value = of.value(row);
  if (of.isBytes !== true || typeof value !== "number") return <>{of.cell(row)}</>;
  return <Bytes of={value} />;
}

interface PodRowProps {
  readonly row: RankedPod;
  readonly keys: readonly SortKey[];
  readonly isEvicted: boolean;
}

function PodRow({ row, keys, isEvicted }: PodRowProps) {
  const { pod, pointed } = useStore();
  const isOpen = pod.value?.uid === row.uid;
  const kind = isEvicted ? "evicted" : row.skipped !== undefined ? "skipped" : "";
  // Computed, so that a pointer that moves draws two rows again, and not all of them.
  const isLit = useComputed(() => pointed.value?.pod === row.uid);
  return (
    <tr
      class={isLit.value ? `${kind} lit` : kind}
      onPointerEnter={() => (pointed.value = { pod: row.uid })}
      onPointerLeave={() => (pointed.value = null)}
    >
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
        <span class="below">{row.qosClass}</span>
      </th>
      {keys.map((key) => {
        return (
          <td key={key.title} class={classOf(key)}>
            {row.hasStats || key.isOfSpec ? <Cell of={key} row={row} /> : keyCell(key, row)}
            {belowOf(key, keys)
              .filter(({ isOfSpec }) => row.hasStats || isOfSpec === true)
              .map((below) => (
                <span key={below.title} class="below" title={below.meaning}>
                  <Cell of={below} row={row} />
                </span>
              ))}
          </td>
        );
      })}
      <td class="beside">{row.qosClass}</td>
    </tr>
  );
}

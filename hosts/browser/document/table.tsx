import { useComputed } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { shown } from "../../../analysis/present/shown.ts";
import type { Column, Row, Table, Text } from "../../../analysis/text/document.ts";
import { useStore } from "../state/context.ts";
import type { Pointed } from "../state/store.ts";
import { Inline, lettersOf } from "./inline.tsx";
import { More } from "./more.tsx";

/** What a row does on the page, in addition to being read. */
export interface RowActions {
  /** The row's own key, where rows change their places. */
  readonly key?: string;
  /** What the pointer marks elsewhere while it is on the row. */
  readonly pointed?: Pointed;
  /** Makes a button of the row's header. */
  readonly onChoose?: () => void;
  /** What the button has folded out; null while that is folded. */
  readonly detail?: ComponentChildren;
}

/** What the row at a place of the whole table does. */
export type ActionsOf = (place: number) => RowActions;

/** What a table is sorted by, for one whose headers are pressed to change that. */
export interface Sorting {
  readonly title: string;
  readonly isDescending: boolean;
  /** The place of a column. */
  readonly sortBy: (place: number) => void;
}

interface TableProps {
  readonly table: Table;
  /** What it is called for those who do not see what is above it. */
  readonly label: string;
  readonly actionsOf?: ActionsOf | undefined;
  readonly sorting?: Sorting;
}

interface PlacedRow extends Row {
  readonly place: number;
}

/** A column with those that are below it where there is little room. */
interface PlacedColumn extends Column {
  readonly place: number;
  readonly below: readonly PlacedColumn[];
  /** What its title does not say. */
  readonly meaning: string | undefined;
}

/** The first rows of a table; the others on demand. */
export function TableView({ table, label, actionsOf = () => ({}), sorting }: TableProps) {
  const [isWhole, setIsWhole] = useState(false);
  const { showsExact } = useStore();
  const { rows, cut } = table;
  const columns = placedColumns(table);
  const placed = rows.map((row, place): PlacedRow => ({ ...row, place }));
  const first = shown(placed, cut, { all: false }, ({ isKept = false }) => isKept);
  const { head, tail } = isWhole ? { head: placed, tail: [] } : first;
  const drawn = (row: PlacedRow) => {
    const actions = actionsOf(row.place);
    return <RowView key={actions.key ?? row.place} row={row} columns={columns} actions={actions} />;
  };
  return (
    <>
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: scrolling takes a focus. */}
      {/* biome-ignore lint/a11y/useSemanticElements: neither a landmark nor a form. */}
      <div
        class={showsExact.value ? "scroller exact" : "scroller"}
        role="group"
        aria-label={label}
        tabIndex={0}
      >
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <Head key={column.place} column={column} sorting={sorting} />
              ))}
            </tr>
          </thead>
          <tbody>
            {head.map(drawn)}
            {tail.length > 0 && (
              <tr class="faint">
                <td colSpan={columns.length}>…</td>
              </tr>
            )}
            {tail.map(drawn)}
          </tbody>
        </table>
      </div>
      {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: scrolling takes a focus. */}
      <More hidden={first.hidden} isWhole={isWhole} onWhole={setIsWhole} />
    </>
  );
}

function placedColumns({ columns, notes = [] }: Table): readonly PlacedColumn[] {
  const placed = columns.map((column, place): PlacedColumn => {
    const [, meaning] = notes.find(([label]) => label === column.title) ?? [];
    return {
      ...column,
      place,
      below: [],
      meaning: meaning === undefined ? meaning : lettersOf(meaning),
    };
  });
  return placed.map((column) => ({
    ...column,
    below: placed.filter(({ under }) => under !== undefined && under === column.title),
  }));
}

interface HeadProps {
  readonly column: PlacedColumn;
  readonly sorting: Sorting | undefined;
}

/** A header without a text would be read as one. */
function Head({ column, sorting }: HeadProps) {
  if (column.title === "") return <td class={classOf(column)} />;
  const isSorted = [column, ...column.below].some(({ title }) => title === sorting?.title);
  const order = sorting?.isDescending === true ? "descending" : "ascending";
  return (
    <th
      scope="col"
      class={classOf(column)}
      aria-sort={sorting === undefined ? undefined : isSorted ? order : "none"}
    >
      <HeadTitle column={column} sorting={sorting} />
      {column.below.map((each) => (
        <span key={each.place} class="below">
          <HeadTitle column={each} sorting={sorting} />
        </span>
      ))}
    </th>
  );
}

function HeadTitle({ column: { title, place, meaning }, sorting }: HeadProps) {
  if (sorting === undefined) return <>{title}</>;
  return (
    <button type="button" class="sort" title={meaning} onClick={() => sorting.sortBy(place)}>
      {title}
      {sorting.title === title && (
        <span aria-hidden="true">{sorting.isDescending ? " ↓" : " ↑"}</span>
      )}
    </button>
  );
}

interface RowProps {
  readonly row: Row;
  readonly columns: readonly PlacedColumn[];
  readonly actions: RowActions;
}

function RowView({ row: { cells, tone }, columns, actions }: RowProps) {
  const store = useStore();
  const { pointed, detail } = actions;
  const uid = pointed?.pod;
  // Computed, so that a pointer that moves draws two rows again, and not all of them.
  const isLit = useComputed(() => uid !== undefined && store.pointed.value?.pod === uid);
  const hovered =
    pointed === undefined
      ? {}
      : {
          onPointerEnter: () => (store.pointed.value = pointed),
          onPointerLeave: () => (store.pointed.value = null),
        };
  // The first column that names what a row is about.
  const header = columns.find(({ title, isNumber = false }) => title !== "" && !isNumber);
  const classes = [...(tone === undefined ? [] : [tone]), ...(isLit.value ? ["lit"] : [])];
  return (
    <>
      <tr class={classes.join(" ") || undefined} {...hovered}>
        {columns.map((column) =>
          column === header && cells[column.place] !== "" ? (
            <th key={column.place} scope="row" class={classOf(column)}>
              <HeaderCell text={cells[column.place] ?? ""} actions={actions} />
              <CellsBelow column={column} cells={cells} />
            </th>
          ) : (
            <td key={column.place} class={classOf(column)}>
              <Inline text={cells[column.place] ?? ""} />
              <CellsBelow column={column} cells={cells} />
            </td>
          ),
        )}
      </tr>
      {detail !== undefined && detail !== null && (
        <tr class="detail">
          <td colSpan={columns.length}>{detail}</td>
        </tr>
      )}
    </>
  );
}

interface CellsBelowProps {
  readonly column: PlacedColumn;
  readonly cells: readonly Text[];
}

function CellsBelow({ column, cells }: CellsBelowProps) {
  return (
    <>
      {column.below.map(({ place, title, meaning }) => (
        <span key={place} class="below" title={meaning ?? title}>
          <Inline text={cells[place] ?? ""} />
        </span>
      ))}
    </>
  );
}

interface HeaderCellProps {
  readonly text: Text;
  readonly actions: RowActions;
}

function HeaderCell({ text, actions: { onChoose, detail } }: HeaderCellProps) {
  if (onChoose === undefined) return <Inline text={text} />;
  return (
    <button
      type="button"
      class="plain"
      aria-expanded={detail === undefined ? undefined : detail !== null}
      onClick={onChoose}
    >
      <Inline text={text} />
    </button>
  );
}

function classOf({ isNumber, isText, shrinks, isSpare = false, under, isImplied }: Column) {
  const isBelow = under !== undefined;
  const classes = {
    number: isNumber,
    text: isText,
    name: shrinks,
    spare: isSpare && !isBelow,
    beside: isBelow,
    implied: isImplied,
  };
  const names = Object.entries(classes).flatMap(([name, isSo]) => (isSo === true ? [name] : []));
  return names.length === 0 ? undefined : names.join(" ");
}

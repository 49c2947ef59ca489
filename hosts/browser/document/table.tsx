import { useState } from "preact/hooks";
import { shown } from "../../../analysis/present/shown.ts";
import type { Column, Row, Table, Text } from "../../../analysis/text/document.ts";
import { useStore } from "../state/context.ts";
import type { Pointed } from "../state/store.ts";
import { Inline } from "./inline.tsx";
import { More } from "./more.tsx";

/** What a row does on the page, in addition to being read. */
export interface RowActions {
  /** What the pointer marks elsewhere while it is on the row. */
  readonly pointed?: Pointed;
  /** Makes a button of the row's header. */
  readonly onChoose?: () => void;
}

/** What the row at a place of the whole table does. */
export type ActionsOf = (place: number) => RowActions;

interface TableProps {
  readonly table: Table;
  /** What it is called for those who do not see what is above it. */
  readonly label: string;
  readonly actionsOf?: ActionsOf | undefined;
}

interface PlacedRow extends Row {
  readonly place: number;
}

/** The first rows of a table; the others on demand. */
export function TableView({ table, label, actionsOf = () => ({}) }: TableProps) {
  const [isWhole, setIsWhole] = useState(false);
  const { columns, rows, cut } = table;
  const placed = rows.map((row, place): PlacedRow => ({ ...row, place }));
  const first = shown(placed, cut, { all: false }, ({ isKept = false }) => isKept);
  const { head, tail } = isWhole ? { head: placed, tail: [] } : first;
  // The first column that names what a row is about.
  const header = columns.findIndex(({ title, isNumber = false }) => title !== "" && !isNumber);
  const drawn = (row: PlacedRow) => (
    <RowView
      key={row.place}
      row={row}
      columns={columns}
      header={header}
      actions={actionsOf(row.place)}
    />
  );
  return (
    <>
      {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: scrolling takes a focus. */}
      {/* biome-ignore lint/a11y/useSemanticElements: neither a landmark nor a form. */}
      <div class="scroller" role="group" aria-label={label} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map((column, index) => (
                <Head key={index} column={column} />
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

/** A header without a text would be read as one. */
function Head({ column }: { readonly column: Column }) {
  if (column.title === "") return <td class={classOf(column)} />;
  return (
    <th scope="col" class={classOf(column)}>
      {column.title}
    </th>
  );
}

interface RowProps {
  readonly row: Row;
  readonly columns: readonly Column[];
  readonly header: number;
  readonly actions: RowActions;
}

function RowView({ row: { cells, tone }, columns, header, actions }: RowProps) {
  const store = useStore();
  const { pointed, onChoose } = actions;
  const hovered =
    pointed === undefined
      ? {}
      : {
          onPointerEnter: () => (store.pointed.value = pointed),
          onPointerLeave: () => (store.pointed.value = null),
        };
  return (
    <tr class={tone} {...hovered}>
      {cells.map((cell, index) => {
        const kind = classOf(columns[index]);
        if (index !== header) {
          return (
            <td key={index} class={kind}>
              <Inline text={cell} />
            </td>
          );
        }
        return (
          <th key={index} scope="row" class={kind}>
            <HeaderCell text={cell} onChoose={onChoose} />
          </th>
        );
      })}
    </tr>
  );
}

interface HeaderCellProps {
  readonly text: Text;
  readonly onChoose: (() => void) | undefined;
}

function HeaderCell({ text, onChoose }: HeaderCellProps) {
  if (onChoose === undefined) return <Inline text={text} />;
  return (
    <button type="button" class="plain" onClick={onChoose}>
      <Inline text={text} />
    </button>
  );
}

function classOf({ isNumber, isText, shrinks, isSpare }: Partial<Column> = {}) {
  const classes = { number: isNumber, text: isText, name: shrinks, spare: isSpare };
  const names = Object.entries(classes).flatMap(([name, isSo]) => (isSo === true ? [name] : []));
  return names.length === 0 ? undefined : names.join(" ");
}

/**
 * What is where in opaque bytes: the fields a forger changes, by their names in `assembly/model`
 * and `assembly/node/documents/frozen.ts`.
 */
import { SIGNAL_ROWS } from "../../../analysis/engine/contract/signals.ts";

export type Width = 1 | 4 | 8;
export type Field = readonly [name: string, offset: number, width: Width];

export const STATE_HEAD_BYTES = 2048;
export const CREDIT_BYTES = 128;
export const CREDITS_MAX = 1008;

const SIGNAL_COUNT = SIGNAL_ROWS.length;

const many = (name: string, offset: number, count: number): Field[] =>
  Array.from({ length: count }, (_, index) => [`${name} ${index}`, offset + 8 * index, 8]);

export const STATE_FIELDS: readonly Field[] = [
  ["magic", 0, 4],
  ["version", 4, 4],
  ["policy fingerprint", 8, 8],
  ["steps", 16, 8],
  ["flags", 24, 4],
  ["credit count", 28, 4],
  ["thresholds met", 32, 8],
  ["thresholds observed", 40, 8],
  ["node conditions", 48, 4],
  ["conditions observed", 52, 4],
  ...many("condition time", 56, 3),
  ["signals observed", 80, 4],
  ["signals timed", 84, 4],
  ["last step's time", 88, 8],
  ["behind the fields", 96, 8],
  ...many("first observed", 128, 32),
  ...many("last stats time", 384, SIGNAL_COUNT),
  ["behind the times", 384 + 8 * SIGNAL_COUNT, 8],
  ["end of the head", 2040, 8],
];

export const CREDIT_FIELDS: readonly Field[] = [
  ["uid size", 0, 4],
  ["uid", 4, 1],
  ["end of the credit", 127, 1],
];

export const FROZEN_HEADER_BYTES = 64;
export const FROZEN_FIELDS: readonly Field[] = [
  ["magic", 0, 4],
  ["version", 4, 4],
  ["part", 8, 4],
  ["size", 12, 4],
  ["pods' fingerprint", 24, 8],
  ["pod count", 32, 4],
  ["container count", 36, 4],
  ["volume count", 40, 4],
  ["text bytes", 44, 4],
  ["unknown pods", 48, 4],
  ["reserved", 52, 4],
  ["reserved too", 56, 8],
];

const QUANTITY: readonly Field[] = [
  ["low", 0, 8],
  ["high", 8, 8],
  ["mantissa", 16, 8],
  ["scale", 24, 4],
  ["format", 28, 4],
  ["form", 32, 4],
  ["use", 36, 4],
  ["text", 40, 4],
  ["text size", 44, 4],
  ["padding", 48, 8],
];

const quantities = (...places: readonly [name: string, offset: number][]): Field[] =>
  places.flatMap(([name, base]) =>
    QUANTITY.map(([part, offset, width]): Field => [`${name}'s ${part}`, base + offset, width]),
  );

const text = (name: string, offset: number): Field[] => [
  [name, offset, 4],
  [`${name}'s size`, offset + 4, 4],
];

export interface Table {
  readonly name: string;
  readonly rowBytes: number;
  readonly fields: readonly Field[];
}

export const POD_TABLES: readonly Table[] = [
  {
    name: "pod",
    rowBytes: 384,
    fields: [
      ...text("uid", 0),
      ...text("name", 8),
      ...text("namespace", 16),
      ["priority", 24, 4],
      ["flags", 28, 4],
      ["grace period", 32, 8],
      ["first container", 40, 4],
      ["container count", 44, 4],
      ["first volume", 48, 4],
      ["volume count", 52, 4],
      ["QoS class", 56, 1],
      ["stated QoS class", 57, 1],
      ["containers' QoS class", 58, 1],
      ["pod's QoS class", 59, 1],
      ["reserved", 60, 4],
      ...quantities(["allocated memory", 64]),
      ["padding", 120, 8],
      ...quantities(["overhead memory", 128], ["overhead storage", 192]),
      ...quantities(["overhead inodes", 256], ["pod's memory request", 320]),
    ],
  },
  {
    name: "container",
    rowBytes: 320,
    fields: [
      ...text("name", 0),
      ["kind", 8, 4],
      ["flags", 12, 4],
      // Nothing is between it and the next one.
      ...quantities(["allocated memory", 16]).slice(0, -1),
      ...quantities(["memory request", 64], ["storage request", 128]),
      ...quantities(["storage limit", 192], ["inodes request", 256]),
    ],
  },
  {
    name: "volume",
    rowBytes: 96,
    fields: [
      ...text("name", 0),
      ["flags", 8, 4],
      ["padding", 12, 4],
      ...quantities(["size limit", 32]),
    ],
  },
];

/** The observations come first, one row a signal. */
export const OBSERVATIONS: Table & { readonly count: number } = {
  name: "observation",
  rowBytes: 32,
  count: SIGNAL_COUNT,
  fields: [
    ["available", 0, 8],
    ["capacity", 8, 8],
    ["time", 16, 8],
    ["flags", 24, 4],
    ["reserved", 28, 4],
  ],
};

export const STATS_TABLES: readonly Table[] = [
  {
    name: "pod stats",
    rowBytes: 48,
    fields: [
      ["flags", 0, 4],
      ["first container", 4, 4],
      ["container count", 8, 4],
      ["first volume", 12, 4],
      ["volume count", 16, 4],
      ["reserved", 20, 4],
      ["working set", 24, 8],
      ["used", 32, 8],
      ["processes", 40, 8],
    ],
  },
  {
    name: "container stats",
    rowBytes: 56,
    fields: [
      ["container", 0, 4],
      ["flags", 4, 4],
      ...text("name", 8),
      ["working set", 16, 8],
      ["rootfs used", 24, 8],
      ["rootfs inodes", 32, 8],
      ["logs used", 40, 8],
      ["logs inodes", 48, 8],
    ],
  },
  {
    name: "volume stats",
    rowBytes: 32,
    fields: [
      ["volume", 0, 4],
      ["flags", 4, 4],
      ...text("name", 8),
      ["used", 16, 8],
      ["inodes", 24, 8],
    ],
  },
];

export interface Rows {
  readonly table: Table;
  readonly offset: number;
  readonly count: number;
}

/** Where the tables of frozen bytes are, by the counts in their header; the text is behind them. */
export function rowsOf(bytes: Buffer): { rows: Rows[]; text: number } {
  const isSummary = bytes.readUInt32LE(8) !== 0;
  const counts = [32, 36, 40].map((offset) => bytes.readUInt32LE(offset));
  const rows: Rows[] = [];
  let offset = FROZEN_HEADER_BYTES;
  const add = (table: Table, count: number) => {
    rows.push({ table, offset, count });
    offset += table.rowBytes * count;
  };
  if (isSummary) add(OBSERVATIONS, OBSERVATIONS.count);
  for (const [index, table] of (isSummary ? STATS_TABLES : POD_TABLES).entries()) {
    add(table, counts[index] ?? 0);
  }
  return { rows, text: offset };
}

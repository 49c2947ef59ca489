export type Side = "left" | "right";

/** Columns as wide as their cells; by default the first to the left, the others right. */
export function formatTable(
  rows: readonly (readonly string[])[],
  sides: readonly Side[] = ["left"],
): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  const aligned = (cell: string, i: number) =>
    sides[i] === "left" ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0);
  return rows.map((row) => row.map(aligned).join("  ").trimEnd()).join("\n");
}

/** Three digits that say something, with the unit that suits them. */
export function formatMicros(micros: number): string {
  if (micros < 1) return `${significant(micros * 1000)} ns`;
  if (micros < 1000) return `${significant(micros)} µs`;
  if (micros < 1_000_000) return `${significant(micros / 1000)} ms`;
  return `${significant(micros / 1_000_000)} s`;
}

export function formatRatio(ratio: number): string {
  return `${significant(ratio)} ×`;
}

/** A share between 0 and 1. */
export function formatShare(share: number): string {
  return `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0).replace(".0", "")} %`;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 ** 2) return `${significant(bytes / 1024)} KiB`;
  return `${significant(bytes / 1024 ** 2)} MiB`;
}

function significant(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

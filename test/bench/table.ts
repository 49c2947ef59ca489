/** Columns as wide as what stands in them; the first to the left, the others to the right. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
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

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 ** 2) return `${significant(bytes / 1024)} KiB`;
  return `${significant(bytes / 1024 ** 2)} MiB`;
}

function significant(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

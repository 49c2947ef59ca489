/** Numbers are written as they are, texts so that no spreadsheet takes one for a formula. */
export type CsvCell = string | number;

/** What a spreadsheet takes for the beginning of a formula (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@\t\r]/;

/** RFC 4180, a line for each row. */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(csvField).join(",")}\r\n`).join("");
}

function csvField(cell: CsvCell): string {
  if (typeof cell === "number") return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

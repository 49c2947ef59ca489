import { afterEach, describe, expect, it, vi } from "vitest";
import { processIo } from "../../../hosts/cli/processIo.ts";

afterEach(() => vi.unstubAllEnvs());

/** The width of a pipe, by what the shell says in COLUMNS. */
const WIDTHS: readonly (readonly [named: string, columns: number])[] = [
  ["80", 80],
  ["132", 132],
  // Narrower than any table.
  ["20", 40],
  ["", 100],
  ["0", 100],
  ["-80", 100],
  ["eighty", 100],
  ["1e9", 100],
  ["99999999", 100],
];

describe("a pipe", () => {
  it.each(WIDTHS)("has the width of COLUMNS=%j: %i", (named, columns) => {
    vi.stubEnv("COLUMNS", named);
    expect(processIo().stdout.columns).toBe(columns);
  });
});

/** Rows are what the real code answers: text, Value, MilliValue and format of the result. */
import { addQuantity, compareQuantity, parseQuantity, subtractQuantity } from "../quantity.ts";
import { OTHER_TEXT, put, TEXT } from "./bytes.ts";
import { first, second, seen } from "./seen.ts";

const SUMS: string[][] = [
  ["1Gi", "+", "1m", "1073741824001m 1073741825 1073741824001 BinarySI"],
  ["0", "+", "1Gi", "1Gi 1073741824 1073741824000 BinarySI"],
  ["0Mi", "+", "1k", "1k 1000 1000000 DecimalSI"],
  ["0", "+", "0Ki", "0 0 0 BinarySI"],
  ["0", "-", "1Ki", "-1Ki -1024 -1024000 BinarySI"],
  ["1Gi", "-", "1Gi", "0 0 0 BinarySI"],
  ["1k", "+", "1Ki", "2024 2024 2024000 DecimalSI"],
  ["1Ki", "+", "1k", "2024 2024 2024000 BinarySI"],
  ["0", "-", "-9223372036854775808", "9223372036854775808 -9223372036854775808 0 DecimalSI"],
  ["1", "-", "2500m", "-1500m -2 -1500 DecimalSI"],
  ["9223372036854775807", "+", "1", "9223372036854775808 -9223372036854775808 0 DecimalSI"],
  ["-1.5", "+", "0.0Ki", "-1500m 0 -1500 DecimalSI"],
  ["0.0Ki", "-", "10.5Gi", "-10752Mi 7172454922 7172454921710 BinarySI"],
  ["8Ei", "+", "1", "8Ei -9223372036854775808 0 BinarySI"],
  ["500m", "+", "500m", "1 1 1000 DecimalSI"],
  ["1e3", "+", "1", "1001 1001 1001000 DecimalExponent"],
  [
    "1n",
    "+",
    "1E",
    "1000000000000000000000000001n 1000000000000000001 3875820019684212737 DecimalSI",
  ],
  ["1Mi", "-", "1n", "1048575999999999n 1048576 1048576000 BinarySI"],
  ["+5Mi", "+", "0", "5Mi 5242880 5242880000 BinarySI"],
  [
    "900000000000000000",
    "+",
    "99999999999999999.9",
    "999999999999999999900m 1000000000000000000 3875820019684212636 DecimalSI",
  ],
  [
    "-900000000000000000",
    "-",
    "99999999999999999.9",
    "-999999999999999999900m 844674407370955162 -3875820019684212636 DecimalSI",
  ],
];

const ORDERS: string[][] = [
  ["1Gi", "=", "1Gi"],
  ["1Gi", "=", "1073741824"],
  ["1Gi", ">", "1G"],
  ["-1", "<", "0"],
  ["1m", ">", "1n"],
  ["1e30", "<", "1e31"],
  ["1e40", ">", "1e39"],
  ["-1e40", "<", "-1e39"],
  ["8Ei", "=", "9223372036854775807"],
  ["9223372036854775808", ">", "8Ei"],
  ["0.1n", "=", "1n"],
  ["1E", "=", "1000P"],
];

function operate(a: string, sign: string, b: string): string {
  parseQuantity(first, TEXT, put(TEXT, a));
  parseQuantity(second, OTHER_TEXT, put(OTHER_TEXT, b));
  if (sign == "+") addQuantity(first, second);
  else subtractQuantity(first, second);
  return seen(first);
}

function order(a: string, b: string): string {
  parseQuantity(first, TEXT, put(TEXT, a));
  parseQuantity(second, OTHER_TEXT, put(OTHER_TEXT, b));
  const difference = compareQuantity(first, second);
  return difference < 0 ? "<" : difference > 0 ? ">" : "=";
}

describe("quantities", () => {
  it("add and subtract exactly, and take formats over as the kubelet does (Spec 7.5)", () => {
    for (let i = 0; i < SUMS.length; i++) {
      const row = SUMS[i];
      expect(operate(row[0], row[1], row[2])).toBe(row[3], `${row[0]} ${row[1]} ${row[2]}`);
    }
  });

  it("compare exactly across forms and formats (Spec 7.5)", () => {
    for (let i = 0; i < ORDERS.length; i++) {
      const row = ORDERS[i];
      expect(order(row[0], row[2])).toBe(row[1], `${row[0]} ? ${row[2]}`);
    }
  });

  it("saturate beyond 128 bits of nano-units", () => {
    const limit = "170141183460469231731687303715884105727n";
    expect(operate("99999999999999999999E", "+", "1").split(" ")[0]).toBe(limit);
    expect(order("99999999999999999999E", "99999999999999999998E")).toBe("=");
    expect(order("99999999999999999999E", "9E")).toBe(">");
    expect(order("-99999999999999999999E", "-9E")).toBe("<");
  });
});

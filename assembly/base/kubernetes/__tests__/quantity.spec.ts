/**
 * Rows are what the real code answers: text, Value, MilliValue and format after parsing the first
 * column.
 */
import {
  addQuantity,
  copyQuantity,
  parseQuantity,
  QuantityError,
  QuantityFormat,
  quantitySign,
  setQuantityInteger,
  subtractQuantity,
} from "../quantity.ts";
import { OTHER_TEXT, put, TEXT } from "./bytes.ts";
import { first, parsed, second, seen } from "./seen.ts";

const ZEROS: string[][] = [
  ["0", "0 0 0 DecimalSI"],
  ["+", "0 0 0 DecimalSI"],
  ["-", "0 0 0 DecimalSI"],
  ["00", "0 0 0 DecimalSI"],
  ["+0", "0 0 0 DecimalSI"],
  [".", "0 0 0 DecimalSI"],
  ["Mi", "0 0 0 BinarySI"],
  ["m", "0 0 0 DecimalSI"],
  ["E", "0 0 0 DecimalSI"],
  ["e3", "0 0 0 DecimalExponent"],
  [".Ki", "0 0 0 BinarySI"],
  ["0Mi", "0 0 0 BinarySI"],
  ["0.0Mi", "0 0 0 BinarySI"],
];

const SUFFIXES: string[][] = [
  ["5.", "5. 5 5000 DecimalSI"],
  [".5", "500m 1 500 DecimalSI"],
  ["1.5", "1500m 2 1500 DecimalSI"],
  ["-1.5", "-1500m -2 -1500 DecimalSI"],
  ["1E", "1E 1000000000000000000 0 DecimalSI"],
  ["1Ki", "1Ki 1024 1024000 BinarySI"],
  ["1Ei", "1Ei 1152921504606846976 -9223372036854775808 BinarySI"],
  ["1000000u", "1 1 1000 DecimalSI"],
  ["1e-10", "1e-9 1 1 DecimalExponent"],
  ["15e-1", "1500e-3 2 1500 DecimalExponent"],
  ["0.001", "1m 1 1 DecimalSI"],
];

const KEPT: string[][] = [
  ["+5Mi", "+5Mi 5242880 5242880000 BinarySI"],
  ["005Mi", "005Mi 5242880 5242880000 BinarySI"],
  ["5.Gi", "5.Gi 5368709120 5368709120000 BinarySI"],
  ["001", "001 1 1000 DecimalSI"],
  ["1.500", "1.500 2 1500 DecimalSI"],
  ["1.024k", "1.024k 1024 1024000 DecimalSI"],
  ["1E3", "1E3 1000 1000000 DecimalExponent"],
  ["1e+3", "1e+3 1000 1000000 DecimalExponent"],
  ["1e3", "1e3 1000 1000000 DecimalExponent"],
  ["1500Mi", "1500Mi 1572864000 1572864000000 BinarySI"],
  ["12Mi", "12Mi 12582912 12582912000 BinarySI"],
  ["1536Ki", "1536Ki 1572864 1572864000 BinarySI"],
  ["+4Mi", "+4Mi 4194304 4194304000 BinarySI"],
  ["+99999999999Ki", "+99999999999Ki 102399999998976 102399999998976000 BinarySI"],
];

const DECIMALS: string[][] = [
  ["1000", "1k 1000 1000000 DecimalSI"],
  ["123000", "123k 123000 123000000 DecimalSI"],
  ["1e4", "10e3 10000 10000000 DecimalExponent"],
  ["1e1", "10 10 10000 DecimalExponent"],
  ["1000000000000000000k", "1 3875820019684212736 2003764205206896640 DecimalSI"],
  ["9223372036854775808", "9223372036854775808 -9223372036854775808 0 DecimalSI"],
  ["999999999999999999", "999999999999999999 999999999999999999 3875820019684211736 DecimalSI"],
  ["1000000000000000000", "1E 1000000000000000000 3875820019684212736 DecimalSI"],
  ["1536", "1536 1536 1536000 DecimalSI"],
  ["2048", "2048 2048 2048000 DecimalSI"],
  ["104857600", "104857600 104857600 104857600000 DecimalSI"],
];

const BINARIES: string[][] = [
  ["1024Mi", "1Gi 1073741824 1073741824000 BinarySI"],
  ["1.5Gi", "1536Mi 1610612736 1610612736000 BinarySI"],
  ["0.5Gi", "512Mi 536870912 536870912000 BinarySI"],
  ["5.5Mi", "5632Ki 5767168 5767168000 BinarySI"],
  ["0.3Gi", "322122547200m 322122548 322122547200 BinarySI"],
  ["1.5Ki", "1536 1536 1536000 BinarySI"],
  ["0.1Mi", "104857600m 104858 104857600 BinarySI"],
  ["7.9Ei", "9108079886394091110400m 9108079886394091111 -4611686018427387904 BinarySI"],
  ["100Mi", "100Mi 104857600 104857600000 BinarySI"],
  ["8Mi", "8Mi 8388608 8388608000 BinarySI"],
  ["1023Ki", "1023Ki 1047552 1047552000 BinarySI"],
  ["99999999999Ki", "99999999999Ki 102399999998976 102399999998976000 BinarySI"],
  ["100000000000Ki", "97656250Mi 102400000000000 102400000000000000 BinarySI"],
  ["99Ti", "99Ti 108851651149824 108851651149824000 BinarySI"],
  ["100Ti", "100Ti 109951162777600 109951162777600000 BinarySI"],
  ["1Pi", "1Pi 1125899906842624 1125899906842624000 BinarySI"],
  ["+8Mi", "8Mi 8388608 8388608000 BinarySI"],
  ["+100000000001Ki", "100000000001Ki 102400000001024 102400000001024000 BinarySI"],
];

const ROUNDED: string[][] = [
  ["0.1n", "1n 1 1 DecimalSI"],
  ["1.5n", "2n 1 1 DecimalSI"],
  ["-0.1n", "-1n 1 1 DecimalSI"],
  ["1.0000000001", "1000000001n 2 1001 DecimalSI"],
  ["8Ei", "9223372036854775807 9223372036854775807 -1000 BinarySI"],
  ["16Ei", "9223372036854775807 9223372036854775807 -1000 BinarySI"],
  ["-9Ei", "-9223372036854775807 -9223372036854775807 1000 BinarySI"],
  ["-0.3Ki", "-307200m -306 -307200 BinarySI"],
  ["0.0001Ki", "102400u 1 103 DecimalSI"],
  ["-0.0001Ki", "-102400u 1 -101 DecimalSI"],
];

const OVERFLOWING: string[][] = [
  ["100E", "100E 0 0 DecimalSI"],
  ["10000000000000000k", "10E -8446744073709551616 1864712049423024128 DecimalSI"],
  ["9223372036854775807", "9223372036854775807 9223372036854775807 -1000 DecimalSI"],
  ["-9223372036854775808", "-9223372036854775808 0 0 DecimalSI"],
  ["1000000000000000000e1", "10e18 -8446744073709551616 1864712049423024128 DecimalExponent"],
  ["1000000000000000000e2", "100e18 7766279631452241920 200376420520689664 DecimalExponent"],
  ["999999999999999999e1", "9999999999999999990 -8446744073709551626 0 DecimalExponent"],
  ["999999999999999999e2", "99999999999999999900 7766279631452241820 0 DecimalExponent"],
  ["100000000000000M", "100E 7766279631452241920 200376420520689664 DecimalSI"],
  ["10000000000G", "10E -8446744073709551616 0 DecimalSI"],
  ["100000000000T", "100 0 0 DecimalSI"],
];

const BEYOND: string[][] = [
  [
    "1234567890123456789012345678901234567891",
    "1234567890123456789012345678901234567891 -5999815502254372141 -4623678298767865800 DecimalSI",
  ],
  [
    "999999999999999999999999999999.9999999999",
    "1 5076944270305263616 4089650035136921600 DecimalSI",
  ],
  [
    "-99999999999999999999999999999999",
    "-99999999999999999999999999999999 -4870020671 -4870020672418 DecimalSI",
  ],
];

const SUFFIX_ERRORS: string[] = [
  "K",
  "ki",
  "i",
  "e",
  "1m5",
  "1n1",
  "1-",
  "--1",
  "1e",
  "1e9223372036854775808",
  "1e99999999999999999999",
];
const FORMAT_ERRORS: string[] = ["KI", "g", "1e3k", "1 ", " 1", "1_0", "0x10", "\u0967", ""];
const NUMERIC_ERRORS: string[] = ["Pi", "-Ei", ".e-10"];
const REFUSED: string[] = ["1e100001", "1e-100001", "0e100001", "1e2147483647", "1e2147483648"];

function expectRows(rows: string[][]): void {
  for (let i = 0; i < rows.length; i++) {
    expect(parsed(rows[i][0])).toBe(rows[i][1], rows[i][0]);
  }
}

function expectCode(texts: string[], code: i32): void {
  for (let i = 0; i < texts.length; i++) {
    expect(parseQuantity(first, TEXT, put(TEXT, texts[i]))).toBe(code, texts[i]);
  }
}

describe("a quantity", () => {
  it("reads signs, zeros and bare suffixes as zero (Spec 7.1)", () => {
    expectRows(ZEROS);
  });

  it("knows decimal and binary suffixes and exponents (Spec 7.2)", () => {
    expectRows(SUFFIXES);
  });

  it("prints what the kubelet caches as it was written (Spec 7.6)", () => {
    expectRows(KEPT);
  });

  it("prints decimals with the largest suffix that keeps them whole (Spec 7.6)", () => {
    expectRows(DECIMALS);
  });

  it("prints binaries with the largest suffix, and fractions as decimals (Spec 7.6)", () => {
    expectRows(BINARIES);
  });

  it("rounds away from zero to nano-units and caps binaries at 2^63 - 1 (Spec 7.4)", () => {
    expectRows(ROUNDED);
  });

  it("overflows where the kubelet overflows (Spec 7.7)", () => {
    expectRows(OVERFLOWING);
  });

  it("keeps the digits of decimals beyond 128 bits (Spec 7.4)", () => {
    expectRows(BEYOND);
  });

  it("is refused for its form, its suffix or its digits (Spec 7.1)", () => {
    expectCode(FORMAT_ERRORS, QuantityError.Format);
    expectCode(SUFFIX_ERRORS, QuantityError.Suffix);
    expectCode(NUMERIC_ERRORS, QuantityError.Numeric);
  });

  it("says why in the kubelet's words (Spec 7.1)", () => {
    expect(parsed("")).toBe(
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    );
    expect(parsed("1x")).toBe(parsed(""));
    expect(parsed("1K")).toBe("unable to parse quantity's suffix");
    expect(parsed("Ei")).toBe("unable to parse numeric part of quantity");
  });

  it("is refused with an exponent that would keep the kubelet busy (Spec 7.7)", () => {
    expectCode(REFUSED, QuantityError.Exponent);
  });

  it("wraps exponents to 32 bits (Spec 7.7)", () => {
    expect(parsed("1e4294967299")).toBe("1e4294967299 1000 1000000 DecimalExponent");
    expect(parsed("1e9223372036854775807")).toBe("100e-3 1 100 DecimalExponent");
  });

  it("stays as it was when the text is refused", () => {
    parsed("1500Mi");
    parseQuantity(first, OTHER_TEXT, put(OTHER_TEXT, "1500MB"));
    expect(seen(first)).toBe("1500Mi 1572864000 1572864000000 BinarySI");
  });

  it("is made from an integer and a format", () => {
    setQuantityInteger(first, 1000, QuantityFormat.BinarySI);
    expect(seen(first)).toBe("1k 1000 1000000 BinarySI");
    setQuantityInteger(first, i64.MIN_VALUE, QuantityFormat.BinarySI);
    expect(seen(first)).toBe("-9223372036854775808 -9223372036854775808 0 BinarySI");
    setQuantityInteger(first, 3000000, QuantityFormat.DecimalSI);
    expect(seen(first)).toBe("3M 3000000 3000000000 DecimalSI");
  });

  it("of the limits of 64 bits grows beyond them (Spec 7.5)", () => {
    setQuantityInteger(first, i64.MAX_VALUE, QuantityFormat.DecimalSI);
    copyQuantity(second, first);
    addQuantity(first, second);
    expect(seen(first)).toBe("18446744073709551614 -2 -2000 DecimalSI");
    setQuantityInteger(first, i64.MIN_VALUE, QuantityFormat.DecimalSI);
    copyQuantity(second, first);
    addQuantity(first, second);
    expect(seen(first)).toBe("-18446744073709551616 0 0 DecimalSI");
    setQuantityInteger(first, 0, QuantityFormat.DecimalSI);
    subtractQuantity(first, second);
    expect(seen(first)).toBe("-9223372036854775808 -9223372036854775808 0 DecimalSI");
  });

  it("is copied with its text", () => {
    parsed("005Mi");
    copyQuantity(second, first);
    expect(seen(second)).toBe("005Mi 5242880 5242880000 BinarySI");
  });

  it("has a sign", () => {
    parsed("-1n");
    expect(quantitySign(first)).toBe(-1);
    parsed("-0");
    expect(quantitySign(first)).toBe(0);
    parsed("1e99999");
    expect(quantitySign(first)).toBe(1);
  });
});

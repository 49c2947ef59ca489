/**
 * Percentages: text, capacity, the bits of the fraction and the limit, as the kubelet's code on
 * amd64 computes them.
 */
import {
  isPercentageAboveOne,
  isPercentageNaN,
  isPercentageNegative,
  isPercentagePositive,
  parsePercentage,
  percentageOf,
  writePercentageError,
} from "../percentage.ts";
import { FIRST, OUTPUT, put, TEXT, written } from "./bytes.ts";

const LIMITS: string[][] = [
  ["10%", "107374182400", "3dcccccd", "10737418400"],
  ["15%", "107374182400", "3e19999a", "16106128000"],
  ["5%", "107374182400", "3d4ccccd", "5368709200"],
  ["1%", "1000", "3c23d70a", "9"],
  ["10%", "1000", "3dcccccd", "100"],
  [".5%", "1000", "3ba3d70a", "4"],
  ["0x1p3%", "1000", "3da3d70a", "79"],
  ["85%", "8589934592", "3f59999a", "7301444608"],
  ["10%%", "1000", "3dcccccd", "100"],
  ["1e1%", "1000", "3dcccccd", "100"],
  ["1_0%", "1000", "3dcccccd", "100"],
  ["+10%", "1000", "3dcccccd", "100"],
  ["-10%", "1000", "bdcccccd", "-100"],
  ["10", "1000", "3dcccccd", "100"],
  ["0.0%", "1000", "00000000", "0"],
  ["-0%", "1000", "80000000", "0"],
  ["00%", "1000", "00000000", "0"],
  ["100.0%", "1000", "3f800000", "1000"],
  ["100.000001%", "1000", "3f800000", "1000"],
  ["NaN%", "1000", "7fc00000", "-9223372036854775808"],
  ["nan%", "0", "7fc00000", "-9223372036854775808"],
  ["inf%", "1000", "7f800000", "-9223372036854775808"],
  ["-Inf%", "1000", "ff800000", "-9223372036854775808"],
  ["Infinity%", "0", "7f800000", "-9223372036854775808"],
  ["3.4028234e38%", "1000", "7c23d70a", "-9223372036854775808"],
  ["1e-45%", "9223372036854775807", "00000000", "0"],
  ["1e-46%", "1000", "00000000", "0"],
  ["100%", "9223372036854775807", "3f800000", "-9223372036854775808"],
  ["50%", "-9223372036854775808", "3f000000", "-4611686018427387904"],
  ["33.3333333333333333333333333333333333%", "1000000000000", "3eaaaaaa", "333333313465"],
  ["16777217%", "1", "4823d70a", "167772"],
  ["16777217.0000000000000000000000000000000000001%", "1", "4823d70c", "167772"],
  ["0x_1p3%", "100", "3da3d70a", "7"],
  ["10%", "-1000", "3dcccccd", "-100"],
  ["1000%", "9223372036854775807", "41200000", "-9223372036854775808"],
];

const ERRORS: string[][] = [
  ["%", 'strconv.ParseFloat: parsing "": invalid syntax'],
  ["x%", 'strconv.ParseFloat: parsing "x": invalid syntax'],
  ["1e40%", 'strconv.ParseFloat: parsing "1e40": value out of range'],
  ["-1e40%", 'strconv.ParseFloat: parsing "-1e40": value out of range'],
  ["3.4028236e38%", 'strconv.ParseFloat: parsing "3.4028236e38": value out of range'],
  ["0x1p128%", 'strconv.ParseFloat: parsing "0x1p128": value out of range'],
  ["_1%", 'strconv.ParseFloat: parsing "_1": invalid syntax'],
  ["1_%", 'strconv.ParseFloat: parsing "1_": invalid syntax'],
  ["1__0%", 'strconv.ParseFloat: parsing "1__0": invalid syntax'],
  ["1_.0%", 'strconv.ParseFloat: parsing "1_.0": invalid syntax'],
  ["0x1%", 'strconv.ParseFloat: parsing "0x1": invalid syntax'],
  ["1e%", 'strconv.ParseFloat: parsing "1e": invalid syntax'],
  ["1 %", 'strconv.ParseFloat: parsing "1 ": invalid syntax'],
  ["+nan%", 'strconv.ParseFloat: parsing "+nan": invalid syntax'],
  ["infi%", 'strconv.ParseFloat: parsing "infi": invalid syntax'],
  ["1\u00a0%", 'strconv.ParseFloat: parsing "1\\u00a0": invalid syntax'],
  ['\u00e9\n"%', 'strconv.ParseFloat: parsing "\u00e9\\n\\"": invalid syntax'],
  ["0b1%", 'strconv.ParseFloat: parsing "0b1": invalid syntax'],
  ["1e+_1%", 'strconv.ParseFloat: parsing "1e+_1": invalid syntax'],
];

/** The bits of the fraction; the rows of this file parse. */
function bitsOf(text: string): u32 {
  parsePercentage(FIRST, TEXT, put(TEXT, text));
  return load<u32>(FIRST);
}

function errorOf(text: string): string {
  const size = put(TEXT, text);
  const code = parsePercentage(FIRST, TEXT, size);
  return code == 0 ? "accepted" : written(writePercentageError(OUTPUT, code, TEXT, size));
}

function hexadecimal(bits: u32): string {
  return bits.toString(16).padStart(8, "0");
}

describe("a percentage", () => {
  it("is the float32 fraction applied in float64 and cut off (Spec 2.4)", () => {
    for (let i = 0; i < LIMITS.length; i++) {
      const row = LIMITS[i];
      const bits = bitsOf(row[0]);
      expect(hexadecimal(bits)).toBe(row[2], row[0]);
      expect(percentageOf(bits, I64.parseInt(row[1]))).toBe(I64.parseInt(row[3]), row[0]);
    }
  });

  it("is refused in the words of Go's parser (Spec 2.4)", () => {
    for (let i = 0; i < ERRORS.length; i++) expect(errorOf(ERRORS[i][0])).toBe(ERRORS[i][1]);
  });

  it("is a threshold from 0% to 100% (Spec 2.3)", () => {
    expect(isPercentageNegative(bitsOf("-0.1%"))).toBe(true);
    expect(isPercentageNegative(bitsOf("-inf%"))).toBe(true);
    expect(isPercentageNegative(bitsOf("-0%"))).toBe(false);
    expect(isPercentageNegative(bitsOf("nan%"))).toBe(false);
    expect(isPercentageAboveOne(bitsOf("100.000001%"))).toBe(false);
    expect(isPercentageAboveOne(bitsOf("100.00001%"))).toBe(true);
    expect(isPercentageAboveOne(bitsOf("inf%"))).toBe(true);
    expect(isPercentageAboveOne(bitsOf("nan%"))).toBe(false);
    expect(isPercentageAboveOne(bitsOf("-200%"))).toBe(false);
  });

  it("is a minimum reclaim above 0% (Spec 2.6)", () => {
    expect(isPercentagePositive(bitsOf("0%"))).toBe(false);
    expect(isPercentagePositive(bitsOf("-0%"))).toBe(false);
    expect(isPercentagePositive(bitsOf("-1%"))).toBe(false);
    expect(isPercentagePositive(bitsOf("1e-40%"))).toBe(true);
    expect(isPercentagePositive(bitsOf("100%"))).toBe(true);
    expect(isPercentagePositive(bitsOf("inf%"))).toBe(true);
    expect(isPercentageNaN(bitsOf("nan%"))).toBe(true);
    expect(isPercentageNaN(bitsOf("inf%"))).toBe(false);
  });
});

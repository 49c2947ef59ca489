/** Arithmetic at the edges: limits, carries, ties. Expected values are worked out by hand. */
import {
  divideFloat32By100,
  FLOAT32_INFINITY,
  float32FromDecimal,
  roundFloat32,
} from "../float32.ts";
import {
  divideFloat64,
  float64FromUnsigned,
  multiplyFloat64,
  roundFloat64,
  truncateFloat64,
} from "../float64.ts";
import {
  addInt128,
  compareInt128,
  cutDecimalPlaces,
  divideUnsigned128,
  Int128,
  isSaturated,
  multiplyInt128,
  negateInt128,
  saturateInt128,
  setInt128,
  setNano,
  signInt128,
  subtractInt128,
  writeMagnitude128,
} from "../int128.ts";

const a = changetype<Int128>(0x100);
const b = changetype<Int128>(0x200);
const TEXT: usize = 0x1000;

function digitsOf(value: Int128): string {
  const text = String.UTF8.decodeUnsafe(TEXT, writeMagnitude128(TEXT, value) - TEXT);
  return value.high < 0 ? `-${text}` : text;
}

/** Reads decimal digits, of which the last stands for 10^-places. */
function float32Of(digits: string, places: i32): u32 {
  const size = String.UTF8.byteLength(digits);
  String.UTF8.encodeUnsafe(changetype<usize>(digits), digits.length, TEXT);
  return float32FromDecimal(TEXT, TEXT + usize(size), size - 1 - places);
}

describe("a 128-bit integer", () => {
  it("holds every 64-bit number of units in nano-units", () => {
    setNano(a, i64.MAX_VALUE);
    expect(digitsOf(a)).toBe("9223372036854775807000000000");
    setNano(a, i64.MIN_VALUE);
    expect(digitsOf(a)).toBe("-9223372036854775808000000000");
    setNano(a, 0);
    expect(digitsOf(a)).toBe("0");
  });

  it("carries and borrows between its halves", () => {
    setInt128(a, u64.MAX_VALUE, 0);
    setInt128(b, 1, 0);
    addInt128(a, b);
    expect(digitsOf(a)).toBe("18446744073709551616");
    subtractInt128(a, b);
    expect(digitsOf(a)).toBe("18446744073709551615");
    setInt128(a, 0, 0);
    subtractInt128(a, b);
    expect(digitsOf(a)).toBe("-1");
  });

  it("saturates sums, differences and products at both limits", () => {
    saturateInt128(a, false);
    setInt128(b, 1, 0);
    addInt128(a, b);
    expect(digitsOf(a)).toBe("170141183460469231731687303715884105727");
    saturateInt128(a, true);
    subtractInt128(a, b);
    expect(digitsOf(a)).toBe("-170141183460469231731687303715884105728");
    setInt128(a, 0, i64.MAX_VALUE);
    multiplyInt128(a, 2);
    expect(isSaturated(a)).toBe(true);
    setInt128(a, 0, i64.MIN_VALUE + 1);
    multiplyInt128(a, 4294967295);
    expect(digitsOf(a)).toBe("-170141183460469231731687303715884105728");
  });

  it("is not saturated next to a limit", () => {
    setInt128(a, u64.MAX_VALUE - 1, i64.MAX_VALUE);
    expect(isSaturated(a)).toBe(false);
    setInt128(a, 1, i64.MIN_VALUE);
    expect(isSaturated(a)).toBe(false);
    setInt128(a, u64.MAX_VALUE, i64.MIN_VALUE);
    expect(isSaturated(a)).toBe(false);
  });

  it("multiplies by 0 and by 2^32 - 1", () => {
    setInt128(a, u64.MAX_VALUE, 1);
    multiplyInt128(a, 4294967295);
    expect(digitsOf(a)).toBe("158456324991635187035373830145");
    multiplyInt128(a, 0);
    expect(signInt128(a)).toBe(0);
  });

  it("divides by up to 2^32 - 1 and gives the remainder", () => {
    saturateInt128(a, false);
    expect(divideUnsigned128(a, 4294967295)).toBe(2147483647);
    expect(digitsOf(a)).toBe("39614081266355540835774234624");
  });

  it("cuts decimal places off toward zero and says whether any were lost", () => {
    setInt128(a, 1500, 0);
    negateInt128(a);
    expect(cutDecimalPlaces(a, 3)).toBe(true);
    expect(digitsOf(a)).toBe("-1");
    setInt128(a, 2000, 0);
    expect(cutDecimalPlaces(a, 3)).toBe(false);
    expect(digitsOf(a)).toBe("2");
    expect(cutDecimalPlaces(a, 100000)).toBe(true);
    expect(signInt128(a)).toBe(0);
  });

  it("compares by the upper half with its sign, then by the lower without", () => {
    setInt128(a, u64.MAX_VALUE, -1);
    setInt128(b, 0, 0);
    expect(compareInt128(a, b)).toBe(-1);
    setInt128(b, 0, -1);
    expect(compareInt128(a, b)).toBe(1);
    expect(compareInt128(a, a)).toBe(0);
  });
});

describe("a float32", () => {
  it("rounds ties to even and anything beyond a tie up", () => {
    expect(float32Of("16777217", 0)).toBe(0x4b800000);
    expect(float32Of("16777219", 0)).toBe(0x4b800002);
    const beyond = `16777217${"0".repeat(300)}1`;
    expect(float32Of(beyond, 301)).toBe(0x4b800001);
  });

  it("reaches from half the smallest denormal to the largest number", () => {
    // 2^-150 is the tie between zero and the smallest number; its digits begin with 7006.
    expect(float32Of("7006492321624085", 61)).toBe(0);
    expect(float32Of("7006492321624086", 61)).toBe(1);
    expect(float32Of("340282356779733661637539395458142568447", 0)).toBe(0x7f7fffff);
    expect(float32Of("340282356779733661637539395458142568448", 0)).toBe(FLOAT32_INFINITY);
    expect(float32Of("1", -39)).toBe(FLOAT32_INFINITY);
    expect(float32Of("0000", -39)).toBe(0);
  });

  it("loses bits one by one below 2^-126", () => {
    expect(roundFloat32(1, -126, false)).toBe(0x00800000);
    expect(roundFloat32(0xffffff, -150, false)).toBe(0x00800000);
    expect(roundFloat32(0x7fffff, -149, false)).toBe(0x007fffff);
    expect(roundFloat32(1, -150, false)).toBe(0);
    expect(roundFloat32(1, -150, true)).toBe(1);
    expect(roundFloat32(3, -151, false)).toBe(1);
    expect(roundFloat32(1, -151, true)).toBe(0);
  });

  it("is divided by one hundred with one rounding", () => {
    expect(divideFloat32By100(0x41200000)).toBe(0x3dcccccd);
    expect(divideFloat32By100(0x42c80000)).toBe(0x3f800000);
    expect(divideFloat32By100(0x42c80001)).toBe(0x3f800001);
    expect(divideFloat32By100(FLOAT32_INFINITY)).toBe(FLOAT32_INFINITY);
    expect(divideFloat32By100(50)).toBe(0);
    expect(divideFloat32By100(51)).toBe(1);
    expect(divideFloat32By100(150)).toBe(2);
  });
});

describe("a float64", () => {
  it("rounds 64-bit integers to 53 bits, ties to even", () => {
    expect(float64FromUnsigned(0)).toBe(0);
    expect(float64FromUnsigned(1)).toBe(0x3ff0000000000000);
    expect(float64FromUnsigned(9007199254740993)).toBe(0x4340000000000000);
    expect(float64FromUnsigned(9007199254740995)).toBe(0x4340000000000002);
    expect(float64FromUnsigned(u64.MAX_VALUE)).toBe(0x43f0000000000000);
    expect(roundFloat64(9007199254740993, 0, true)).toBe(0x4340000000000001);
  });

  it("multiplies and divides with one rounding", () => {
    const tenth = divideFloat64(float64FromUnsigned(1), float64FromUnsigned(10));
    expect(tenth).toBe(0x3fb999999999999a);
    expect(multiplyFloat64(tenth, float64FromUnsigned(3))).toBe(0x3fd3333333333334);
    expect(divideFloat64(tenth, tenth)).toBe(0x3ff0000000000000);
    expect(multiplyFloat64(tenth, 0)).toBe(0);
    expect(divideFloat64(0, tenth)).toBe(0);
  });

  it("is cut off to an integer", () => {
    expect(truncateFloat64(0x3fefffffffffffff)).toBe(0);
    expect(truncateFloat64(0x4008000000000000)).toBe(3);
    expect(truncateFloat64(0x43efffffffffffff)).toBe(18446744073709549568);
    expect(truncateFloat64(0x43f0000000000000)).toBe(u64.MAX_VALUE);
    expect(truncateFloat64(0x0010000000000000)).toBe(0);
  });
});

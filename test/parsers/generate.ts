/** Texts for every parser: valid, at the edges, and with a few characters changed. */
import type { Question } from "./answers.ts";
import { Random } from "./random.ts";

type Source = (random: Random) => Question;

const DIGITS = "0123456789";
const NOISE = '0123456789.+-eEinumkKMGTPxXpPhsµ_%, \\"\n\u007fé\u{1f600}ZT:';
const SUFFIXES = [
  "",
  "n",
  "u",
  "m",
  "k",
  "M",
  "G",
  "T",
  "P",
  "E",
  "Ki",
  "Mi",
  "Gi",
  "Ti",
  "Pi",
  "Ei",
];
const BINARY_SUFFIXES = SUFFIXES.slice(10);
const BAD_SUFFIXES = ["K", "ki", "KI", "g", "i", "e", "mi", "Kik", "ee", "e+", "E-", "B", "1", "-"];
const UNITS = ["ns", "us", "µs", "μs", "ms", "s", "m", "h"];
const BAD_UNITS = ["d", "", "S", "hs", "sec", "µ", "w", "y", "é", "\u0001", "\\"];
const MAX = 1n << 63n;

/** Changes up to three characters. */
function mutate(random: Random, text: string): string {
  const characters = [...text];
  for (let edits = 1 + random.below(3); edits > 0; edits--) {
    const at = random.below(characters.length + 1);
    const removed = random.below(2);
    const added = random.chance(70) ? [...random.text(NOISE, 1)] : [];
    characters.splice(at, removed, ...added);
  }
  return characters.join("");
}

function sometimesMutated(random: Random, text: string): string {
  return random.chance(15) ? mutate(random, text) : text;
}

function sign(random: Random): string {
  return random.pick(["", "", "", "", "+", "-", "-"]);
}

/** Lengths crowd around the limits of the fast paths; few are long. */
function digits(random: Random): string {
  if (random.chance(10)) return "0".repeat(random.below(random.chance(10) ? 40 : 4));
  if (random.chance(10)) return String(10n ** BigInt(random.below(22)) - BigInt(random.below(3)));
  if (random.chance(15)) return String(MAX - 2n + BigInt(random.below(5)));
  if (random.chance(20)) return String(random.integer(64));
  return random.text(DIGITS, random.pick([1, 2, 3, 4, 9, 12, 19, 21, random.chance(5) ? 150 : 40]));
}

/** As many digits as the fast path takes, or one more, with the point anywhere. */
function fastDecimal(random: Random): string {
  const leading = random.pick(["9", "8", "1", "5"]);
  const all =
    leading +
    random
      .text(DIGITS, 30)
      .padEnd(18, "9")
      .slice(0, 16 + random.below(3));
  const point = random.below(all.length + 1);
  return `${all.slice(0, point)}.${all.slice(point)}`;
}

function decimal(random: Random): string {
  if (random.chance(5)) return fastDecimal(random);
  const whole = digits(random);
  const zeros = random.chance(15) ? "0".repeat(random.below(30)) : "";
  const fraction = random.text(DIGITS, random.pick([0, 1, 3, 6, 9, 10, 12, 30]));
  return random.chance(55) ? whole : `${whole}.${zeros}${fraction}`;
}

function exponent(random: Random): string {
  const size = random.pick([3, 6, 9, 12, 20, 40, 400]);
  return random.pick(["e", "E"]) + random.pick(["", "+", "-"]) + random.below(size);
}

function quantity(random: Random): string {
  const suffix = random.chance(15)
    ? exponent(random)
    : random.pick(random.chance(4) ? BAD_SUFFIXES : random.chance(30) ? BINARY_SUFFIXES : SUFFIXES);
  // Half of the binary ones are multiples of 1024, which print with another suffix.
  const binary = suffix.endsWith("i") && random.chance(50);
  const number = binary
    ? String(random.integer(20) << BigInt(random.below(4) * 10))
    : decimal(random);
  return sign(random) + number + suffix;
}

function duration(random: Random): string {
  let text = sign(random);
  for (let parts = random.pick([0, 1, 1, 1, 2, 3]); parts > 0; parts--) {
    text += decimal(random) + random.pick(random.chance(6) ? BAD_UNITS : UNITS);
  }
  return text;
}

/** The exact decimal form of the number halfway between two neighboring float32. */
function halfway(random: Random): string {
  const odd = (BigInt(random.below(1 << 24)) << 1n) | 1n;
  const power = random.below(random.chance(50) ? 276 : 40) - (random.chance(50) ? 150 : 24);
  const shift = Math.max(-151, power);
  const places = Math.max(0, -shift);
  const scaled = shift < 0 ? odd * 5n ** BigInt(places) : odd << BigInt(Math.min(shift, 110));
  const beside = random.pick([0n, 0n, 1n, -1n]);
  const wide = String(scaled * 1000n + beside).padStart(places + 4, "0");
  const point = wide.length - places - 3;
  const text = `${wide.slice(0, point)}.${wide.slice(point)}`;
  return random.chance(20) ? `${text}${"0".repeat(random.below(1000))}1` : text;
}

function hexadecimal(random: Random): string {
  const letters = `${DIGITS}abcdefABCDEF`;
  const fraction = random.chance(50) ? `.${random.text(letters, random.pick([1, 6, 20, 40]))}` : "";
  const power = random.pick([4, 30, 160, 400]);
  const letter = random.pick(["p", "P", "p", "e"]);
  const whole = random.text(letters, random.pick([1, 6, 9, 17, 40]));
  const shift = random.pick(["", "+", "-"]) + random.below(power);
  return `${random.pick(["0x", "0X", "0x_"])}${whole}${fraction}${letter}${shift}`;
}

function underscored(random: Random, text: string): string {
  const at = random.below(text.length + 1);
  return `${text.slice(0, at)}_${text.slice(at)}`;
}

function percentage(random: Random): string {
  const kind = random.below(100);
  let text = decimal(random);
  if (kind < 20) text = halfway(random);
  else if (kind < 35) text = hexadecimal(random);
  else if (kind < 40) text = random.pick(["inf", "INF", "Infinity", "nan", "NaN", "infini", "in"]);
  else if (kind < 60) text += exponent(random);
  else if (kind < 70) text = String(random.below(101));
  if (random.chance(10)) text = underscored(random, text);
  return sign(random) + text + random.pick(["%", "%", "%", "%", "%%", "%%%", ""]);
}

function capacity(random: Random): string {
  const near = (1n << BigInt(random.below(64))) + BigInt(random.below(5)) - 2n;
  const value = random.chance(40) ? near : random.integer(63);
  const signed = random.chance(10) ? -value : value;
  return String(BigInt.asIntN(64, signed));
}

function two(random: Random, limit: number): string {
  return String(random.below(limit)).padStart(random.chance(2) ? 1 : 2, "0");
}

function time(random: Random): string {
  const year = random.pick([1, 1677, 1678, 1800, 1900, 1969, 1970, 2000, 2024, 2100, 2262, 9999]);
  const years = random.chance(50) ? year : random.below(10000);
  const day = random.chance(10) ? "02-29" : `${two(random, 13)}-${two(random, 32)}`;
  const date = `${String(years).padStart(4, "0")}-${day}`;
  const clock = `${two(random, 25)}:${two(random, 61)}:${two(random, 61)}`;
  const fraction = random.chance(40) ? random.pick([".", ",", "."]) + random.text(DIGITS, 12) : "";
  const offset = `${random.pick(["+", "-"])}${two(random, 26)}:${two(random, 62)}`;
  return `${date}T${clock}${fraction}${random.chance(60) ? "Z" : offset}`;
}

/** Bytes of text, now and then cut in the middle of a character. */
function bytes(random: Random): Buffer {
  let text = "";
  for (let left = random.below(6); left > 0; left--) {
    const limit = random.pick([0x80, 0x100, 0x800, 0x3000, 0x10000, 0x20000, 0x110000]);
    text += String.fromCodePoint(random.below(limit));
  }
  const whole = Buffer.from(text, "utf8");
  if (whole.length === 0 || random.chance(60)) return whole;
  whole[random.below(whole.length)] = random.below(256);
  return whole.subarray(random.below(2), whole.length - random.below(2));
}

const GENERATORS: Readonly<Record<Question["kind"], Source>> = {
  quantity: (random) => ({ kind: "quantity", text: sometimesMutated(random, quantity(random)) }),
  "quantity-op": (random) => {
    const operand = random.chance(10) ? fastDecimal : quantity;
    const op = random.pick(["add", "sub", "cmp"] as const);
    return { kind: "quantity-op", op, a: operand(random), b: operand(random) };
  },
  duration: (random) => ({ kind: "duration", text: sometimesMutated(random, duration(random)) }),
  percentage: (random) => ({
    kind: "percentage",
    text: sometimesMutated(random, percentage(random)),
    capacity: capacity(random),
  }),
  quoted: (random) => ({ kind: "quoted", hex: bytes(random).toString("hex") }),
  time: (random) => ({ kind: "time", text: sometimesMutated(random, time(random)) }),
};

export const KINDS = Object.keys(GENERATORS) as Question["kind"][];

/** Every character there is, surrogates included, 64 in a text. */
function* characters(): Generator<Question> {
  for (let first = 0; first < 0x110000; first += 64) {
    const points = Array.from({ length: 64 }, (_, index) => utf8(first + index));
    yield { kind: "quoted", hex: Buffer.concat(points).toString("hex") };
  }
}

/** The bytes of a character; of a surrogate, which has none, those it would have. */
function utf8(point: number): Buffer {
  const surrogate = point >= 0xd800 && point < 0xe000;
  if (!surrogate) return Buffer.from(String.fromCodePoint(point), "utf8");
  return Buffer.from([0xed, 0x80 | ((point >> 6) & 0x3f), 0x80 | (point & 0x3f)]);
}

/** An endless supply of questions of one kind. */
export function* generate(kind: Question["kind"], seed: number): Generator<Question, never> {
  const random = new Random(seed);
  if (kind === "quoted") yield* characters();
  while (true) yield GENERATORS[kind](random);
}

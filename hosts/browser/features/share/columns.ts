/**
 * Lines that resemble each other, written by columns: the shapes that lines have, which line has
 * which, and for every number of a shape what it was in the first such line and how much it
 * changed from each to the next. The records of a capture, so written and then compressed, take a
 * fifth of what they take compressed as they stand. Nothing is lost: a number that would not be
 * written again letter by letter stays in the shape.
 */

/** How a number is written in a line, and the letter that stands for it in a shape. */
interface Form {
  /** No line of JSON holds such a letter. */
  readonly letter: string;
  read(text: string): number;
  /** Throws RangeError for what it cannot write. */
  write(value: number): string;
}

const NANOSECOND_DIGITS = 9;
const MILLISECONDS_PER_SECOND = 1000;
const SECONDS_LENGTH = "2026-01-15T10:00:00".length;
/** Differences are written in it: multiples of 4096 end alike, which compresses well. */
const RADIX = 32;
/** Far more than a link holds: each line that is read takes memory. */
const LINES_MAX = 100_000;

const FORMS = {
  integer: { letter: "\u0001", read: Number, write: String },
  second: {
    letter: "\u0002",
    read: (text) => Date.parse(`${text}Z`) / MILLISECONDS_PER_SECOND,
    write: (value) =>
      new Date(value * MILLISECONDS_PER_SECOND).toISOString().slice(0, SECONDS_LENGTH),
  },
  /** Of a second, with all its digits. */
  fraction: {
    letter: "\u0003",
    read: Number,
    write: (value) => String(value).padStart(NANOSECOND_DIGITS, "0"),
  },
  /** The fraction of a second without trailing zeros, as Go writes times. */
  shortFraction: {
    letter: "\u0004",
    read: (text) => Number(text.padEnd(NANOSECOND_DIGITS, "0")),
    write: (value) => String(value).padStart(NANOSECOND_DIGITS, "0").replace(/0+$/, ""),
  },
} as const satisfies Readonly<Record<string, Form>>;
const BY_LETTER: ReadonlyMap<string, Form> = new Map(
  Object.values(FORMS).map((form) => [form.letter, form]),
);
// biome-ignore lint/suspicious/noControlCharactersInRegex: chosen for being none of JSON's.
const LETTERS = /[\u0001-\u0004]/g;
/** Between shapes, order and columns. */
const PART = "\f";

/** What can be a number: a whole JSON number, the seconds of a time, a fraction of a second. */
const NUMBERS = new RegExp(
  [
    String.raw`(?<=[:[,])(?<integer>-?\d{1,15})(?=[,}\]])`,
    String.raw`(?<second>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?=[.Z])`,
    String.raw`(?<=T\d\d:\d\d:\d\d\.)(?<fraction>\d{1,9})(?=Z)`,
  ].join("|"),
  "g",
);
type NumberGroup = "integer" | "second" | "fraction";
/** By what was found, the form to prefer first: numbers of a kind are to have one shape. */
const CANDIDATES: Readonly<Record<NumberGroup, readonly Form[]>> = {
  integer: [FORMS.integer],
  second: [FORMS.second],
  fraction: [FORMS.shortFraction, FORMS.fraction],
};

/** What was given is not what `writeColumns` writes; the message is the end of a sentence. */
export class ColumnsError extends Error {
  override readonly name = "ColumnsError";
}

interface ShapeColumns {
  readonly number: number;
  readonly columns: readonly number[][];
}

/** Null for lines that are not JSON, or empty, or too many. */
export function writeColumns(lines: readonly string[]): string | null {
  if (lines.length > LINES_MAX) return null;
  const shapes = new Map<string, ShapeColumns>();
  const order: number[] = [];
  for (const line of lines) {
    if (line === "" || line.includes(PART) || line.search(LETTERS) >= 0) return null;
    const { text, numbers } = shapeOf(line);
    const fresh = { number: shapes.size, columns: numbers.map(() => []) };
    const shape = shapes.get(text) ?? fresh;
    shapes.set(text, shape);
    order.push(shape.number);
    for (const [index, column] of shape.columns.entries()) column.push(numbers[index] ?? 0);
  }
  const columns = [...shapes.values()].flatMap((shape) => shape.columns.map(differences));
  return [[...shapes.keys()].join("\n"), order.join(), columns.join("\n")].join(PART);
}

function shapeOf(line: string): { readonly text: string; readonly numbers: readonly number[] } {
  const numbers: number[] = [];
  const text = line.replace(NUMBERS, (found, ...rest) => {
    const groups = Object.entries(rest.at(-1) as Partial<Record<NumberGroup, string>>);
    const [group] = groups.find(([, matched]) => matched !== undefined) ?? [];
    const form = CANDIDATES[group as NumberGroup].find((each) => isKept(found, each));
    if (form === undefined) return found;
    numbers.push(form.read(found));
    return form.letter;
  });
  return { text, numbers };
}

/** Whether a form writes a number exactly as it was. */
function isKept(text: string, form: Form): boolean {
  const value = form.read(text);
  return Number.isSafeInteger(value) && form.write(value) === text;
}

function differences(column: readonly number[]): string {
  return column
    .map((value, index) => value - (column[index - 1] ?? 0))
    .map((difference) => (difference === 0 ? "" : difference.toString(RADIX)))
    .join();
}

/** The lines again, one at a time; throws ColumnsError. */
export function* readColumns(text: string): Generator<string, void, undefined> {
  const [shapes = "", order = "", columns] = text.split(PART, 3);
  if (columns === undefined) throw new ColumnsError("it has no columns");
  const rows = columns.split("\n").values();
  const known = shapes.split("\n", LINES_MAX).map((shape) => ({
    shape,
    columns: (shape.match(LETTERS) ?? []).map(() => new Column(rows.next().value)),
  }));
  for (const number of order.split(",", LINES_MAX)) {
    const found = known[Number(number)];
    if (found === undefined) throw new ColumnsError(`it has no shape ${number}`);
    let at = 0;
    yield found.shape.replace(LETTERS, (letter) =>
      written(found.columns[at++]?.next(), BY_LETTER.get(letter)),
    );
  }
}

/** The numbers of one place in a shape, read from the left. */
class Column {
  readonly #row: string;
  #at = 0;
  #value = 0;

  constructor(row: string | undefined) {
    if (row === undefined) throw new ColumnsError("it has fewer columns than numbers");
    this.#row = row;
  }

  next(): number {
    if (this.#at > this.#row.length) {
      throw new ColumnsError("one of its columns is shorter than the lines");
    }
    const comma = this.#row.indexOf(",", this.#at);
    const end = comma < 0 ? this.#row.length : comma;
    const difference = this.#row.slice(this.#at, end);
    this.#at = end + 1;
    this.#value += difference === "" ? 0 : Number.parseInt(difference, RADIX);
    return this.#value;
  }
}

/** Times end where dates do. */
function written(value = Number.NaN, form: Form = FORMS.integer): string {
  try {
    if (Number.isSafeInteger(value)) return form.write(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new ColumnsError(`${value} is not a number that a column can hold`);
}

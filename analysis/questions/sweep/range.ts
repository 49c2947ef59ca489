/** Values between two others, at equal distances, as people write them. */
import { formatSeconds } from "../../text/amount.ts";
import { type Choice, type Form, formOf } from "./setting.ts";

export interface Range {
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

/** More columns than this are not legible. */
export const COUNT_MAX = 21;
const COUNT = 11;
/** The kubelet takes no threshold of a hundred percent; nearly all of a node is far enough. */
const SHARE_MAX = 95;

const KIB = 1024;
const MIB = KIB * KIB;
const GIB = MIB * KIB;
const UNITS: Readonly<Record<string, number>> = {
  "": 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  Ki: KIB,
  Mi: MIB,
  Gi: GIB,
  Ti: GIB * KIB,
};
const SECONDS: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1 };

const NUMBER = /^\d+(\.\d+)?$/;
const SHARE = /^(\d+(?:\.\d+)?)%$/;
const QUANTITY = /^(\d+(?:\.\d+)?)([kMGT]|[KMGT]i)?$/;
const DURATION = /^(?:\d+(?:\.\d+)?[hms])+$/;
const DURATION_PART = /(\d+(?:\.\d+)?)([hms])/g;

const READERS: Readonly<Record<Form, (text: string) => number>> = {
  share: (text) => Number(SHARE.exec(text)?.[1] ?? Number.NaN),
  count: quantity,
  bytes: quantity,
  duration: (text) => {
    if (!DURATION.test(text)) return Number.NaN;
    const parts = [...text.matchAll(DURATION_PART)];
    return parts.reduce(
      (sum, [, size, unit = "s"]) => sum + Number(size) * (SECONDS[unit] ?? 0),
      0,
    );
  },
};

const WRITERS: Readonly<Record<Form, (amount: number) => string>> = {
  share: (amount) => `${Number(amount.toFixed(2))}%`,
  count: (amount) => String(Math.round(amount)),
  bytes: (amount) => {
    if (amount >= GIB && amount % GIB === 0) return `${amount / GIB}Gi`;
    if (amount >= MIB) return `${Math.round(amount / MIB)}Mi`;
    return amount < 1 ? "0" : `${Math.round(amount / KIB)}Ki`;
  },
  duration: formatSeconds,
};

const EXAMPLES: Readonly<Record<Form, string>> = {
  share: "5%",
  count: "1000",
  bytes: "100Mi",
  duration: "1m30s",
};

function quantity(text: string): number {
  const [, size, unit = ""] = QUANTITY.exec(text) ?? [];
  return size !== undefined && NUMBER.test(size) ? Number(size) * (UNITS[unit] ?? 1) : Number.NaN;
}

/** Not a number for a text of another form; nothing at all is the same in every form. */
function amountOf(form: Form, text: string): number {
  return text === "0" ? 0 : READERS[form](text);
}

/** A range from half to three times the value in force, which is one of the values. */
export function defaultRange(choice: Choice): Range {
  const form = formOf(choice);
  const write = WRITERS[form];
  const usual = amountOf(form, choice.usual);
  const isNothing = amountOf(form, choice.present) === 0;
  const [from, to] = isNothing ? [0, 2.5 * usual] : [usual / 2, 3 * usual];
  const highest = form === "share" ? Math.min(to, SHARE_MAX) : to;
  return { from: write(from), to: write(highest), count: COUNT };
}

/** The values of a range, each once; or one sentence on what cannot be read. */
export function valuesOf(
  choice: Choice,
  { from, to, count }: Range,
  countMax = COUNT_MAX,
): readonly string[] | string {
  const form = formOf(choice);
  const [first, last] = [from, to].map((text) => amountOf(form, text.trim()));
  if (first === undefined || last === undefined || Number.isNaN(first + last)) {
    const wrong = Number.isNaN(first) ? from : to;
    return `${choice.title} cannot be ${wrong || "nothing"}; write it like ${EXAMPLES[form]}.`;
  }
  if (!Number.isInteger(count) || count < 2 || count > countMax) {
    return `${choice.title} takes 2 to ${countMax} values.`;
  }
  const step = (last - first) / (count - 1);
  const values = Array.from({ length: count }, (_, index) => WRITERS[form](first + index * step));
  return [...new Set(values)];
}

import type { Random } from "../parsers/random.ts";

/** The same file as other programs write it, and with what few people know of YAML and JSON. */
export function odd(random: Random, text: string): string {
  return random.pick(text.startsWith("{") ? [...ANY, ...JSON_FORMS] : [...ANY, ...YAML_FORMS])(
    text,
    random,
  );
}

type Change = (text: string, random: Random) => string;

const ANY: readonly Change[] = [
  (text) => text.replaceAll("\n", "\r\n"),
  (text) => `\uFEFF${text}`,
  (text) => text.replaceAll(": ", ":\t"),
  (text) => `\n\n ${text}`,
];

const JSON_FORMS: readonly Change[] = [
  (text) =>
    text.replace(/"(\w)(\w+)":/, (_, first: string, rest: string) => {
      const code = first.charCodeAt(0).toString(16).padStart(4, "0");
      return `"\\u${code}${rest}":`;
    }),
  (text) => text.replaceAll(",", "\n,\n"),
  (text) => text.replace(/}\s*$/, ',"maxPods":null}'),
  (text) => text.replace(/}\s*$/, ',"":1}'),
  (text) => text.replace(/\d+/, (digits) => `${digits}${"0".repeat(400)}`),
  (text) => text.replace(/\d+/, (digits) => `0${digits}`),
  (text) => `${text}\n${text}`,
  (text) => text.replaceAll('"', "'"),
];

const YAML_FORMS: readonly Change[] = [
  (text) => `%YAML 1.1\n---\n${text.replace(/^---\n/, "")}`,
  (text) => `${text}...\n`,
  (text) => `${text}---\n${text}`,
  (text) => `# comment\n---\n${text.replace(/^---\n/, "")}`,
  (text) => `${text}maxPods: &a 5\nport: *a\n`,
  (text) => `${text}registerWithTaints:\n- &t {key: a, effect: NoSchedule}\n- *t\n`,
  (text) => `${text}logging: {<<: {verbosity: 3}, format: text}\n`,
  (text) => `${text}hairpinMode: >-\n  none\n`,
  (text) => `${text}hairpinMode: |\n  none\n`,
  (text) => `${text}hairpinMode:\n  promiscuous-\n  bridge\n`,
  (text, random) =>
    `${text}${random.pick(["maxPods", "hairpinMode"])}: ${random.pick(ODD_SCALARS)}\n`,
  (text, random) => `${text}${random.pick(ODD_SCALARS)}: 5\n`,
  (text) => text.replace(/: /, ": # comment\n   "),
  (text) => text.replaceAll("\n", "  \n"),
  (text) => `${text}? maxPods\n: 5\n`,
  (text) => text.replace(/^(\w+):/m, "'$1' :"),
];

const ODD_SCALARS = [
  "1:30",
  "190:20:30",
  "0777",
  "-0777",
  "0o17",
  "0b101",
  "0x1F",
  "1_000",
  "+12",
  "12e03",
  "685.230_15e+03",
  ".5",
  "5.",
  "1".repeat(60),
  `0.${"1".repeat(60)}`,
  "~",
  "Null",
  "2001-12-14",
  "2001-12-14t21:59:43.10-05:00",
  "!!str 5",
  "'it''s'",
  '"\\x41\\u00e9\\n"',
  "yes",
  "=",
  "<<",
  "- 1",
  "@a",
  "%a",
  "`a`",
  "a: b",
  "a #b",
  "a# b",
  '"a" b',
  "[1, 2,]",
  "{a: 1,}",
  "{a, b}",
  "[a: 1]",
];

/** Lines of a kubelet's log, as klog writes structured ones. */

export interface LogLine {
  /** RFC 3339. */
  readonly time: string;
  readonly message: string;
  /** A list where Go wrote one. */
  readonly values: Readonly<Record<string, string | readonly string[]>>;
}

const HEADER = /^[IWEF](\d\d)(\d\d) (\d\d:\d\d:\d\d\.\d{6}) +\d+ [^\]]+\] ("(?:[^"\\]|\\.)*")(.*)$/;
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;
const VALUE = new RegExp(String.raw` (\w+)=(${QUOTED}|\[[^\]]*\]|\S+)`, "g");
const ITEM = new RegExp(`${QUOTED}|[^\\s,[\\]]+`, "g");

/** The structured lines; `year` is the one klog leaves out. */
export function logLines(text: string, year: number): LogLine[] {
  return text.split("\n").flatMap((line) => {
    const [, month, day, clock, quoted = '""', rest = ""] = HEADER.exec(line) ?? [];
    if (month === undefined) return [];
    const values = [...rest.matchAll(VALUE)].map(([, name = "", value = ""]) => [
      name,
      value.startsWith("[") ? (value.match(ITEM) ?? []).map(unquoted) : unquoted(value),
    ]);
    return [
      {
        time: `${year}-${month}-${day}T${clock}Z`,
        message: JSON.parse(quoted) as string,
        values: Object.fromEntries(values),
      },
    ];
  });
}

/** Go's quoting of what a kubelet logs is JSON's. */
function unquoted(value: string): string {
  return value.startsWith('"') ? (JSON.parse(value) as string) : value;
}

import { JsonNumber, type JsonTree } from "../../json/tree.ts";

const WORDS: ReadonlyMap<string, JsonTree> = new Map<string, JsonTree>([
  ...words(true, "y Y yes Yes YES true True TRUE on On ON"),
  ...words(false, "n N no No NO false False FALSE off Off OFF"),
  ...words(null, "~ null Null NULL"),
  ["", null],
]);
const UNSUPPORTED = /^(?:\.nan|\.NaN|\.NAN|[+-]?\.(?:inf|Inf|INF))$/;
const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
const INTEGER = /^([-+]?)(?:0[xX]([\da-fA-F]+)|0[bB]([01]+)|0[oO]([0-7]+)|0([0-7]+)|(0|[1-9]\d*))$/;
const UINT64_END = 1n << 64n;
const INT64_MIN = -(1n << 63n);

/**
 * What a plain scalar of YAML is to the kubelet's reader (go-yaml 2, YAML 1.1): `text` when it is
 * nothing else, `unsupported` when JSON has no word for it.
 */
export function resolvePlain(text: string): { readonly tree: JsonTree } | "text" | "unsupported" {
  const word = WORDS.get(text);
  if (word !== undefined) return { tree: word };
  if (UNSUPPORTED.test(text)) return "unsupported";
  if (!/^[-+.\d]/.test(text)) return "text";
  const plain = text.startsWith(".") ? text : text.replaceAll("_", "");
  const integer = integerOf(plain);
  if (integer !== undefined) return { tree: new JsonNumber(String(integer)) };
  if (!FLOAT.test(plain)) return "text";
  const value = Number(plain);
  return Number.isFinite(value) ? { tree: new JsonNumber(jsonFloat(value)) } : "text";
}

/** As `strconv.ParseInt` and `ParseUint` read it with base 0; undefined beyond 64 bits. */
function integerOf(text: string): bigint | undefined {
  const found = INTEGER.exec(text);
  if (found === null) return undefined;
  const [, sign, hexadecimal, binary, octal, oldOctal, digits] = found;
  const prefixed: readonly (readonly [string, string | undefined])[] = [
    ["0x", hexadecimal],
    ["0b", binary],
    ["0o", octal ?? oldOctal],
    ["", digits],
  ];
  const [prefix, magnitude] = prefixed.find(([, some]) => some !== undefined) ?? ["", "0"];
  const value = BigInt(`${prefix}${magnitude}`) * (sign === "-" ? -1n : 1n);
  // Only numbers without a sign may use the 64th bit.
  const end = sign === "" ? UINT64_END : -INT64_MIN;
  return value >= INT64_MIN && value < end ? value : undefined;
}

/** How Go writes a float64 into JSON; -0 keeps its sign. */
function jsonFloat(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

function words(value: JsonTree, list: string): [string, JsonTree][] {
  return list.split(" ").map((word) => [word, value]);
}

import { type FieldFact, fieldsOf, type Release } from "./facts.ts";
import { parseDuration } from "./goText.ts";

type Members = Readonly<Record<string, unknown>>;

const ZEROS: Readonly<Record<string, unknown>> = {
  string: "",
  bool: false,
  int32: 0,
  int64: 0,
  uint32: 0,
  float64: 0,
  duration: "0s",
  durationOrNanoseconds: 0,
  quantity: "0",
  list: [],
  map: {},
  object: {},
};

/** A decoded configuration, its members defaulted as the kubelet defaults them. */
export class Settings {
  readonly release: Release;
  readonly #configuration: Members;
  readonly #gates: ReadonlyMap<string, boolean>;
  readonly #fields: ReadonlyMap<string, FieldFact>;

  /** `gates`: which feature gates are on. */
  constructor(configuration: Members, gates: ReadonlyMap<string, boolean>, release: Release) {
    this.release = release;
    this.#configuration = configuration;
    this.#gates = gates;
    this.#fields = fieldsOf(release);
  }

  isGateOn(name: string): boolean {
    return this.#gates.get(name) ?? false;
  }

  /** Whether the release has such a member. */
  has(path: string): boolean {
    return this.#fields.has(path);
  }

  /** Whether the document gives the member a value, be it its zero value. */
  isGiven(path: string): boolean {
    return this.#written(path) !== undefined;
  }

  /** Whether the document gives the member a value that is not its zero value. */
  isFilled(path: string): boolean {
    return !isZero(this.#written(path) ?? "", this.#fields.get(path)?.type);
  }

  number(path: string): number {
    return Number(this.#value(path));
  }

  /** Whether a member of several types is written as a text, or defaulted to one. */
  isText(path: string): boolean {
    return typeof this.#value(path) === "string";
  }

  text(path: string): string {
    return String(this.#value(path));
  }

  isOn(path: string): boolean {
    return this.#value(path) === true;
  }

  /** Nanoseconds. */
  duration(path: string): bigint {
    const value = this.#value(path);
    if (typeof value === "number") return BigInt(value);
    const parsed = parseDuration(String(value));
    return "value" in parsed ? parsed.value : 0n;
  }

  list(path: string): readonly unknown[] {
    const value = this.#value(path);
    return Array.isArray(value) ? value : [];
  }

  /** The names in a map. */
  keys(path: string): readonly string[] {
    const value = this.#value(path);
    return typeof value === "object" && value !== null ? Object.keys(value) : [];
  }

  texts(path: string): readonly string[] {
    return this.list(path).map((text) => (text === null ? "" : String(text)));
  }

  #value(path: string): unknown {
    const fact = this.#fields.get(path);
    const zero = ZEROS[fact?.type ?? "string"];
    const written = this.#written(path);
    if (written !== undefined && (fact?.pointer === true || !isZero(written, fact?.type)))
      return written;
    return fact?.default ?? zero;
  }

  #written(path: string): unknown {
    let value: unknown = this.#configuration;
    for (const name of path.split(".")) {
      if (typeof value !== "object" || value === null) return undefined;
      value = (value as Members)[name];
    }
    return value ?? undefined;
  }
}

/** An empty list is written, an absent one is not; a duration of nothing has many spellings. */
function isZero(value: unknown, type: string | undefined): boolean {
  if (value === "" || value === 0 || value === false) return true;
  if (typeof value !== "string" || !type?.startsWith("duration")) return false;
  const parsed = parseDuration(value);
  return "value" in parsed && parsed.value === 0n;
}

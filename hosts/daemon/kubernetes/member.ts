import { InputError } from "../../system/errors.ts";

/**
 * A member of a document, and where it is. What it holds appears in no error: it may be a secret.
 */
export class Member {
  readonly where: string;
  readonly #value: unknown;

  /** `where` begins a sentence, such as `config: users["admin"].user`. */
  constructor(value: unknown, where: string) {
    this.#value = value;
    this.where = where;
  }

  get isThere(): boolean {
    return this.#value !== undefined && this.#value !== null;
  }

  member(name: string): Member {
    const value = this.#value;
    if (this.isThere && (typeof value !== "object" || Array.isArray(value))) {
      throw new InputError(`${this.where} holds no members`, `write ${name} into it`);
    }
    const members = (value ?? {}) as Readonly<Record<string, unknown>>;
    const separator = this.where.endsWith(":") ? " " : ".";
    return new Member(
      Object.hasOwn(members, name) ? members[name] : undefined,
      `${this.where}${separator}${name}`,
    );
  }

  items(): readonly Member[] {
    if (!this.isThere) return [];
    if (!Array.isArray(this.#value))
      throw new InputError(`${this.where} is not a list`, "write one");
    return this.#value.map((item, index) => new Member(item, `${this.where}[${index}]`));
  }

  /** Undefined when it is absent, null or empty. */
  text(): string | undefined {
    if (!this.isThere || this.#value === "") return undefined;
    if (typeof this.#value === "string") return this.#value;
    throw new InputError(`${this.where} is not a string`, "put it in quotes");
  }

  required(): string {
    const text = this.text();
    if (text === undefined) throw new InputError(`${this.where} is missing`, "write it");
    return text;
  }

  isTrue(): boolean {
    if (!this.isThere) return false;
    if (typeof this.#value === "boolean") return this.#value;
    throw new InputError(`${this.where} is neither true nor false`, "write one of them");
  }
}

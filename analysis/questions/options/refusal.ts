/** The sentences about options that do not go together, each said in one place. */
import { type CommandRow, flagOf, type Term, type ValueKind } from "./row.ts";

/** What a command line gives: the texts of each option and argument, none for a switch. */
export type Given = ReadonlyMap<string, readonly string[]>;

const READ: readonly (ValueKind | undefined)[] = ["input", "text"];
/** A text for standard input: `-`, or `NODE=-`. */
const STANDARD_INPUT = /(?:^|=)-$/;

/** The first refusal of what is given; null when all of it goes together. */
export function refusalOf(command: CommandRow, given: Given): string | null {
  const sentences = new Refusals(command, given);
  return (
    sentences.excluded() ??
    sentences.notAlone() ??
    sentences.tooMany() ??
    sentences.standardInputTwice() ??
    sentences.unmet() ??
    sentences.missing()
  );
}

export function exclusion(a: string, b: string, advice = "give one"): string {
  return `${a} and ${b} exclude each other; ${advice}.`;
}

export function requirement(name: string, others: readonly string[]): string {
  return `${name} needs ${listed(others)}; add ${others.length === 1 ? "it" : "one"}.`;
}

/** `found` is what was given instead of what the option needs. */
export function unsuited(name: string, needed: string, found: string): string {
  return `${name} needs ${needed}; ${found}.`;
}

export function repetition(name: string, count: number, most: number, or?: string): string {
  const advice = most === 1 ? "give one" : `give at most ${most}`;
  return `${name} is given ${count} times; ${advice}${or === undefined ? "" : `, or ${or}`}.`;
}

function listed(all: readonly string[]): string {
  const last = all.at(-1) ?? "";
  return all.length > 1 ? `${all.slice(0, -1).join(", ")} or ${last}` : last;
}

class Refusals {
  readonly #command: CommandRow;
  readonly #given: Given;

  constructor(command: CommandRow, given: Given) {
    this.#command = command;
    this.#given = given;
  }

  excluded(): string | null {
    for (const [a, b, why] of this.#command.rules?.excludes ?? []) {
      const [first, second] = [this.#found(a), this.#found(b)];
      if (first === null || second === null) continue;
      const others = this.#otherChoices(b);
      const advice = others.length === 0 ? why : `use ${flagOf(nameOf(b))} ${listed(others)}`;
      return exclusion(first, second, advice);
    }
    return null;
  }

  notAlone(): string | null {
    for (const [term, ...allowed] of this.#command.rules?.alone ?? []) {
      const found = this.#found(term);
      if (found === null) continue;
      const others = [...this.#given.keys()].filter((name) => name !== nameOf(term));
      const other = others.find((name) => !allowed.includes(name));
      if (other !== undefined) return exclusion(found, this.#found(other) ?? "");
    }
    return null;
  }

  unmet(): string | null {
    for (const [term, ...others] of this.#command.rules?.needs ?? []) {
      const found = this.#found(term);
      if (found === null || others.some((other) => this.#found(other) !== null)) continue;
      return requirement(
        found,
        others.map((other) => this.#words(other)),
      );
    }
    return null;
  }

  tooMany(): string | null {
    for (const [name, most, or] of this.#command.rules?.atMost ?? []) {
      const count = this.#given.get(name)?.length ?? 0;
      if (count <= most) continue;
      return repetition(this.#flag(name), count, most, or);
    }
    return null;
  }

  standardInputTwice(): string | null {
    const readers = [...this.#given].flatMap(([name, texts]) => {
      const row = this.#command.options[name] ?? this.#command.arguments?.[name];
      const dashes = READ.includes(row?.value)
        ? texts.filter((text) => STANDARD_INPUT.test(text))
        : [];
      return dashes.map(() => this.#words(name));
    });
    const [first, second] = readers;
    if (second === undefined) return null;
    const twice =
      first === second ? `${first} asks for it twice` : `${first} and ${second} ask for it`;
    return `Standard input is read once, and ${twice}; give one as a file.`;
  }

  missing(): string | null {
    const rows = this.#command.rules?.oneOf ?? [];
    const row = rows.find(([names]) => names.every((name) => this.#found(name) === null));
    return row?.[1] ?? null;
  }

  /** The words for a term that is given; null for one that is not. */
  #found(term: Term): string | null {
    const name = nameOf(term);
    const texts = this.#given.get(name);
    if (texts === undefined) return null;
    if (typeof term === "string") {
      const [text = ""] = texts;
      return this.#isOption(name) || text === "-" ? this.#words(name) : text;
    }
    const text = texts.find((each) => valuesOf(term).includes(each));
    if (text === undefined) return null;
    return this.#isOption(name) ? `${this.#flag(name)} ${text}` : text;
  }

  /** The words for a term, whether it is given or not. */
  #words(term: Term): string {
    const name = nameOf(term);
    if (typeof term !== "string") return `${this.#flag(name)} ${listed(valuesOf(term))}`;
    return this.#isOption(name) ? this.#flag(name) : `the ${name}`;
  }

  #otherChoices(term: Term): readonly string[] {
    if (typeof term === "string") return [];
    const { choices = [] } = this.#command.options[nameOf(term)] ?? {};
    return choices.filter((each) => !valuesOf(term).includes(each));
  }

  #isOption(name: string): boolean {
    return this.#command.arguments?.[name] === undefined;
  }

  #flag(name: string): string {
    return flagOf(name, this.#command.options[name]);
  }
}

function nameOf(term: Term): string {
  return typeof term === "string" ? term : (Object.keys(term)[0] ?? "");
}

function valuesOf(term: Exclude<Term, string>): readonly string[] {
  return Object.values(term).flatMap((values) => values ?? []);
}

/**
 * Parts of an extended regular expression, matched within a bound. A name of a process has at most
 * 15 bytes, so the places where a part may end are bits of one number; each part is matched once
 * from each place, whatever is nested in it.
 */

/** The most bytes of a name that the kernel knows. */
export const NAME_BYTES_MAX = 15;
/** Places before, between and after these bytes. */
const PLACES = NAME_BYTES_MAX + 1;
const UNKNOWN = -1;

export abstract class Part {
  readonly #ends = new Int32Array(PLACES);

  /** Forgets the name before. */
  forget(): void {
    this.#ends.fill(UNKNOWN);
  }

  /** Where it may end, as bits, when it begins at a place. */
  endsFrom(name: Uint8Array, place: number): number {
    const known = this.#ends[place] ?? UNKNOWN;
    if (known !== UNKNOWN) return known;
    const ends = this.matched(name, place);
    this.#ends[place] = ends;
    return ends;
  }

  /** The same from any of several places. */
  endsFromAny(name: Uint8Array, places: number): number {
    let ends = 0;
    for (let place = 0; places >> place !== 0; place += 1) {
      if (((places >> place) & 1) === 1) ends |= this.endsFrom(name, place);
    }
    return ends;
  }

  protected abstract matched(name: Uint8Array, place: number): number;
}

/** One byte of a set. */
export class ByteOf extends Part {
  readonly #bytes: ReadonlySet<number>;

  constructor(bytes: ReadonlySet<number>) {
    super();
    this.#bytes = bytes;
  }

  protected matched(name: Uint8Array, place: number): number {
    const byte = name[place];
    return byte !== undefined && this.#bytes.has(byte) ? 1 << (place + 1) : 0;
  }
}

/** No byte, where the ones before and after are as they have to be. */
export class Between extends Part {
  readonly #isAt: (before: number | undefined, after: number | undefined) => boolean;

  constructor(isAt: (before: number | undefined, after: number | undefined) => boolean) {
    super();
    this.#isAt = isAt;
  }

  protected matched(name: Uint8Array, place: number): number {
    return this.#isAt(name[place - 1], name[place]) ? 1 << place : 0;
  }
}

/** One after the other; an empty one matches no byte. */
export class Sequence extends Part {
  readonly #parts: readonly Part[];

  constructor(parts: readonly Part[]) {
    super();
    this.#parts = parts;
  }

  protected matched(name: Uint8Array, place: number): number {
    return this.#parts.reduce((places, part) => part.endsFromAny(name, places), 1 << place);
  }
}

export class Choice extends Part {
  readonly #parts: readonly Part[];

  constructor(parts: readonly Part[]) {
    super();
    this.#parts = parts;
  }

  protected matched(name: Uint8Array, place: number): number {
    return this.#parts.reduce((ends, part) => ends | part.endsFrom(name, place), 0);
  }
}

/**
 * `least` to `most` times. Once as many turns are taken as there are places, some of them match no
 * byte, so one turn more or less changes nothing.
 */
export class Repeated extends Part {
  readonly #part: Part;
  readonly #least: number;
  readonly #more: number;

  constructor(part: Part, least: number, most: number) {
    super();
    this.#part = part;
    this.#least = Math.min(least, PLACES);
    this.#more = Math.min(most - least, PLACES);
  }

  protected matched(name: Uint8Array, place: number): number {
    let places = 1 << place;
    for (let turn = 0, before = 0; turn < this.#least && places !== before; turn += 1) {
      before = places;
      places = this.#part.endsFromAny(name, before);
    }
    let ends = places;
    for (let turn = 0; turn < this.#more && places !== 0; turn += 1) {
      places = this.#part.endsFromAny(name, places) & ~ends;
      ends |= places;
    }
    return ends;
  }
}

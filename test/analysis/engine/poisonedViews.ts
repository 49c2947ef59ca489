/**
 * Every test runs with this: views of a module's memory are overwritten as soon as they are
 * invalid. A view is memory of its own here, so a later document is never read in place of the one
 * that was there.
 */
import { ModuleInstance, type ModuleSurface } from "../../../analysis/engine/moduleInstance.ts";

/** In no document: it is neither JSON nor UTF-8. */
const POISON = 0xaa;
/** They answer where members of the document lie, which is read until the next document comes. */
const LEAVES_VIEWS = new Set(["members", "record"]);

/** No line that is read into a module is longer. */
const VIEW_BYTES_MAX = 0x200000;

type Instance = ModuleInstance<ModuleSurface>;
type Method = "place" | "isInPlace" | "call" | "left" | "output";

const original = Object.fromEntries(
  (["place", "isInPlace", "call", "left", "output"] satisfies Method[]).map((name) => [
    name,
    ModuleInstance.prototype[name],
  ]),
) as Pick<Instance, Method>;

/** The views that are valid, by the place that each replaces. */
const handedOut = new WeakMap<Instance, Map<number, Uint8Array>>();
function overwrite(instance: Instance, place: number): void {
  const views = handedOut.get(instance);
  const view = views?.get(place);
  if (view === undefined) return;
  view.fill(POISON);
  views?.delete(place);
}

function placeOf(instance: Instance): Uint8Array {
  return original.place.call(instance);
}

/** The view that begins where a document is taken from; undefined when none was handed out. */
function viewOf(instance: Instance): Uint8Array | undefined {
  return handedOut.get(instance)?.get(placeOf(instance).byteOffset);
}

const PATCHES: Pick<Instance, Method> = {
  place(this: Instance) {
    const real = placeOf(this);
    overwrite(this, real.byteOffset);
    const view = new Uint8Array(Math.min(real.length, VIEW_BYTES_MAX));
    const views = handedOut.get(this) ?? new Map<number, Uint8Array>();
    handedOut.set(this, views.set(real.byteOffset, view));
    return view;
  },
  isInPlace(this: Instance, bytes: Uint8Array) {
    const view = viewOf(this);
    const isOfView = bytes.buffer === view?.buffer && bytes.byteOffset === view.byteOffset;
    return isOfView || original.isInPlace.call(this, bytes);
  },
  call(this: Instance, verb, document, ...more) {
    if (typeof document === "number" || typeof document === "bigint") {
      return original.call.call(this, verb, document, ...more);
    }
    const real = placeOf(this);
    const isPlaced = document instanceof Uint8Array && this.isInPlace(document);
    // A copy: what is overwritten may be a part of the view.
    const given = document instanceof Uint8Array ? document.slice() : document;
    if (isPlaced) real.set(document);
    if (!isPlaced || !LEAVES_VIEWS.has(verb)) overwrite(this, real.byteOffset);
    const placed = isPlaced ? real.subarray(0, document.length) : given;
    return original.call.call(this, verb, placed, ...more);
  },
  left(this: Instance, size: number) {
    return placeOf(this).slice(0, size);
  },
  output(this: Instance) {
    const bytes = original.output.call(this);
    if (bytes.buffer === placeOf(this).buffer) throw new Error("An answer is not a copy.");
    return bytes;
  },
};

/** A worker runs this again for each file. */
const PATCHED = Symbol.for("plimsoll poisoned views");
if (!Object.hasOwn(ModuleInstance.prototype, PATCHED)) {
  Object.assign(ModuleInstance.prototype, PATCHES, { [PATCHED]: true });
}

import { type Extension, RangeSet, StateEffect, StateField, type Text } from "@codemirror/state";
import { EditorView, GutterMarker, gutterLineClass } from "@codemirror/view";

/** Pairs of lines that are looked at; above that, a stretch counts as changed as a whole. */
const PAIRS_MAX = 250_000;

/** The lines, from 0, that do not stand in `before` in the same order. */
export function changedLines(before: readonly string[], now: readonly string[]): readonly number[] {
  let start = 0;
  while (start < now.length && start < before.length && before[start] === now[start]) start++;
  let same = 0;
  const shorter = Math.min(before.length, now.length) - start;
  while (same < shorter && before.at(-1 - same) === now.at(-1 - same)) same++;
  const old = before.slice(start, before.length - same);
  const own = now.slice(start, now.length - same);
  const kept = old.length * own.length > PAIRS_MAX ? new Set<number>() : sharedLines(old, own);
  return own.flatMap((_, at) => (kept.has(at) ? [] : [start + at]));
}

/** Which of `own` belong to a longest sequence of lines that both have. */
function sharedLines(old: readonly string[], own: readonly string[]): ReadonlySet<number> {
  // How long that sequence is from a line of each on.
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(own.length + 1));
  const length = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = own.length - 1; j >= 0; j--) {
      const longest =
        old[i] === own[j] ? length(i + 1, j + 1) + 1 : Math.max(length(i + 1, j), length(i, j + 1));
      lengths[i]?.fill(longest, j, j + 1);
    }
  }
  const found = new Set<number>();
  for (let i = 0, j = 0; i < old.length && j < own.length; ) {
    if (old[i] === own[j]) {
      found.add(j);
      i++;
      j++;
    } else if (length(i + 1, j) >= length(i, j + 1)) i++;
    else j++;
  }
  return found;
}

/** What the recording was made under. */
export const setRecorded = StateEffect.define<Text>();

interface Marked {
  readonly recorded: Text | null;
  readonly marks: RangeSet<GutterMarker>;
}

class ChangedMarker extends GutterMarker {
  override readonly elementClass = "changed";
}

const CHANGED = new ChangedMarker();

const changed = StateField.define<Marked>({
  create: () => ({ recorded: null, marks: RangeSet.empty }),
  update(marked, { state, effects, docChanged }) {
    const given = effects.find((effect) => effect.is(setRecorded));
    if (given === undefined && !docChanged) return marked;
    const recorded: Text | null = given?.value ?? marked.recorded;
    if (recorded === null) return marked;
    const lines = changedLines([...recorded.iterLines()], [...state.doc.iterLines()]);
    const marks = lines.map((at) => CHANGED.range(state.doc.line(at + 1).from));
    return { recorded, marks: RangeSet.of(marks) };
  },
  provide: (field) => gutterLineClass.from(field, ({ marks }) => marks),
});

/** A bar next to the number of each line that is not as it was recorded. */
export const changedBars: Extension = [
  changed,
  EditorView.theme({
    ".cm-lineNumbers .cm-gutterElement.changed": { boxShadow: "inset -3px 0 var(--accent)" },
  }),
];

import { describe, expect, it } from "vitest";
import { type Edit, Edits } from "../../../../hosts/browser/state/edits.ts";

const edit = (configuration: string): Edit => ({ configuration, changes: [], whatIf: null });
const none: Edit["changes"] = [];
const text = (each: Edit | null) => each?.configuration ?? null;
const of = (configuration: string): Edit => ({ configuration, changes: none, whatIf: null });

describe("the history of what was changed", () => {
  it("goes back and forth over what was committed", () => {
    const edits = new Edits(of("a"));
    for (const each of ["b", "c"]) edits.commit(of(each));
    expect([text(edits.undo()), text(edits.undo()), text(edits.undo())]).toEqual(["b", "a", null]);
    expect([text(edits.redo()), text(edits.redo()), text(edits.redo())]).toEqual(["b", "c", null]);
  });

  it("takes what is the same for no step", () => {
    const edits = new Edits(of("a"));
    edits.commit(of("a"));
    expect(edits.canUndo.value).toBe(false);
    edits.commit({ ...of("a"), whatIf: true });
    expect(edits.canUndo.value).toBe(true);
  });

  it("forgets what was undone once something else is changed", () => {
    const edits = new Edits(of("a"));
    edits.commit(of("b"));
    edits.undo();
    edits.commit(of("c"));
    expect(edits.canRedo.value).toBe(false);
    expect(text(edits.undo())).toBe("a");
  });

  it("begins again with another capture", () => {
    const edits = new Edits(of("a"));
    edits.commit(of("b"));
    edits.begin(of("other"));
    expect(edits.undo()).toBeNull();
    expect(edits.redo()).toBeNull();
  });

  it("keeps a bounded number of steps", () => {
    const edits = new Edits(of("0"));
    for (let step = 1; step <= 500; step++) edits.commit(edit(String(step)));
    let undone = 0;
    while (edits.undo() !== null) undone++;
    expect(undone).toBe(200);
  });
});

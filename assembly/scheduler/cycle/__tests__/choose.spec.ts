/** The root of Go's container/heap after Init: the first of the highest in preorder. */
import { precedes } from "../choose.ts";

/** Sifts down as heap.Init does, over indices of totals where 1 is the highest. */
function rootOf(totals: i32[]): i32 {
  const heap: i32[] = [];
  for (let index = 0; index < totals.length; index++) heap.push(index);
  for (let start = totals.length / 2 - 1; start >= 0; start--) {
    let at = start;
    while (2 * at + 1 < heap.length) {
      let child = 2 * at + 1;
      const right = child + 1;
      if (right < heap.length && totals[heap[right]] > totals[heap[child]]) child = right;
      if (totals[heap[child]] <= totals[heap[at]]) break;
      const moved = heap[at];
      heap[at] = heap[child];
      heap[child] = moved;
      at = child;
    }
  }
  return heap[0];
}

describe("among equal totals", () => {
  it("a parent comes before its children, a left subtree before the right one", () => {
    expect(precedes(3, 1)).toBe(false);
    expect(precedes(3, 2)).toBe(true);
    expect(precedes(5, 4)).toBe(false);
    expect(precedes(7, 4)).toBe(true);
  });

  it("the first in preorder is the root of the heap, for every set of up to eleven", () => {
    for (let size = 1; size <= 11; size++) {
      for (let set = 1; set < 1 << size; set++) {
        const totals: i32[] = [];
        let best = -1;
        for (let index = 0; index < size; index++) {
          totals.push((set >> index) & 1);
          if (totals[index] == 0) continue;
          if (best < 0 || precedes(u32(index), u32(best))) best = index;
        }
        if (best != rootOf(totals)) expect(best).toBe(rootOf(totals), set.toString());
      }
    }
    expect(true).toBe(true);
  });
});

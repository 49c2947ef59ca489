import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordsOf } from "../../../../analysis/read/kubelet/words.ts";

describe("the words of a text with flags", () => {
  it.each([
    ["--a=1 --b 2", ["--a=1", "--b", "2"]],
    ["/usr/bin/kubelet --a='x<1,y<2' --b=\"c d\"", ["/usr/bin/kubelet", "--a=x<1,y<2", "--b=c d"]],
    ["--a=x\\ y \\\n  --b", ["--a=x y", "--b"]],
    ["# --a\n; --b\n--c", ["--c"]],
    ["--a=memory.available<100Mi --b", ["--a=memory.available<100Mi", "--b"]],
    ["KUBELET_ARGS=\"--a=1 --b='2 3'\"", ["--a=1", "--b=2 3"]],
    ['Environment="KUBELET_ARGS=--a=1 --b=2"', ["--a=1", "--b=2"]],
    [
      "ExecStart=/usr/bin/kubelet $ARGS \\\n  --a=1",
      ["ExecStart=/usr/bin/kubelet", "$ARGS", "--a=1"],
    ],
    ["--system-reserved memory=500Mi", ["--system-reserved", "memory=500Mi"]],
    ["--feature-gates A=true", ["--feature-gates", "A=true"]],
    ["kubelet\0--a=x y\0--b\0", ["kubelet", "--a=x y", "--b"]],
    ["--a='unfinished", ["--a=unfinished"]],
    ["''", [""]],
    ["", []],
  ])("%j", (text, words) => expect(wordsOf(text)).toEqual(words));

  it("come back from their quoted form", () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.string({ unit: fc.constantFrom(..."ab-<,.% \"'\\$") }).map((word) => `--${word}`),
        ),
        (words) => {
          const quoted = words.map((word) => `"${word.replace(/["\\$]/g, "\\$&")}"`);
          expect(wordsOf(quoted.join(" "))).toEqual(words);
        },
      ),
    ));

  it("are an answer for any text", { tags: "long" }, () =>
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(wordsOf(text)).toBeInstanceOf(Array);
      }),
    ),
  );
});

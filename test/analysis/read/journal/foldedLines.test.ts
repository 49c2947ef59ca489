import { describe, expect, it } from "vitest";
import { FoldedLines } from "../../../../analysis/read/journal/foldedLines.ts";

const HEAD = "Apr 12 09:28:14 node-1 k3s[14260]: W0412 09:28:14.";
const CART = "shop/cart-7d9f8b6c5-abcde";
const RANKED = `"${CART}","shop/report-5d8f6b7c9-xyz12","kube-system/coredns-7448499f4d-pdmzr"`;
const LINES = [
  ["744599", 333, 'attempting to reclaim" resourceName="ephemeral-storage"'],
  ["769517", 344, 'must evict pod(s) to reclaim" resourceName="ephemeral-storage"'],
  ["769630", 362, `pods ranked for eviction" pods=[${RANKED}]`],
  ["800000", 581, `pod is evicted successfully" pod="${CART}"`],
  ["800100", 199, `pods evicted, waiting for pod to be cleaned up" pods=["${CART}"]`],
].map(([time, line, said]) => {
  return `${HEAD}${time}   14260 eviction_manager.go:${line}] "Eviction manager: ${said}`;
});

function unfolded(text: string): string[] {
  const folded = new FoldedLines();
  const lines = text.split("\n").flatMap((line, index) => folded.take(line, index + 1));
  return [...lines, ...folded.end()].map((line) => line.text);
}

const atWidth = (width: number) => (line: string) =>
  (line.match(new RegExp(`.{1,${width}}`, "g")) ?? []).join("\n");

function betweenWords(width: number) {
  return (line: string) => {
    const lines = [""];
    for (const word of line.split(/(?<=\S) /)) {
      const last = lines.at(-1) ?? "";
      if (last === "") lines[lines.length - 1] = word;
      else if (last.length + 1 + word.length > width) lines.push(word);
      else lines[lines.length - 1] = `${last} ${word}`;
    }
    return lines.join("\n");
  };
}

describe("a kubelet's log whose lines are folded", () => {
  it.each([
    ["at 80 characters", atWidth(80)],
    ["at 100 characters", atWidth(100)],
    ["at 132 characters", atWidth(132)],
    ["between words at 72 characters", betweenWords(72)],
    ["between words at 100 characters", betweenWords(100)],
    ["behind the header", (line: string) => line.replace("] ", "] \n")],
    ["and indented", (line: string) => atWidth(80)(line).replaceAll("\n", `\n${" ".repeat(36)}`)],
    ["and quoted", (line: string) => atWidth(80)(line).replace(/^/gm, "> ")],
  ])("has them whole again: %s", (_, fold) => {
    expect(unfolded(LINES.map(fold).join("\n"))).toEqual(LINES);
  });

  it("has lines that are whole as they were", () => {
    const text = [...LINES, "", "Then it was quiet.", LINES[0]].join("\n");
    expect(unfolded(text)).toEqual(text.split("\n"));
  });

  it("does not take what a person wrote below a line for a part of it", () => {
    const text = `${LINES[3]}\nIs that a bug?\n${LINES[2]}\nThat is strange.`;
    expect(unfolded(text)).toContain("Is that a bug?");
  });
});

import { expect, it } from "vitest";
import { DocumentsByNode } from "../../../../analysis/read/bundle/nodeDocuments.ts";

it("keeps no more Summaries than 256 MiB, however many nodes a bundle has", () => {
  const documents = new DocumentsByNode();
  const summary = new Uint8Array(2 ** 26);
  const kept = ["a", "b", "c", "d", "e"].map((node) => documents.addSummary(node, summary));
  expect(kept).toEqual([true, true, true, true, false]);
  expect(documents.of("d")).not.toBeNull();
  expect(documents.of("e")).toBeNull();
});

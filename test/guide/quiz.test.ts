/** The quiz has the module's answers: `GUIDE=write` writes it again. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { quiz } from "./quiz.ts";
import { WRITES } from "./writes.ts";

const FILE = new URL("../../docs/tutorial/quiz.md", import.meta.url);

test("each answer of the quiz is what the module decides", async () => {
  const page = await quiz();
  if (WRITES) writeFileSync(FILE, page);
  expect(readFileSync(FILE, "utf8")).toBe(page);
});

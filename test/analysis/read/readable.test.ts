import { describe, expect, it } from "vitest";
import { Answer } from "../../../analysis/engine/answer.ts";
import { readable } from "../../../analysis/read/readable.ts";

function answer(text: string): Answer<{ message: string }> {
  return new Answer(new TextEncoder().encode(text));
}

describe("a name from a document cannot play on the terminal", () => {
  it.each([
    ["an escape sequence", '{"message":"\\u001b[2Jgone"}', "\ufffd[2Jgone"],
    ["an escape sequence in capitals", '{"message":"\\u001B]0;x"}', "\ufffd]0;x"],
    ["a line feed", '{"message":"a\\nb"}', "a\ufffdb"],
    ["a C1 control character", '{"message":"a\\u009bb"}', "a\ufffdb"],
    ["a C1 control character unescaped", '{"message":"a\u009bb"}', "a\ufffdb"],
    ["quotes and backslashes are escaped", '{"message":"\\"a\\\\b\\""}', '"a\\b"'],
    ["a backslash before an n is not a line feed", '{"message":"a\\\\nb"}', "a\\nb"],
  ])("%s", (_, text, message) => {
    expect(readable(answer(text)).message).toBe(message);
  });
});

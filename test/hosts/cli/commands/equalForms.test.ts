/** What is the same input in another form is answered in the same way. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ExitCode } from "../../../../hosts/cli/exitCode.ts";
import { AS_IS, FORMS, type Form, WAYS, type Way } from "../../../analysis/forms.ts";
import { commandLine } from "../commandLine.ts";
import { COMMANDS, INPUTS, type Input, REFUSED } from "../formInputs.ts";

const folder = mkdtempSync(join(tmpdir(), "plimsoll-forms-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What standard input is called: a file of that name is called alike. */
const NAME = "standard input";
/** No name makes a line so long that it is broken elsewhere. */
const COLUMNS = 10_000;

/** Inputs that may be standard input: a change of a cluster is a file or a text. */
function pipedOf(words: string): readonly Input[] {
  const piped = words.replace(/--change @\w+/g, "").match(/(?<=@)\w+/g);
  return (piped ?? []) as Input[];
}

function pathOf(input: Input, { of }: Form): string {
  const own = join(folder, input);
  mkdirSync(own, { recursive: true });
  const path = join(own, NAME);
  writeFileSync(path, of(INPUTS[input]));
  return path;
}

/** An input that does not come from its file. */
interface Piped {
  readonly input: Input;
  readonly chunks: Iterable<Uint8Array>;
}

/** How a command line ends: each input is a file in a form, but for the one that is piped. */
async function answered(words: string, form: Form, piped = messageIn(words, form)) {
  const given = words.split(" ").map((word) => {
    if (!word.startsWith("@")) return word;
    const input = word.slice(1) as Input;
    return input === piped?.input ? "-" : pathOf(input, form);
  });
  const around = piped === undefined ? {} : { piped: piped.chunks };
  const { exitCode, stdout, stderr } = await commandLine(given, { columns: COLUMNS, ...around });
  return { exitCode, stdout: normalized(stdout), stderr: normalized(stderr) };
}

/** A message is an argument, or standard input. */
function messageIn(words: string, { of }: Form): Piped | undefined {
  if (!words.includes("@message")) return undefined;
  return { input: "message", chunks: [of(INPUTS.message)] };
}

const PATH = new RegExp(`'?${folder}/\\w+/${NAME}'?`, "g");

function normalized(text: string): string {
  return (
    text
      .replace(PATH, NAME)
      // A long path is on a line of its own.
      .replaceAll(`:\n${NAME}`, `: ${NAME}`)
      // A command about standard input cannot be typed again.
      .replace(/\n+Next steps\n(?: .*\n)+/, "\n")
      .replace(/\n+Next {2}.*$/s, "\n")
      // When a daemon decided; its log has it first.
      .replace(/^\{"time":"[^"]*"/gm, "{")
  );
}

/** Places in a text are those of its form. */
function withoutPlaces({ stderr }: { readonly stderr: string }): string {
  return stderr.replace(/byte \d+|\d+ lines/g, "N");
}

async function expectAlike(words: string, forms: readonly Form[], ways: readonly Way[]) {
  const whole = await answered(words, AS_IS);
  expect(whole.stdout).not.toBe("");
  for (const form of forms) {
    expect([form.name, await answered(words, form)]).toEqual([form.name, whole]);
  }
  for (const input of pipedOf(words)) {
    for (const { name, chunksOf } of ways) {
      const ended = await answered(words, AS_IS, { input, chunks: chunksOf(INPUTS[input]) });
      expect([input, name, ended]).toEqual([input, name, whole]);
    }
  }
}

describe.each(COMMANDS)("plimsoll %s", (words) => {
  it("answers alike, whatever the form of what it reads", async () => {
    const [forms, ways] = [FORMS, WAYS].map((all) => all.filter(({ isHardest }) => isHardest));
    await expectAlike(words, forms as Form[], ways as Way[]);
  });

  it("answers alike in every form", { tags: "long" }, async () => {
    await expectAlike(words, FORMS, WAYS);
  });
});

describe.each(REFUSED)("plimsoll %s", (words) => {
  it("says what it was given, whatever its form", async () => {
    const whole = await answered(words, AS_IS);
    expect(whole.exitCode).toBe(ExitCode.Input);
    for (const form of FORMS) {
      const refused = withoutPlaces(await answered(words, form));
      expect([form.name, refused]).toEqual([form.name, withoutPlaces(whole)]);
    }
  });
});

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { ExitCode, Failure, usageFailure } from "./exitCode.ts";

/** An example capture that is shipped with the program. */
export interface Example {
  readonly name: string;
  /** Of the capture, beside the index. */
  readonly file: string;
  readonly title: string;
  /** What happens in it, in a sentence or two. */
  readonly story: string;
}

/** In the package, beside the bundle of a checkout, or beside the sources. */
const PLACES = ["./examples/", "../examples/", "../../examples/"];

export async function listExamples(): Promise<readonly Example[]> {
  return (await shelf()).examples;
}

/** The example of that name and the path of its capture. */
export async function findExample(name: string): Promise<Example & { readonly path: string }> {
  const { examples, place } = await shelf();
  const found = examples.find((example) => example.name === name);
  if (found === undefined) {
    const names = examples.map((example) => example.name).join(", ");
    throw usageFailure(`--example ${name}: there is no such example; choose one of ${names}.`);
  }
  const path = fileURLToPath(new URL(found.file, place));
  return { ...found, path };
}

/** The paths of the index and of every capture it names. */
export async function exampleFiles(): Promise<readonly string[]> {
  const { examples, place } = await shelf();
  const names = ["index.json", ...examples.map(({ file }) => file)];
  return names.map((name) => fileURLToPath(new URL(name, place)));
}

interface Shelf {
  readonly place: URL;
  readonly examples: readonly Example[];
}

async function shelf(): Promise<Shelf> {
  for (const directory of PLACES) {
    const place = new URL(directory, import.meta.url);
    try {
      const text = await readFile(new URL("index.json", place), "utf8");
      return { place, examples: JSON.parse(text) as Example[] };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  throw new Failure(
    ExitCode.Internal,
    "The example captures are not beside the program; install plimsoll again.",
  );
}

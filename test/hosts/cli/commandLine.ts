import type { ExitCode } from "../../../hosts/cli/exitCode.ts";
import { run } from "../../../hosts/cli/run.ts";
import type { Io, Output } from "../../../hosts/system/io.ts";
import { withKeptInstances } from "./instances.ts";

/** What the process around a command is like; everything else is that of a pipe. */
export interface NodeContext {
  readonly stdin?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly isTerminal?: boolean;
  /** What a person types before a command. */
  readonly program?: string;
  /** What writing to standard output fails with. */
  readonly failure?: Error;
}

export interface Ended {
  readonly exitCode: ExitCode;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line inside this process, with streams that gather what is written. */
export async function commandLine(
  words: readonly string[],
  around: NodeContext = {},
): Promise<Ended> {
  const { stdin = "", environment = {}, columns = 100, isTerminal = false, failure } = around;
  const written = { stdout: "", stderr: "" };
  const decoder = new TextDecoder();
  const output = (name: keyof typeof written): Output => ({
    isTerminal,
    columns,
    rows: 24,
    onResize: () => () => {},
    async write(chunk) {
      if (name === "stdout" && failure !== undefined) throw failure;
      written[name] += typeof chunk === "string" ? chunk : decoder.decode(chunk);
    },
  });
  const io: Io = {
    stdout: output("stdout"),
    stderr: output("stderr"),
    environment,
    readStdin: async () => new TextEncoder().encode(stdin),
    hasStdin: stdin !== "",
    beginningOfStdin: async () => [new TextEncoder().encode(stdin)],
    ...(around.program === undefined ? {} : { program: around.program }),
  };
  const exitCode = await withKeptInstances(() => run(words, io));
  return { exitCode, ...written };
}

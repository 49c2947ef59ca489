import { ExitCode } from "./exitCode.ts";
import { processIo } from "./io.ts";
import { run } from "./run.ts";

// The reader of a pipe has seen enough (`| head`): that is no error of ours.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(ExitCode.Ok);
  throw error;
});

process.exitCode = await run(process.argv.slice(2), processIo());

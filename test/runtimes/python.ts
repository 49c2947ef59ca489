/** The package that Python programs import, played as they would use it. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { playTapes } from "./moduleTapes.ts";
import { run } from "./process.ts";
import { type Runtime, readPlayed } from "./runtime.ts";

const PYTHON = fileURLToPath(new URL("../../build/python/bin/python", import.meta.url));
const PLAYER = fileURLToPath(new URL("engines/host.py", import.meta.url));
/** The other modules, in the same engine. */
const CALLS = fileURLToPath(new URL("engines/calls.py", import.meta.url));
const VERSION = "from importlib.metadata import version; print(version('wasmtime'))";

export const PYTHON_HOST: Runtime = {
  name: "hosts/python",
  engine: "Cranelift",
  install: "npm run pack -- python, which needs Python 3.10 or newer and PyPI",
  async find() {
    if (!existsSync(PYTHON)) return null;
    const version = (await run(PYTHON, ["-c", VERSION])).trim();
    const environment = { PYTHONDONTWRITEBYTECODE: "1" };
    return {
      version,
      async play({ path }) {
        const played = readPlayed(
          await run(PYTHON, [PLAYER, path("corpus.tape")], { environment }),
        );
        const also = await playTapes(async (module, tape) =>
          readPlayed(await run(PYTHON, [CALLS, path(module), path(tape)], { environment })),
        );
        return { ...played, also };
      },
    };
  },
};

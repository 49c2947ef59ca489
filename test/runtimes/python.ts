/** The package that Python programs import, played as they would use it. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { run } from "./process.ts";
import { type Runtime, readPlayed } from "./runtime.ts";

const PYTHON = fileURLToPath(new URL("../../build/python/bin/python", import.meta.url));
const PLAYER = fileURLToPath(new URL("engines/host.py", import.meta.url));
const VERSION = "from importlib.metadata import version; print(version('wasmtime'))";

export const PYTHON_HOST: Runtime = {
  name: "hosts/python",
  engine: "Cranelift",
  install: "npm run python:install, which needs Python 3.10 or newer and PyPI",
  async find() {
    if (!existsSync(PYTHON)) return null;
    const version = (await run(PYTHON, ["-c", VERSION])).trim();
    const environment = { PYTHONDONTWRITEBYTECODE: "1" };
    return {
      version,
      play: async ({ path }) =>
        readPlayed(await run(PYTHON, [PLAYER, path("corpus.tape")], { environment })),
    };
  },
};

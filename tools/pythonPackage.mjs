/** Installs hosts/python for its tests and for those of runtimes, in build/python. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./parts.mjs";

const ENVIRONMENT = join(ROOT, "build/python");
const INSTALL = ["install", "-q", "--disable-pip-version-check", "-e", "hosts/python"];

execFileSync("python3", ["-m", "venv", ENVIRONMENT], { stdio: "inherit" });
execFileSync(join(ENVIRONMENT, "bin/pip"), INSTALL, { cwd: ROOT, stdio: "inherit" });

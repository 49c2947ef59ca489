/** Programs inside npm packages, in the one that npm chose for this platform. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PACKAGES = fileURLToPath(new URL("node_modules", import.meta.url));

export const INSTALL_PACKAGES = "npm ci --prefix test/runtimes";

/**
 * `folder`: where packages for platforms lie, such as `@deno`; `prefix`: how their names begin;
 * `program`: its path inside. Null when there is none.
 */
export function packagedProgram(folder: string, prefix: string, program: string): string | null {
  const place = join(PACKAGES, folder);
  if (!existsSync(place)) return null;
  const names = readdirSync(place).filter((name) => name.startsWith(prefix));
  const paths = names.flatMap((name) => [
    join(place, name, program),
    join(place, name, `${program}.exe`),
  ]);
  return paths.find((path) => existsSync(path)) ?? null;
}

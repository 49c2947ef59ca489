/** Rules about what is installed: the same versions everywhere, on every platform. */
import type { Finding, Rule, TreeFile } from "./tree.ts";

interface Manifest {
  readonly [group: string]: Readonly<Record<string, string>> | undefined;
}

interface Lockfile {
  readonly packages: Readonly<Record<string, { optionalDependencies?: Record<string, string> }>>;
}

const GROUPS = ["dependencies", "devDependencies", "overrides"];
/** An exact version, or `$name`: the version of a package of our own. */
const PINNED = /^(\d+\.\d+\.\d+(-[\w.]+)?|\$@?[\w/-]+)$/;

function readJson<T>(tree: readonly TreeFile[], path: string, or: T): T {
  const file = tree.find((candidate) => candidate.path === path);
  return file ? (JSON.parse(file.text) as T) : or;
}

function loosePins(tree: readonly TreeFile[]): Finding[] {
  const manifest = readJson<Manifest>(tree, "package.json", {});
  return GROUPS.flatMap((group) => Object.entries(manifest[group] ?? {}))
    .filter(([, version]) => !PINNED.test(version))
    .map(([name, version]) => ({
      path: "package.json",
      line: 1,
      sentence: `${name} "${version}" floats; name one version.`,
    }));
}

/**
 * npm leaves a platform's package out of the lockfile when its registry does not have it, and
 * `npm ci` then refuses that lockfile everywhere.
 */
function unlockedPlatforms(tree: readonly TreeFile[]): Finding[] {
  const { packages } = readJson<Lockfile>(tree, "package-lock.json", { packages: {} });
  const locked = new Set(Object.keys(packages).map((path) => path.split("node_modules/").at(-1)));
  return Object.values(packages)
    .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
    .filter((name) => !locked.has(name))
    .map((name) => ({
      path: "package-lock.json",
      line: 1,
      sentence: `${name} is not locked; take a release that exists for every platform.`,
    }));
}

export const PACKAGE_RULES: readonly Rule[] = [
  {
    title: "versions are pinned exactly",
    check: loosePins,
    bad: { "package.json": '{"dependencies":{"yaml":"^2.9.1"}}' },
    good: { "package.json": '{"dependencies":{"yaml":"2.9.1"},"overrides":{"a":"$@b/c"}}' },
  },
  {
    title: "the lockfile holds every platform's packages",
    check: unlockedPlatforms,
    bad: {
      "package-lock.json": '{"packages":{"a":{"optionalDependencies":{"a-darwin":"1.0.0"}}}}',
    },
    good: {
      "package-lock.json":
        '{"packages":{"a":{"optionalDependencies":{"b":"1.0.0"}},"node_modules/b":{}}}',
    },
  },
];

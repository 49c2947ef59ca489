/** Rules about what is installed: the same versions everywhere, on every platform. */
import { importsOf } from "./fences.ts";
import { type Finding, findingAt, isScript, type Rule, type TreeFile } from "./tree.ts";

interface Manifest {
  readonly [group: string]: Readonly<Record<string, string>> | undefined;
}

interface Lockfile {
  readonly packages: Readonly<Record<string, { optionalDependencies?: Record<string, string> }>>;
}

const GROUPS = ["dependencies", "devDependencies", "optionalDependencies", "overrides"];
/** Whoever installs the package runs these with his own tree; the page brings what it needs. */
const PUBLISHED = /^hosts\/(?!browser\/)/;
/** An exact version, or `$name`: the version of a package of our own. */
const PINNED = /^(?:npm:[\w@/.-]+@)?(\d+\.\d+\.\d+(-[\w.]+)?|\$@?[\w/-]+)$/;

function readJson<T>(tree: readonly TreeFile[], path: string, or: T): T {
  const file = tree.find((candidate) => candidate.path === path);
  return file ? (JSON.parse(file.text) as T) : or;
}

/** The files of one name, wherever they lie. */
function named(tree: readonly TreeFile[], name: string): readonly TreeFile[] {
  return tree.filter(({ path }) => path === name || path.endsWith(`/${name}`));
}

function loosePins(tree: readonly TreeFile[]): Finding[] {
  return named(tree, "package.json").flatMap(({ path, text }) => {
    const manifest = JSON.parse(text) as Manifest;
    return GROUPS.flatMap((group) => Object.entries(manifest[group] ?? {}))
      .filter(([, version]) => !PINNED.test(version))
      .map(([name, version]) => {
        return { path, line: 1, sentence: `${name} "${version}" floats; name one version.` };
      });
  });
}

/** Modules that a runtime brings itself. */
const PLATFORM = /^(node|cloudflare):/;

/** `@scope/name/file` is in the package `@scope/name`, `name/file` in `name`. */
function packageOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

/** A package that is there only because another one brought it goes away with that one. */
function undeclaredPackages(tree: readonly TreeFile[]): Finding[] {
  const { dependencies = {}, devDependencies = {} } = readJson<Manifest>(tree, "package.json", {});
  const { name = "" } = readJson<{ readonly name?: string }>(tree, "package.json", {});
  return tree
    .filter(({ path }) => isScript(path))
    .flatMap((file) => {
      const isPublished = PUBLISHED.test(file.path) && !file.path.endsWith(".test.ts");
      // What uses the package as a stranger would calls it by its name.
      const wider = { ...dependencies, ...devDependencies, [name]: "" };
      const declared = isPublished ? dependencies : wider;
      const group = isPublished ? "dependencies" : "devDependencies";
      return importsOf(file)
        .filter(({ relative, target }) => !relative && !PLATFORM.test(target))
        .filter(({ target }) => !Object.hasOwn(declared, packageOf(target)))
        .map(({ node, target }) =>
          findingAt(file, node, `${packageOf(target)} is not among the ${group}.`),
        );
    });
}

/**
 * npm leaves a platform's package out of the lockfile when its registry does not have it, and
 * `npm ci` then refuses that lockfile everywhere.
 */
function unlockedPlatforms(tree: readonly TreeFile[]): Finding[] {
  return named(tree, "package-lock.json").flatMap(({ path, text }) => {
    const { packages } = JSON.parse(text) as Lockfile;
    const locked = new Set(Object.keys(packages).map((name) => name.split("node_modules/").at(-1)));
    return Object.values(packages)
      .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
      .filter((name) => !locked.has(name))
      .map((name) => {
        const sentence = `${name} is not locked; take a release that exists for every platform.`;
        return { path, line: 1, sentence };
      });
  });
}

export const PACKAGE_RULES: readonly Rule[] = [
  {
    title: "versions are pinned exactly",
    check: loosePins,
    bad: {
      "package.json": '{"dependencies":{"yaml":"^2.9.1"}}',
      "test/a/package.json": '{"optionalDependencies":{"b":"latest"}}',
    },
    good: { "package.json": '{"dependencies":{"yaml":"2.9.1"},"overrides":{"a":"$@b/c"}}' },
  },
  {
    title: "every imported package is declared",
    check: undeclaredPackages,
    context: {
      "package.json":
        '{"name":"n","dependencies":{"@a/b":"1.0.0"},"devDependencies":{"c":"1.0.0"}}',
    },
    bad: {
      "hosts/cli/b.ts": 'import "c";',
      "hosts/cli/c.ts": 'import "n";',
      "tools/c.mjs": 'import "@c/d";',
    },
    good: {
      "hosts/cli/b.ts": 'import "@a/b/c"; import "node:fs";',
      "hosts/cli/b.test.ts": 'import "c/d";',
      "test/a.mjs": 'import "n/e";',
    },
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

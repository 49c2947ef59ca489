/** Rules about releases: what one says of its module, and that its packages have one version. */
import type { Finding, Rule, TreeFile } from "./tree.ts";

const CHANGELOG = "CHANGELOG.md";
const PACKAGE = "package.json";
/** Where packages of other languages say their version. */
const VERSIONS: Readonly<Record<string, RegExp>> = {
  "hosts/java/pom.xml": /^ {2}<version>(.*)<\/version>$/m,
  "hosts/python/pyproject.toml": /^version = "(.*)"$/m,
};
const RELEASE = /^## \[?(\d+\.\d+\.\d+[^\s\]]*)/;
const DIGEST = /`plimsoll-eviction\.wasm`.*SHA-256 `[0-9a-f]{64}`/;

function fileOf(tree: readonly TreeFile[], path: string): TreeFile | undefined {
  return tree.find((file) => file.path === path);
}

/** A section of the changelog begins at its heading and ends at the next one. */
function releasesWithoutDigest(tree: readonly TreeFile[]): Finding[] {
  const lines = fileOf(tree, CHANGELOG)?.text.split("\n") ?? [];
  return lines.flatMap((line, index) => {
    const version = RELEASE.exec(line)?.[1];
    if (version === undefined) return [];
    const end = lines.findIndex((other, at) => at > index && other.startsWith("## "));
    const section = lines.slice(index + 1, end < 0 ? lines.length : end);
    if (section.some((text) => DIGEST.test(text))) return [];
    const sentence = `${version} lacks \`plimsoll-eviction.wasm\` and its SHA-256.`;
    return [{ path: CHANGELOG, line: index + 1, sentence }];
  });
}

function differentVersions(tree: readonly TreeFile[]): Finding[] {
  const own = /"version": "(.*)"/.exec(fileOf(tree, PACKAGE)?.text ?? "")?.[1];
  return Object.entries(VERSIONS).flatMap(([path, line]) => {
    const other = line.exec(fileOf(tree, path)?.text ?? "")?.[1];
    if (own === undefined || other === undefined || own === other) return [];
    return [{ path, line: 1, sentence: `Version ${other}; package.json has ${own}.` }];
  });
}

const SECTION = "# Changelog\n\n## Unreleased\n\n## 0.1.0 - 2026-12-01\n\n";
const NAMED = `\`plimsoll-eviction.wasm\` in the package: SHA-256 \`${"0".repeat(64)}\`.\n`;

export const RELEASE_RULES: readonly Rule[] = [
  {
    title: "each release says where the module is, and its SHA-256",
    check: releasesWithoutDigest,
    bad: { [CHANGELOG]: `${SECTION}### Added\n\n- A verb.\n\n## 0.0.1\n\n${NAMED}` },
    good: { [CHANGELOG]: `${SECTION}${NAMED}` },
  },
  {
    title: "the packages of a release have one version",
    check: differentVersions,
    bad: { "hosts/java/pom.xml": "  <version>0.2.0</version>\n" },
    good: {
      "hosts/java/pom.xml": "  <version>0.1.0</version>\n",
      "hosts/python/pyproject.toml": 'version = "0.1.0"\n',
    },
    context: { [PACKAGE]: '{ "version": "0.1.0" }' },
  },
];

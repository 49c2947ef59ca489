/** Words that say nothing, or that Kubernetes has a better word for. */
import ts from "typescript";
import { type Finding, findingAt, isScript, nodesOf, type Rule, type TreeFile } from "./tree.ts";

const BANNED: Readonly<Record<string, string>> = {
  util: "name the noun it works on",
  utils: "name the noun it works on",
  helper: "name the noun it works on",
  helpers: "name the noun it works on",
  manager: "name the stage or what it keeps",
  managers: "name the stage or what they keep",
  common: "name what is shared",
  misc: "give each thing a file of its own",
  data: "name what the bytes mean: document, snapshot, capture, state",
  info: "name what is known: stats, version, policy",
  victim: "the kubelet says pod",
  victims: "the kubelet says pods",
  kill: "the kubelet says evict",
  kills: "the kubelet says evict",
  killed: "the kubelet says evicted",
  alert: "the kubelet says node condition",
  alerts: "the kubelet says node conditions",
};

/** OOM killers of the kernel and in user space have words of their own, in their rooms. */
const OF_THE_KERNEL = /^(kill(s|ed)?|victims?)$/;
const ABOUT_THE_KERNEL = /(^|\/)(oomd?|killer)[./A-Z]|^assembly\/abi\.ts$/;

/** The scheduler preempts victims; so its API calls them. */
const OF_THE_SCHEDULER = /^victims?$/;
const ABOUT_THE_SCHEDULER = /(^|\/)(schedul|drain)/;

/** Flags of kubectl, as the command line has them. */
const OF_KUBECTL = new Set(["deleteEmptydirData"]);

/** Java has a name of its own for the file that documents a package. */
const OF_JAVA = /(^|\/)package-info\.java$/;

/** `summaryData`, `summary_data`, `SUMMARY_DATA` and `summary-data` all hold the word `data`. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.toLowerCase());
}

function objections(name: string, path: string): string[] {
  if (OF_KUBECTL.has(name)) return [];
  return wordsOf(name)
    .filter((word) => Object.hasOwn(BANNED, word))
    .filter((word) => !(OF_THE_KERNEL.test(word) && ABOUT_THE_KERNEL.test(path)))
    .filter((word) => !(OF_THE_SCHEDULER.test(word) && ABOUT_THE_SCHEDULER.test(path)))
    .map((word) => `"${word}" in "${name}" is banned as a name: ${BANNED[word]}.`);
}

/**
 * Nodes that declare a name. Names we only use (`memory.data`, `process.kill`) and keys of object
 * literals are other people's words.
 */
const DECLARING = [
  ts.SyntaxKind.BindingElement,
  ts.SyntaxKind.VariableDeclaration,
  ts.SyntaxKind.Parameter,
  ts.SyntaxKind.FunctionDeclaration,
  ts.SyntaxKind.ClassDeclaration,
  ts.SyntaxKind.InterfaceDeclaration,
  ts.SyntaxKind.TypeAliasDeclaration,
  ts.SyntaxKind.EnumDeclaration,
  ts.SyntaxKind.EnumMember,
  ts.SyntaxKind.PropertyDeclaration,
  ts.SyntaxKind.MethodDeclaration,
  ts.SyntaxKind.GetAccessor,
  ts.SyntaxKind.SetAccessor,
  ts.SyntaxKind.PropertySignature,
  ts.SyntaxKind.MethodSignature,
];

function identifierFindings(file: TreeFile): Finding[] {
  return nodesOf(file, DECLARING).flatMap((node) => {
    const { name } = node as ts.NamedDeclaration;
    if (name === undefined) return [];
    // What a pattern binds is declared by its elements.
    if (ts.isObjectBindingPattern(name) || ts.isArrayBindingPattern(name)) return [];
    return objections(name.getText(), file.path).map((sentence) => findingAt(file, name, sentence));
  });
}

export const NAME_RULES: readonly Rule[] = [
  {
    title: "files and folders are named for the stage or the noun they hold",
    check: (tree) =>
      tree
        .filter(({ path }) => !OF_JAVA.test(path))
        .flatMap(({ path }) =>
          objections(path, path).map((sentence) => ({ path, line: 1, sentence })),
        ),
    bad: { "analysis/read/json-utils.ts": "" },
    good: {
      "analysis/read/quantity.ts": "",
      "analysis/read/metadata.ts": "",
      "hosts/java/package-info.java": "",
    },
  },
  {
    title: "identifiers are the kubelet's words",
    check: (tree) => tree.filter(({ path }) => isScript(path)).flatMap(identifierFindings),
    bad: {
      "a.ts": "export function rankVictims(): void {}",
      "b.ts": "interface Node { fsInfo: string }",
      "c.mjs": "const POD_DATA = 1;",
      "d.ts": "const { data } = answer;",
    },
    good: {
      "a.ts": "const { data: bytes } = event; memory.data(8); process.kill(1);",
      "analysis/read/oom/b.ts": "interface Kill { killed: number }",
      "analysis/engine/schedulingDecision.ts": "interface A { victims: string }",
    },
  },
];

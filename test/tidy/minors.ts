/**
 * Which releases of Kubernetes are followed, and what differs between them, is in
 * contract/releases.yaml alone: a literal elsewhere stays behind when a release is added.
 */
import ts from "typescript";
import { releaseSentences } from "../../tools/contract.mjs";
import {
  type Finding,
  findingAt,
  isScript,
  isTypeScript,
  nodesOf,
  type Rule,
  type TreeFile,
} from "./tree.ts";

/** Where the rule holds. Tests name releases as their inputs. */
const HELD = /^(assembly|analysis|hosts|tools|docs|schemas)\/|^[^/]+\.(md|yml)$/;
const TESTS = /__tests__|_test\.go$|\/tests\/|\/src\/test\/|\.css$/;

/** What is about releases, one by one, and stays true when there are more. */
const ABOUT_RELEASES: readonly RegExp[] = [
  // What is written from the table.
  /^assembly\/\w+\/model\/(?:\w+\/)?releaseTable\.ts$/,
  /^analysis\/engine\/contract\//,
  // Tables of what each release of the kubelet writes, reads and refuses.
  /^analysis\/read\/(journal|messages)\//,
  /^analysis\/read\/kubelet\/(forms|validation)\//,
  // What was compared, with which release, and what came with which.
  /^(CHANGELOG|FIDELITY)\.md$/,
  /^docs\/(reference\/(?:kubelet-eviction|memory-qos)|how-to\/upgrade)\.md$/,
  // Written from the commands.
  /^docs\/reference\/commands\//,
  // Style sheets, whose numbers are no releases.
  /^analysis\/present\/html\/style\.ts$/,
];

/** `1.X`, without a patch: `v1.X.8` is what one cluster runs. */
const MINOR = /(?<![\d.\w/-])v?1\.[123]\d(?![\d%]|\.\d)/g;
/** What came or went with a release. */
const BEFORE = /\b(since|before|until|up to|from)( (Go|kubelets?|Kubernetes))?[ :*]*$/i;
const BEHIND = /^`?\s+and (newer|later)\b/;
/** How a release is written: such as `1.X`, in code and as the value of an option. */
const EXAMPLE = /\b[sS]uch as `$|[kK]ube(let|rnetes)_?[vV]ersion"?\s*[:=(]\s*"$/;

function isAboutHistory(before: string, behind: string): boolean {
  return BEFORE.test(before) || BEHIND.test(behind) || EXAMPLE.test(before);
}

/** What a document shows of an output, which a test compares with it. */
const OUTPUT = /^```console[\s\S]*?^```$/gm;

/** The text without what contract.mjs writes, outputs in documents, and numbers of a script. */
function ownText(file: TreeFile): string {
  let text = file.path.endsWith(".md")
    ? file.text.replaceAll(OUTPUT, (block) => block.replaceAll(/[^\n]/g, ""))
    : file.text;
  for (const sentence of releaseSentences()) {
    if (sentence.path === file.path) text = text.replaceAll(sentence.text, "");
  }
  if (!isScript(file.path)) return text;
  const characters = [...text];
  for (const node of nodesOf({ path: file.path, text }, [ts.SyntaxKind.NumericLiteral])) {
    characters.fill(" ", node.getStart(), node.end);
  }
  return characters.join("");
}

function literalMinors(tree: readonly TreeFile[]): Finding[] {
  return heldFiles(tree).flatMap((file) => {
    const text = ownText(file);
    return [...text.matchAll(MINOR)]
      .filter(({ 0: found, index }) => {
        const before = text.slice(0, index).replace(/\n[\s*/#]*/g, " ");
        return !isAboutHistory(before.slice(-60), text.slice(index + found.length));
      })
      .map(({ 0: found, index }) => {
        const line = text.slice(0, index).split("\n").length;
        const sentence = `${found} goes out of date; take releases from contract/releases.yaml.`;
        return { path: file.path, line, sentence };
      });
  });
}

const RELATIONS = new Set([
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);
const RELEASE_NAME = /(minor|release)s?$/i;
const MINOR_NAME = /(^|_)(MINOR|RELEASE)(_|$)|_(SINCE|UNTIL)$/;
const MINOR_LITERAL = /^[123]\d$/;

const COMPARING = [ts.SyntaxKind.BinaryExpression, ts.SyntaxKind.VariableDeclaration];

function comparedMinors(tree: readonly TreeFile[]): Finding[] {
  return heldFiles(tree)
    .filter(({ path }) => isTypeScript(path))
    .flatMap((file) =>
      nodesOf(file, COMPARING)
        .filter((node) => isComparison(node) || isConstant(node))
        .map((node) =>
          findingAt(file, node, "What a release does is a behavior in contract/releases.yaml."),
        ),
    );
}

function isComparison(node: ts.Node): boolean {
  if (!ts.isBinaryExpression(node) || !RELATIONS.has(node.operatorToken.kind)) return false;
  const sides = [node.left, node.right].map((side) => side.getText());
  return (
    sides.some((side) => RELEASE_NAME.test(side)) && sides.some((side) => MINOR_LITERAL.test(side))
  );
}

function isConstant(node: ts.Node): boolean {
  if (!ts.isVariableDeclaration(node) || node.initializer === undefined) return false;
  return MINOR_NAME.test(node.name.getText()) && MINOR_LITERAL.test(node.initializer.getText());
}

function heldFiles(tree: readonly TreeFile[]): readonly TreeFile[] {
  return tree.filter(
    ({ path }) =>
      HELD.test(path) && !TESTS.test(path) && !ABOUT_RELEASES.some((about) => about.test(path)),
  );
}

export const MINOR_RULES: readonly Rule[] = [
  {
    title: "texts name no release that goes out of date",
    check: literalMinors,
    bad: {
      "hosts/cli/a.ts": 'const help = "the release to follow, such as 1.36";',
      "assembly/scheduler/a.ts": '"a release from 1.31 to 1.36"',
      "docs/a.md": "`--kubernetes-version` takes 1.31 and more.",
      "README.md": "The newest release is\n1.36.",
      "schemas/a.json": '{ "description": "Default: 1.35." }',
      "action.yml": "description: such as 1.36",
    },
    good: {
      "hosts/cli/a.ts": "/** Such as `1.35`. */\nconst larger = 1.25; // As kubelets before 1.20.",
      "docs/a.md": "It came with a gate, since\n1.29. A kubelet v1.35.8 was recorded.",
      "docs/c.md": "```console\nkubelet 1.35\n```",
      "docs/b.md": 'Give `kubeletVersion: "1.35"`. Kubernetes 1.30 and newer know it.',
      "test/a.ts": 'const version = "1.36";',
      "FIDELITY.md": "1.27 was not built.",
    },
  },
  {
    title: "no release is compared with a number",
    check: comparedMinors,
    bad: {
      "assembly/scheduler/a.ts": "if (release.minor >= 33) say();",
      "analysis/questions/b.ts": "const isNew = 36 <= settings.release;",
      "assembly/node/c.ts": "export const KUBELET_MINOR_MAX: u32 = 36;",
      "assembly/scheduler/d.ts": "const SCORE_WORDS_SINCE: i32 = 36;",
    },
    good: {
      "assembly/scheduler/a.ts": "if (behavesAs(Behavior.SkipsBestEffort)) say();",
      "assembly/scheduler/b.ts": "if (minor == nearestMinor(minor) && count >= 33) say();",
      "analysis/read/kubelet/validation/rules.ts": "const isNew = settings.release >= 36;",
    },
  },
];

/** Rules about the shape of code, read from its syntax tree. */
import ts from "typescript";
import {
  type Finding,
  findingAt,
  isScript,
  isTypeScript,
  nodesOf,
  type Rule,
  type TreeFile,
} from "./tree.ts";

const FUNCTION_LINES_MAX = 60;
const CONFIGURATION_FILE = /(^|\/)[\w.-]+\.config\.(ts|js|mjs)$/;

function linesOf(node: ts.Node): number {
  const syntax = node.getSourceFile();
  const first = syntax.getLineAndCharacterOfPosition(node.getStart()).line;
  return syntax.getLineAndCharacterOfPosition(node.getEnd()).line - first + 1;
}

/** The callbacks of a test file that only hold other tests are chapters, not functions. */
function isChapter(node: ts.Node): boolean {
  const call = node.parent;
  return ts.isCallExpression(call) && /^describe\b/.test(call.expression.getText());
}

/** What a tool writes from a table is read in that table. */
function isWritten({ text }: TreeFile): boolean {
  return text.includes("\n * Written by tools/");
}

const FUNCTIONS = [
  ts.SyntaxKind.FunctionDeclaration,
  ts.SyntaxKind.FunctionExpression,
  ts.SyntaxKind.ArrowFunction,
  ts.SyntaxKind.Constructor,
  ts.SyntaxKind.MethodDeclaration,
  ts.SyntaxKind.GetAccessor,
  ts.SyntaxKind.SetAccessor,
];

function functionLength(file: TreeFile, node: ts.Node): string | undefined {
  if (isChapter(node) || isWritten(file)) return undefined;
  const lines = linesOf(node);
  if (lines <= FUNCTION_LINES_MAX) return undefined;
  return `A function of ${lines} lines; give its parts names (at most ${FUNCTION_LINES_MAX}).`;
}

const EXPORTED = [
  ts.SyntaxKind.ExportAssignment,
  ts.SyntaxKind.FunctionDeclaration,
  ts.SyntaxKind.ClassDeclaration,
  ts.SyntaxKind.InterfaceDeclaration,
];

function defaultExport({ path }: TreeFile, node: ts.Node): string | undefined {
  if (CONFIGURATION_FILE.test(path)) return undefined;
  const named =
    ts.isExportAssignment(node) ||
    (ts.canHaveModifiers(node) &&
      ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword));
  return named ? "A default export has as many names as importers; export a name." : undefined;
}

function looseType(): string {
  return '"any" switches the compiler off; use unknown and narrow it.';
}

const CLOCKS: Readonly<Record<string, string>> = {
  "Date.now": "time is an input",
  "performance.now": "time is an input",
  "Math.random": "randomness is an input",
  "crypto.randomUUID": "randomness is an input",
  "crypto.getRandomValues": "randomness is an input",
};

const INPUTS = [ts.SyntaxKind.NewExpression, ts.SyntaxKind.PropertyAccessExpression];

function hiddenInput({ path }: TreeFile, node: ts.Node): string | undefined {
  if (!/^(assembly|analysis)\//.test(path)) return undefined;
  if (ts.isNewExpression(node) && node.getText() === "new Date()") {
    return "new Date() reads a clock; below the hosts time is an input.";
  }
  if (!ts.isPropertyAccessExpression(node)) return undefined;
  const reason = CLOCKS[node.getText()];
  return reason && `${node.getText()} is banned below the hosts: ${reason}.`;
}

/** Scores and distances are float64; an audit of the modules holds them to exact operations. */
const SCORING = /^assembly\/(scheduler|admission)\//;

const NUMBERS = [ts.SyntaxKind.Identifier, ts.SyntaxKind.NumericLiteral];

function floatInCore({ path }: TreeFile, node: ts.Node): string | undefined {
  if (!path.startsWith("assembly/")) return undefined;
  if (SCORING.test(path) && ts.isIdentifier(node) && node.text === "f64") return undefined;
  if (
    ts.isIdentifier(node) &&
    /^(f32|f64|v128|Math|Mathf|NativeMath|NaN|Infinity)$/.test(node.text)
  ) {
    return `${node.text} is banned in the core: its numbers are integers.`;
  }
  if (ts.isNumericLiteral(node) && /^\d[\d_]*(\.|[\d_]*e)/i.test(node.getText())) {
    return `${node.getText()} is a float; the core's numbers are integers.`;
  }
  return undefined;
}

const STATE = [ts.SyntaxKind.VariableStatement, ts.SyntaxKind.PropertyAccessExpression];

/** `clear` forgets what a scenario left with one fill, so all of it has to lie there. */
function hiddenState({ path }: TreeFile, node: ts.Node): string | undefined {
  if (!/^assembly\/simulator\/(?!.*__tests__)/.test(path)) return undefined;
  const isVariable =
    ts.isVariableStatement(node) &&
    ts.isSourceFile(node.parent) &&
    (node.declarationList.flags & ts.NodeFlags.Const) === 0;
  const isPlace = ts.isPropertyAccessExpression(node) && node.getText() === "memory.data";
  if (!isVariable && !isPlace) return undefined;
  return "What outlives a call goes to a record of assembly/simulator/memory.ts: clear wipes it.";
}

/** The rooms below the command line throw errors; an exit code belongs to a command. */
function exitBelow({ path }: TreeFile, node: ts.Node): string | undefined {
  if (!/^hosts\/(?!cli\/)/.test(path) || !ts.isPropertyAccessExpression(node)) return undefined;
  if (!/^process\.exit(Code)?$/.test(node.getText())) return undefined;
  return `${node.getText()} is banned below hosts/cli, which chooses exit codes: throw an error.`;
}

const TEXTS = [
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.TemplateHead,
  ts.SyntaxKind.TemplateMiddle,
  ts.SyntaxKind.TemplateTail,
];
/** Three words after each other, which no label, selector or markup has. */
const PROSE = /(?<![\w-])([A-Za-z][a-z']*,? ){2}[A-Za-z][a-z']*(?![\w-])/;

/** What shows answers, and the files there that have sentences, with the reason. */
const MEDIA: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "analysis/present/": {},
  "hosts/cli/screen/": {},
  "hosts/cli/commands/": {
    "demo.ts": "the introduction of the program",
    "demo/page.ts": "what is served",
    "playground.ts": "what is served",
    "run/kubernetes.ts": "where a configuration comes from",
  },
  // What the daemon does and why it may not is its own; what was decided is not.
  "hosts/daemon/history/": { "heldStep.ts": "why a record has no Summary" },
  "hosts/daemon/log/": {},
  "hosts/daemon/metrics/": {
    "outputs.ts": "what a metric counts",
    "thresholds.ts": "what a metric counts",
  },
  "hosts/daemon/recording/": {},
  "hosts/daemon/server/": {
    "guards.ts": "what is wrong with a request",
    "pages.ts": "what is served",
    "probes.ts": "what is served",
    "routes.ts": "what is wrong with a request",
  },
  "hosts/daemon/stream/": {},
  "hosts/edge/": {
    "edge.ts": "what is served",
    "envelope.ts": "what is wrong with a request",
    "guard/stateKeys.ts": "what is wrong with a state",
    "guard/work.ts": "why a request has to wait",
    "node/captureOf.ts": "what is wrong with a request",
    "node/storedNode.ts": "what is wrong with a request",
    "problem.ts": "the titles of problems",
    "routes/nodes.ts": "what is served",
    "routes/replay.ts": "the limits of what is served",
  },
  "hosts/browser/": {},
};

/**
 * Errors and notes are about the input, progress about the run; a row is a command's help, a
 * route and a metric have a description.
 */
const ABOUT_INPUT =
  /(Failure|Error|Problem|TooManyRequests|Superseded|\bprogress\.show|print(Notes|Warnings))$/;
const DESCRIBED = /^(commandRow|createRoute|body|responses|Counter|Gauge|Histogram)$/;

/** What a command's options are, and what each part of the page says of itself. */
const OWN_WORDS = /ptions\.ts$|^hosts\/browser\/(.*\/)?words\.ts$/;

function isClass({ parent }: ts.Node): boolean {
  return ts.isJsxAttribute(parent) && parent.name.getText() === "class";
}

/** A question words its answer once; what shows it knows no question. */
function sentenceInMedium({ path }: TreeFile, node: ts.Node): string | undefined {
  const medium = Object.keys(MEDIA).find((folder) => path.startsWith(folder));
  if (medium === undefined || !PROSE.test(node.getText())) return undefined;
  const isAllowed = path.slice(medium.length) in (MEDIA[medium] ?? {});
  if (isAllowed || OWN_WORDS.test(path) || isClass(node) || isAboutInput(node)) return undefined;
  return `A sentence belongs to a question's document: ${medium} shows what it is given.`;
}

function isAboutInput(node: ts.Node): boolean {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (!ts.isCallExpression(at) && !ts.isNewExpression(at)) continue;
    const called = at.expression.getText();
    if (ABOUT_INPUT.test(called) || DESCRIBED.test(called)) return true;
  }
  return false;
}

type Objection = (file: TreeFile, node: ts.Node) => string | undefined;

const check =
  (reads: (path: string) => boolean, kinds: readonly ts.SyntaxKind[], objection: Objection) =>
  (tree: readonly TreeFile[]): Finding[] =>
    tree
      .filter(({ path }) => reads(path))
      .flatMap((file) =>
        nodesOf(file, kinds).flatMap((node) => {
          const sentence = objection(file, node);
          return sentence === undefined ? [] : [findingAt(file, node, sentence)];
        }),
      );

/** Directives live in comments, which the syntax tree leaves out. */
function silencedCompiler(tree: readonly TreeFile[]): Finding[] {
  return tree
    .filter(({ path }) => isScript(path) && !path.startsWith("test/tidy/"))
    .flatMap(({ path, text }) =>
      text.split("\n").flatMap((content, index) => {
        if (!/@ts-(ignore|nocheck)/.test(content)) return [];
        return [{ path, line: index + 1, sentence: "The compiler is right; change the types." }];
      }),
    );
}

const body = (lines: number) => "{\n".concat("a();\n".repeat(lines - 2), "}");

export const SYNTAX_RULES: readonly Rule[] = [
  {
    title: `functions have at most ${FUNCTION_LINES_MAX} lines`,
    check: check(isScript, FUNCTIONS, functionLength),
    bad: { "a.ts": `function a() ${body(FUNCTION_LINES_MAX + 1)}` },
    good: {
      "a.ts": `function a() ${body(FUNCTION_LINES_MAX)}`,
      "a.test.ts": `describe("a", () => ${body(FUNCTION_LINES_MAX * 2)});`,
      "b.ts": `/**\n * Written by tools/a.mjs.\n */\nfunction b() ${body(FUNCTION_LINES_MAX * 2)}`,
    },
  },
  {
    title: "exports have names",
    check: check(isScript, EXPORTED, defaultExport),
    bad: { "a.ts": "export default 1;", "b.ts": "export default function b() {}" },
    good: { "vitest.config.ts": "export default {};", "a.ts": "export const a = 1;" },
  },
  {
    title: "types are not loosened with any",
    check: check(isTypeScript, [ts.SyntaxKind.AnyKeyword], looseType),
    bad: { "a.ts": "const a: any = 1;", "b.ts": "f(x as any);" },
    good: { "a.ts": 'const any: unknown = "any";' },
  },
  {
    title: "the compiler is not silenced",
    check: silencedCompiler,
    bad: { "a.ts": "// @ts-ignore: decorator\n" },
    good: { "a.ts": "// @ts-expect-error: the field is private, which is what is tested.\n" },
  },
  {
    title: "below the hosts, time and randomness are inputs",
    check: check(isTypeScript, INPUTS, hiddenInput),
    bad: { "assembly/a.ts": "Math.random();", "analysis/b.ts": "Date.now(); new Date();" },
    good: { "hosts/cli/a.ts": "Date.now();", "analysis/b.ts": "new Date(nanoseconds);" },
  },
  {
    title: "the simulator keeps nothing that clear does not wipe",
    check: check(isTypeScript, STATE, hiddenState),
    bad: {
      "assembly/simulator/a.ts": "export let last: u32 = 0;",
      "assembly/simulator/b.ts": "const PLACE: usize = memory.data(16, 8);",
    },
    good: {
      "assembly/simulator/a.ts":
        "const LAST: usize = LAST_OFFSET; function a(): void { let b = 1; }",
      "assembly/simulator/__tests__/a.spec.ts": "let row: u32 = 0;",
      "assembly/scheduler/a.ts": "let next: u32 = 0;",
    },
  },
  {
    title: "what shows documents has no sentences of its own",
    check: check(isTypeScript, [...TEXTS, ts.SyntaxKind.JsxText], sentenceInMedium),
    bad: {
      "hosts/cli/screen/a.ts": 'const A = "No pod is evicted.";',
      "hosts/cli/commands/explain/a.ts": "const a = `$".concat("{pod} is not evicted`;"),
      "hosts/browser/features/decision/a.tsx": "const A = <p>No pod is evicted.</p>;",
      "hosts/daemon/log/a.ts": 'const A = "No pod is evicted.";',
      "hosts/edge/routes/a.ts": 'const A = "No pod is evicted.";',
      "hosts/browser/shell/b.tsx": 'const A = <p title="No pod is evicted" />;',
      "analysis/present/a.ts": 'const A = "No pod is evicted.";',
      "analysis/present/terminal/b.ts": "const b = `No pod is evicted\\n`;",
      "analysis/present/html/c.ts": "const c = `$".concat("{pod}, which was evicted`;"),
    },
    good: {
      "hosts/cli/commands/explain/a.ts": 'throw usageFailure("Give the name of a pod.");',
      "hosts/cli/commands/demo.ts": 'const A = "Here is an incident:";',
      "hosts/edge/routes/a.ts": 'throw new Problem("bad-request", "Give the name of a pod.");',
      "hosts/daemon/metrics/a.ts": 'new Gauge({ help: "Pods in the ranking." });',
      "hosts/cli/commands/run/options.ts": 'const A = "the node to watch";',
      "hosts/browser/features/decision/a.tsx": 'const A = <p class="a b c">{NOTHING_OBSERVED}</p>;',
      "hosts/browser/features/share/words.ts": 'const A = "Share what is on show";',
      "analysis/present/a.ts": 'const A = "what happened"; // The title of a column.',
      "analysis/present/html/b.ts": 'const B = `<meter min="0" max="9">`;',
      "analysis/present/html/c.ts": 'const C = ".faint,tr.faint td{border:1px solid var(--rule)}";',
      "analysis/questions/next/d.ts": 'const D = "No pod is evicted.";',
    },
  },
  {
    title: "exit codes are chosen by the command line alone",
    check: check(isTypeScript, [ts.SyntaxKind.PropertyAccessExpression], exitBelow),
    bad: { "hosts/daemon/a.ts": "process.exit(3);", "hosts/system/b.ts": "process.exitCode = 3;" },
    good: { "hosts/cli/a.ts": "process.exitCode = 3;", "hosts/daemon/b.ts": "process.kill(1);" },
  },
  {
    title: "the core has no floats",
    check: check(isTypeScript, NUMBERS, floatInCore),
    bad: { "assembly/a.ts": "let a: f64;", "assembly/b.ts": "const b = 1e9;" },
    good: {
      "assembly/scheduler/scores/a.ts": "let a: f64 = f64(1);",
      "assembly/a.ts": "const a: u64 = 0xfe1 + 1_000;",
      "hosts/cli/b.ts": "Math.max(1.5);",
    },
  },
];

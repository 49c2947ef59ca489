import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** One file of the repository; `path` is relative to its root, with forward slashes. */
export interface TreeFile {
  readonly path: string;
  readonly text: string;
}

/** A place that breaks a rule. The sentence says what is wrong and what to do instead. */
export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly sentence: string;
}

/** A rule looks at the whole tree, and brings two small trees: one it must object to, one not. */
export interface Rule {
  readonly title: string;
  readonly check: (tree: readonly TreeFile[]) => Finding[];
  readonly bad: Readonly<Record<string, string>>;
  readonly good: Readonly<Record<string, string>>;
  /** Files that both small trees hold besides. */
  readonly context?: Readonly<Record<string, string>>;
}

/** Where nothing of ours lies: what git ignores, and git itself. */
const OUTSIDE = new Set([".git", "node_modules", "dist", "build", "__pycache__"]);
/** Files that have a name and no text. */
const BINARY = /\.(wasm|gz|png|ico|woff2)$/;

export function readTree(root: string, folder = ""): TreeFile[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (OUTSIDE.has(entry.name)) return [];
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return readTree(root, path);
    if (!entry.isFile()) return [];
    return [{ path, text: BINARY.test(path) ? "" : readFileSync(join(root, path), "utf8") }];
  });
}

export function treeOf(sample: Readonly<Record<string, string>>): TreeFile[] {
  return Object.entries(sample).map(([path, text]) => ({ path, text }));
}

export function isTypeScript(path: string): boolean {
  return /\.tsx?$/.test(path);
}

export function isScript(path: string): boolean {
  return /\.(tsx?|mjs|js)$/.test(path);
}

/** Code that a person reads: our scripts, Go, Java, Python, the shell. */
export function isCode(path: string): boolean {
  return isScript(path) || /\.(go|java|py)$/.test(path) || path === ".ci/run";
}

const parsed = new Map<string, ts.SourceFile>();
const KINDS = [ts.ScriptKind.JS, ts.ScriptKind.TS];

/** AssemblyScript parses as TypeScript as long as only classes are decorated. */
export function syntaxOf({ path, text }: TreeFile): ts.SourceFile {
  const known = parsed.get(path);
  if (known?.text === text) return known;
  const kind = path.endsWith(".tsx") ? ts.ScriptKind.TSX : KINDS[Number(isTypeScript(path))];
  const syntax = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  parsed.set(path, syntax);
  return syntax;
}

const walked = new WeakMap<ts.SourceFile, ReadonlyMap<ts.SyntaxKind, readonly ts.Node[]>>();

/**
 * The nodes of these kinds: there are millions of others. Without tokens: scanning for them again
 * takes 20 s.
 */
export function nodesOf(file: TreeFile, kinds: readonly ts.SyntaxKind[]): readonly ts.Node[] {
  const syntax = syntaxOf(file);
  const nodes = walked.get(syntax) ?? nodesByKind(syntax);
  walked.set(syntax, nodes);
  return kinds.flatMap((kind) => nodes.get(kind) ?? []);
}

function nodesByKind(syntax: ts.SourceFile): ReadonlyMap<ts.SyntaxKind, readonly ts.Node[]> {
  const nodes = new Map<ts.SyntaxKind, ts.Node[]>();
  const { forEachChild } = ts;
  const visit = (node: ts.Node): void => {
    const alike = nodes.get(node.kind);
    if (alike === undefined) nodes.set(node.kind, [node]);
    else alike.push(node);
    forEachChild(node, visit);
  };
  visit(syntax);
  return nodes;
}

export function findingAt(file: TreeFile, node: ts.Node, sentence: string): Finding {
  const { line } = syntaxOf(file).getLineAndCharacterOfPosition(node.getStart());
  return { path: file.path, line: line + 1, sentence };
}

/** Rules about documents: links lead somewhere, and citations of the specification resolve. */
import type { Finding, Rule, TreeFile } from "./tree.ts";

const SPECIFICATION = "docs/reference/kubelet-eviction.md";

/** This folder spells out citations of nothing. */
const TIDY = /^test\/tidy\//;

interface Place {
  readonly line: number;
  readonly text: string;
}

/** The lines that a reader sees as text: no fenced code, and no code within a line. */
function proseOf({ text }: TreeFile): Place[] {
  let fenced = false;
  return text.split("\n").flatMap((content, index) => {
    const fence = /^\s*(```|~~~)/.test(content);
    if (fence) fenced = !fenced;
    if (fence || fenced) return [];
    return [{ line: index + 1, text: content }];
  });
}

function withoutCode(text: string): string {
  return text.replaceAll(/`[^`]*`/g, "");
}

/** As forges make them of a heading: no markup or punctuation, hyphens for spaces. */
function slugOf(heading: string): string {
  return heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/<[^>]*>/g, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
}

/** Headings, of which the second of one name gets `-1`, and anchors that are written out. */
function anchorsOf(file: TreeFile): Set<string> {
  const anchors = new Set<string>();
  const seen = new Map<string, number>();
  for (const { text } of proseOf(file)) {
    for (const [, id] of text.matchAll(/<a id="([^"]+)">/g)) anchors.add(id ?? "");
    const heading = /^#{1,6} (.+?)\s*#*$/.exec(text)?.[1];
    if (heading === undefined) continue;
    const slug = slugOf(heading);
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    anchors.add(count === 0 ? slug : `${slug}-${count}`);
  }
  return anchors;
}

function targetsOf(text: string): string[] {
  const inline = [...withoutCode(text).matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g)];
  const reference = [...text.matchAll(/^\[[^\]]+\]: (\S+)/g)];
  return [...inline, ...reference].map(([, target]) => target ?? "");
}

function isRelative(target: string): boolean {
  return !/^[a-z][a-z\d+.-]*:|^\/\//i.test(target);
}

/** `a/b.md` and `../c` → `c`; undefined for what lies outside the repository. */
function resolved(from: string, target: string): string | undefined {
  const parts = from.split("/").slice(0, -1);
  for (const part of target.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}

/** Every file, and every folder that holds one. */
function pathsOf(tree: readonly TreeFile[]): Set<string> {
  const paths = new Set([""]);
  for (const { path } of tree) {
    const parts = path.split("/");
    parts.forEach((_, index) => {
      paths.add(parts.slice(0, index + 1).join("/"));
    });
  }
  return paths;
}

function deadLinks(tree: readonly TreeFile[]): Finding[] {
  const documents = tree.filter(({ path }) => path.endsWith(".md"));
  const anchors = new Map(documents.map((file) => [file.path, anchorsOf(file)]));
  const paths = pathsOf(tree);
  const objection = (file: TreeFile, target: string): string | undefined => {
    const [path = "", anchor] = target.split("#");
    const to = path === "" ? file.path : resolved(file.path, decodeURIComponent(path));
    if (to === undefined || !paths.has(to)) return `${target} is no file of the repository.`;
    if (anchor === undefined || anchors.get(to)?.has(anchor)) return undefined;
    return `${to} has no heading or anchor #${anchor}.`;
  };
  return documents.flatMap((file) =>
    proseOf(file).flatMap(({ line, text }) =>
      targetsOf(text)
        .filter(isRelative)
        .map((target) => objection(file, target))
        .filter((sentence) => sentence !== undefined)
        .map((sentence) => ({ path: file.path, line, sentence })),
    ),
  );
}

/** Such as `hosts/cli/input/`; a word in capitals is a placeholder, `*` and `…` any others. */
const NAMED_PATH = /`((?:assembly|analysis|hosts|test|tools|contract|schemas|docs)\/[\w./-]+)`/g;
const PLACEHOLDER = /\/[A-Z]+\b/;
/** What a build leaves in the folders of the sources. */
const BUILT = /\.wasm$/;

function goneFiles(tree: readonly TreeFile[]): Finding[] {
  const paths = pathsOf(tree);
  const exists = (file: TreeFile, path: string) =>
    [path, resolved(file.path, path)].some(
      (each) => each !== undefined && paths.has(each.replace(/\/$/, "")),
    );
  return tree
    .filter(({ path }) => path.endsWith(".md"))
    .flatMap((file) =>
      proseOf(file).flatMap(({ line, text }) =>
        [...text.matchAll(NAMED_PATH)]
          .map(([, path]) => path ?? "")
          .filter((path) => !PLACEHOLDER.test(path) && !BUILT.test(path) && !exists(file, path))
          .map((path) => ({ path: file.path, line, sentence: `There is nothing at ${path}.` })),
      ),
    );
}

const NUMBERS = String.raw`\d+(?:\.\d+)*(?:(?:, |-| and | to )\d+(?:\.\d+)*)*`;
/** `Spec 2.2-2.6`, `Spec 3.14, 4.4.`, `specification, section 10`. */
const CITATION = new RegExp(String.raw`\b(?:[Ss]pec|specification, section) (${NUMBERS})`, "g");
/** How a vector names its rule, and its number in the list of cases. */
const VECTOR_RULE = /\bspecification: "([^"]*)"/g;
const VECTOR_CASE = /^\s*case: (\S+)/g;
const VECTORS = /^test\/vectors\/scenarios\//;

function citedIn({ path }: TreeFile, text: string): string[] {
  const lists = [...text.matchAll(CITATION)].map(([, numbers]) => numbers ?? "");
  const rules = [...text.matchAll(VECTOR_RULE)].map(([, number]) => number ?? "");
  const cases = VECTORS.test(path) ? [...text.matchAll(VECTOR_CASE)] : [];
  return [
    ...lists.flatMap((list) => list.split(/, |-| and | to /)),
    ...rules,
    ...cases.map(([, number]) => `10.${number}`),
  ];
}

const CITING = /^(assembly|analysis|hosts|test)\//;

function unknownCitations(tree: readonly TreeFile[]): Finding[] {
  const specification = tree.find(({ path }) => path === SPECIFICATION);
  const anchors = specification ? anchorsOf(specification) : new Set<string>();
  return tree
    .filter(({ path }) => CITING.test(path) && !TIDY.test(path))
    .flatMap((file) =>
      file.text.split("\n").flatMap((text, index) =>
        citedIn(file, text)
          .filter((number) => !anchors.has(`spec-${number.replaceAll(".", "-")}`))
          .map((number) => {
            const sentence = `${SPECIFICATION} has no section or rule ${number}.`;
            return { path: file.path, line: index + 1, sentence };
          }),
      ),
    );
}

export const DOCUMENT_RULES: readonly Rule[] = [
  {
    title: "relative links lead to a file of the repository, and to a heading or anchor of it",
    check: deadLinks,
    bad: {
      "a.md": "[gone](docs/gone.md)",
      "b.md": "[outside](../elsewhere.md)",
      "c.md": "## One\n[two](#two)",
      "docs/d.md": "[a picture](e.png)",
      "f.md": "see [it]\n\n[it]: gone.md",
    },
    good: {
      "docs/a.md": '# A `b`: c\n<a id="x-1"></a>\n[here](#a-b-c) [x](#x-1) [g](../g.md#d-1)',
      "g.md": "## D\n## D\n`[code](gone.md)` [folder](docs/) [web](https://example.com/#x)",
      "h.md": "```\n[code](gone.md)\n```\n[picture](docs/p.png)",
      "docs/p.png": "",
    },
  },
  {
    title: "a path of the repository in backticks leads to something",
    check: goneFiles,
    bad: {
      "a.md": "The rule is in `analysis/gone.ts`.",
      "docs/b.md": "| `hosts/gone/` | what is gone |",
    },
    good: {
      "a.md": "`docs/c.md`, `docs/`, `hosts/NAME.ts`, `hosts/go/plimsoll.wasm`, `other/gone.ts`",
      "docs/c.md": "`docs/c.md`\n```\nanalysis/gone.ts\n```",
    },
  },
  {
    title: "every citation of the specification is a section or a rule of it",
    check: unknownCitations,
    context: { [SPECIFICATION]: '<a id="spec-3-5"></a>\n<a id="spec-3-6"></a>\n' },
    bad: {
      "assembly/a.ts": "/** As the kubelet does. Spec 3.7. */",
      "hosts/b.ts": "// Spec 3.5, 4.1",
      "test/c.test.ts": "// Spec 3.5-3.9",
      "test/vectors/scenarios/d.yaml": '  specification: "9"',
      "test/vectors/scenarios/e.yaml": '  specification: "3.5"\n  case: 51',
    },
    good: {
      "assembly/a.ts": "/** Spec 3.5, 3.6. The pod's spec has volumes. */",
      "hosts/b.ts": "// A switch; its case: 51",
      "test/vectors/scenarios/d.yaml": '  specification: "3.5"',
    },
  },
];

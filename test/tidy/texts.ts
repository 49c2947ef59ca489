/** Rules about lines of text, whatever language they are in. */
import { type Finding, isCode, type Rule, type TreeFile } from "./tree.ts";

const LINE_COLUMNS_MAX = 100;

interface Banned {
  readonly pattern: RegExp;
  readonly sentence: string;
  /** Files that must name the thing in order to do their work. */
  readonly except?: RegExp;
}

/** This folder spells out what it bans. */
const TIDY = /^test\/tidy\//;

const UNFINISHED: Banned = {
  pattern: /\b(TODO|FIXME|XXX|HACK)\b/,
  sentence: "An unfinished thing is finished, or written down where plans are kept.",
  except: TIDY,
};

const MACHINE: readonly Banned[] = [
  {
    pattern: /(^|[^\w.])\/(work|root|Users|home\/\w+|mnt\/\w+)\//,
    sentence: "A path of one machine means nothing on another: make it relative to the repository.",
    except: TIDY,
  },
  {
    pattern: /\.\.\/shared\/(captures|spec|research|hooks|design)\b/,
    sentence: "Only .ci/run may look outside the repository.",
    except: /^(test\/tidy\/|\.ci\/run$)/,
  },
  {
    pattern: /\bregistry\.(npmjs|yarnpkg|npmmirror)\.\w+|"resolved": "|proxy\.golang\.org/,
    sentence: "Where packages come from is the business of who installs them: leave the host out.",
    except: TIDY,
  },
];

const ORGANIZATION: readonly Banned[] = [
  {
    pattern:
      /\bissue #?\d{1,2}\b|\b(this|agent) session\b|\blanguage model\b|\b(Claude|ChatGPT)\b/i,
    sentence: "Code and documents speak of the project, not of how the work on it is organized.",
    except: TIDY,
  },
];

/** This folder and the license. */
const DATED_BY_OTHERS = /^(test\/tidy\/|LICENSE$)/;

/** On the page things stand beside each other: there these words are about places. */
const PLACES_OF_THE_PAGE = /^(test\/tidy\/|LICENSE$|(hosts|test|test\/hosts)\/browser\/)/;

/** Where columns and runs are side by side. */
const SIDE_BY_SIDE = /^(test\/tidy\/|LICENSE$|hosts\/browser\/features\/(ranking|sweep|compare)\/)/;

/** Where old turns are left: names of tests, and the page. */
const TESTS_AND_PAGE = /^(test\/|LICENSE$|hosts\/browser\/)/;

/** Turns that Kubernetes' own documentation does not use. */
const DATED: readonly Banned[] = [
  {
    pattern: /(?<!\bthere )\b(is|are|was|were) no (?!longer|more|less|fewer|newer|later)\w/i,
    sentence: "Write what it is not: `is not a record`, `are not JSON`.",
    except: DATED_BY_OTHERS,
  },
  {
    pattern: /\b(anew|whoever|whence|thereof|lest|nought|hitherto|for ever)\b/i,
    sentence: "Use the common word: again, anyone who, forever.",
    except: DATED_BY_OTHERS,
  },
  {
    pattern: /\b(has|have) not (the|a|an|its|what|one)\b/i,
    sentence: "Write what lacks it: `lacks the column`, `does not contain a row`.",
    except: DATED_BY_OTHERS,
  },
  {
    pattern: /\bbeside (a|an|the|its|this|that|these|those|each|it|them|what|one|no|all)\b/i,
    sentence: "Write `next to`, `with`, `in addition to` or `compared with`.",
    except: SIDE_BY_SIDE,
  },
  {
    pattern: /\b(somebody else|for nobody|nobody's|nobody (reads|asks|knows|schedules|would))\b/i,
    sentence: "Name who it is: `no pod`, `no process`, `another client`.",
    except: PLACES_OF_THE_PAGE,
  },
  {
    pattern: /\bwhat stands\b|\bas it stands\b|\bstands in the place of\b/i,
    sentence: "Write where it is, or `unchanged`, or `replaces`.",
    except: PLACES_OF_THE_PAGE,
  },
  {
    pattern: /\b(is|are|be|been|was|were) judged\b|\bhad to go\b/i,
    sentence: "Use the field's word: evaluated, evicted.",
    except: DATED_BY_OTHERS,
  },
  {
    pattern: /\b(is|are|was|were|be|been) had\b/i,
    sentence: "Write how to get it, or what fails: `cannot be read`, `is not available`.",
    except: TESTS_AND_PAGE,
  },
  {
    pattern: /\bwhom\b/i,
    sentence: "Name who it is: `the pods that admission would preempt`.",
    except: TESTS_AND_PAGE,
  },
  {
    pattern: /\bstands? (in|before|behind|there|on|at|below|after|next|where|twice|alone|as)\b/i,
    sentence: "Write `is`: `the time precedes it`, `a uid that occurs twice`.",
    except: TESTS_AND_PAGE,
  },
  {
    pattern: /\b(is|are) of (a|the|one|another|no)\b/i,
    sentence: "Write `belongs to`, `is from` or `has`: `a capture belongs to one node`.",
    except: TESTS_AND_PAGE,
  },
  {
    pattern: /\bwhat (\w+ )+comes? to\b|\/\*\* (after )?so (many|much)\b/i,
    sentence: "Write the noun: `the totals of a run`, `the most lines of a message`.",
    except: TESTS_AND_PAGE,
  },
  {
    pattern: /\bfor good\b|\bsays more\b|\bvouch(es)?\b|\bnoughts?\b|\bin (its|their) stead\b/i,
    sentence: "Write `permanently`, `contains more`, `detects`, `zero`, `instead`.",
    except: TESTS_AND_PAGE,
  },
  {
    pattern: /\bthat there (is|are) not\b|\bmisspelt\b/i,
    sentence: "Write `unknown` or `missing`: `an unknown option`; `misspelled`.",
    except: TESTS_AND_PAGE,
  },
  {
    pattern: /\bpass(ed|es)? over\b/i,
    sentence: "Write `skips` or `ignores`.",
    except: TESTS_AND_PAGE,
  },
  {
    pattern: /\bin the place of\b|\ball the same\b/i,
    sentence: "Write `instead of` or `replaces`; `nevertheless` or nothing.",
    except: TESTS_AND_PAGE,
  },
  {
    pattern: /\/\*\* Of /,
    sentence: "Begin with what the thing is: `The limit for a request`, `The name of the pod`.",
    except: TESTS_AND_PAGE,
  },
  {
    pattern: /\bso that (nothing|nobody)\b/i,
    sentence: "Write `so nothing …`, or what is not possible.",
    except: DATED_BY_OTHERS,
  },
];

/** Kubernetes spells as Americans do. */
const BRITISH: readonly Banned[] = [
  /(behaviour|colour|favour|honour|neighbour|judgement|catalogue)/i,
  /(recogni|normali|minimi|organi|optimi|utili)s(e|ed|es|ing|ation)\b/i,
].map((pattern) => ({
  pattern,
  sentence: "Write American English: behavior, color, recognize, normalize.",
  except: DATED_BY_OTHERS,
}));

function bannedLines(tree: readonly TreeFile[], banned: readonly Banned[]): Finding[] {
  return tree.flatMap(({ path, text }) => {
    const rules = banned.filter(({ except }) => !except?.test(path));
    return text
      .split("\n")
      .flatMap((content, index) =>
        rules
          .filter(({ pattern }) => pattern.test(content))
          .map(({ sentence }) => ({ path, line: index + 1, sentence })),
      );
  });
}

/** A path cannot be broken, an import of a single name is one line, and so is a name of Go's. */
const IMPORT_OF_ONE = /^(import|export) [^,]*from ".*";$|^\/\/go:linkname /;

function longLines({ path, text }: TreeFile): Finding[] {
  return text.split("\n").flatMap((content, index) => {
    const columns = [...content.replaceAll("\t", "  ")].length;
    if (columns <= LINE_COLUMNS_MAX || IMPORT_OF_ONE.test(content)) return [];
    const sentence = `${columns} columns; a line has at most ${LINE_COLUMNS_MAX}.`;
    return [{ path, line: index + 1, sentence }];
  });
}

const ofCode = (check: (file: TreeFile) => Finding[]) => (tree: readonly TreeFile[]) =>
  tree.filter(({ path }) => isCode(path)).flatMap(check);

export const TEXT_RULES: readonly Rule[] = [
  {
    title: `lines of code have at most ${LINE_COLUMNS_MAX} columns`,
    check: ofCode(longLines),
    bad: { "a.ts": `// ${"x".repeat(LINE_COLUMNS_MAX)}` },
    good: {
      "a.ts": "x".repeat(LINE_COLUMNS_MAX),
      "b.ts": `import { c } from "./${"x".repeat(LINE_COLUMNS_MAX)}.ts";`,
      "README.md": "x".repeat(999),
    },
  },
  {
    title: "nothing is left for later",
    check: (tree) => bannedLines(tree, [UNFINISHED]),
    bad: { "README.md": "TODO: write this" },
    good: { "README.md": "Todos los santos" },
  },
  {
    title: "no file names a machine, a registry or what lies outside the repository",
    check: (tree) => bannedLines(tree, MACHINE),
    bad: {
      "a.ts": 'readFileSync("/home/someone/a.json")',
      "b.sh": "cd /root/x",
      "c.md": "see ../shared/spec/x.md",
      "package-lock.json": '      "resolved": "https://example.com/a.tgz",',
    },
    good: {
      "a.ts": 'import { b } from "../shared/b.ts"; const p = "/var/lib/kubelet/pods";',
      ".ci/run": "ls ../shared/captures",
    },
  },
  {
    title: "texts use common words",
    check: (tree) => bannedLines(tree, DATED),
    bad: {
      "a.md": "The text is no JSON.",
      "b.ts": "// It begins anew.",
      "c.md": "The log has not the table.",
      "d.md": "The line stands beside the other.",
      "e.md": "The pod is judged.",
      "f.md": "It is read, so that nothing is lost.",
      "g.md": "The options beside the configuration.",
      "h.md": "A field that nobody reads.",
      "i.md": "It reads what stands before the id.",
      "j.ts": "/** Null when no Summary could be had. */",
      "k.md": "Hidden files are passed over.",
      "l.md": "The file counts in the place of the flag.",
      "m.md": "The pod is evicted all the same.",
      "n.ts": "/** Of the step. */",
      "o.ts": "/** Whom admission would take. */",
      "p.ts": "// The time stands before the name.",
      "q.md": "A capture is of one node.",
      "r.ts": "/** What a cell comes to. */",
      "s.ts": "/** So many lines are read. */",
      "t.md": "A checksum vouches for nothing.",
      "u.md": "An option that there is not is an error.",
    },
    good: {
      "a.md": "There is no such file, and it is no longer read.",
      "b.ts": "x is not JSON",
      "c.ts": "/** The time of the step; null when no Summary could be read. */",
      "d.md": "Hidden files are skipped. The flag replaces the file.",
      "e.md": "A checksum detects damage. An unknown option is an error; it stands for nothing.",
      "f.ts": "/** The most lines of a message: so many that no real one has more. */",
    },
  },
  {
    title: "texts are in American English",
    check: (tree) => bannedLines(tree, BRITISH),
    bad: { "a.md": "The behaviour of 1.31", "b.ts": "// What is recognised." },
    good: { "a.md": "The behavior of 1.31 is recognized", "b.ts": "// A minimum, a promise." },
  },
  {
    title: "texts speak of the project alone",
    check: (tree) => bannedLines(tree, ORGANIZATION),
    bad: { "a.md": "as asked in issue 2", "b.ts": "// left from this session" },
    good: { "a.md": "kubernetes issue 52386 is the same defect" },
  },
];

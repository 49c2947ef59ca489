/** What follows from contract/releases.yaml: tables of the core, the hosts' range, sentences. */
import { constant, NOTICE, read, table } from "./tables.mjs";

const LINE_COLUMNS_MAX = 100;

const { behaviors, sentences, schedulerVersions, zeroGrace, ...releases } = table("releases");

/** The range of each policy; where no release is named, the newest is followed. */
const followed = Object.fromEntries(
  Object.entries(releases.followed).map(([policy, { refusal, ...range }]) => {
    const { component, oldest, newest, default: named = newest } = range;
    return [policy, { component, oldest, newest, default: named, refusal }];
  }),
);

/** The rooms of the core that follow releases, with the policies that share one there. */
const FOLLOWING = {
  "assembly/node/model/releaseTable.ts": ["eviction"],
  "assembly/admission/model/releaseTable.ts": ["admission"],
  "assembly/admission/model/memory/releaseTable.ts": ["memoryQos"],
  "assembly/oom/model/releaseTable.ts": ["oom"],
  "assembly/scheduler/model/releaseTable.ts": ["scheduler", "drain", "simulator"],
};

export function behaviorsIn(policies) {
  return behaviors.filter((row) => row.policies.some((policy) => policies.includes(policy)));
}

export function releaseName(minor) {
  return `1.${minor}`;
}

function filled(text, { oldest, newest }) {
  return text
    .replaceAll("{oldest}", releaseName(oldest))
    .replaceAll("{newest}", releaseName(newest));
}

/** About a member of an enum, in as many lines as it takes. */
function comment(text) {
  const whole = `  /** ${text} */\n`;
  if (whole.length <= LINE_COLUMNS_MAX) return whole;
  const lines = text.match(/.{1,90}(?= |$)/g) ?? [];
  return `  /**\n${lines.map((line) => `   * ${line.trim()}\n`).join("")}   */\n`;
}

/** When a behavior holds, for a sentence. */
function holds({ since, until }) {
  const parts = [
    ...(since === undefined ? [] : [`since ${releaseName(since)}`]),
    ...(until === undefined ? [] : [`until ${releaseName(until)}`]),
  ];
  return parts.length === 0
    ? ""
    : ` ${parts.join(", ").replace(/^./, (one) => one.toUpperCase())}.`;
}

/** Behaviors that hold apart from a release: a gate switches them, or a profile has them. */
const SINGLE = new Set(table("profiles").flatMap((profile) => profile.behaviors ?? []));

/** The bit of each row: rows that no policy can tell apart share one. */
function bitsOf(rows) {
  const keys = rows.map(({ name, gate, since, until }) =>
    gate !== undefined || SINGLE.has(name) ? name : `${since} ${until}`,
  );
  const places = [...new Set(keys)];
  return keys.map((key) => places.indexOf(key));
}

function releaseTable(policies) {
  const [policy] = policies;
  const range = followed[policy];
  const rows = behaviorsIn(policies);
  const bits = bitsOf(rows);
  const count = Math.max(...bits) + 1;
  // The last bit says in pod tables that their columns are filled.
  if (count > 31) throw new Error(`${policy} has more behaviors than a word has bits.`);
  const minors = Array.from(
    { length: range.newest - range.oldest + 1 },
    (_, index) => range.oldest + index,
  );
  const hasRow = ({ since = 0, until = Number.POSITIVE_INFINITY, default: on = true }, minor) =>
    on && since <= minor && minor < until;
  const masks = minors.map((minor) =>
    rows.reduce((mask, row, at) => (hasRow(row, minor) ? mask | (1 << bits[at]) : mask), 0),
  );
  const entries = rows.map((row, at) => {
    return `${comment(`${row.about}${holds(row)}`)}  ${row.name} = 1 << ${bits[at]},`;
  });
  const digits = Math.ceil(count / 4);
  return [
    "/**",
    ` * The releases of the ${range.component} that are followed, and what differs between them.`,
    ` * ${NOTICE}`,
    " */",
    "",
    `export const MINOR_OLDEST: i32 = ${range.oldest};`,
    `export const MINOR_NEWEST: i32 = ${range.newest};`,
    `export const MINOR_DEFAULT: i32 = ${range.default};\n`,
    ...(range.refusal === undefined
      ? []
      : [
          "/** The refusal of a release that cannot be followed. */",
          "export const RELEASE_REFUSAL: string =",
          `  ${JSON.stringify(filled(range.refusal, range))};\n`,
        ]),
    "/** Behaviors that begin and end together share a bit, unless a gate or profile has one. */",
    `export enum Behavior {\n${entries.join("\n")}\n}\n`,
    "/** What each release does, the oldest first. */",
    `const BEHAVIORS: StaticArray<u32> = [\n${masks
      .map((mask) => `  0x${(mask >>> 0).toString(16).padStart(digits, "0")},\n`)
      .join("")}];\n`,
    "/** The nearest release that is followed. */",
    "export function nearestMinor(minor: i32): i32 {",
    "  return min(max(minor, MINOR_OLDEST), MINOR_NEWEST);",
    "}\n",
    "/** What the nearest release that is followed does. */",
    "export function behaviorsOfRelease(minor: i32): u32 {",
    "  return unchecked(BEHAVIORS[nearestMinor(minor) - MINOR_OLDEST]);",
    "}\n",
  ].join("\n");
}

const PLACE = /\{(\w+)\.(oldest|newest|default)\}/;

/** Where documents name the releases that are followed, in the words that they have to have. */
export function releaseSentences() {
  return sentences.map(({ path, text }) => ({
    path,
    pattern: new RegExp(
      text
        .split(PLACE)
        .map((part, index) => [literal(part), "1\\.\\d+", ""][index % 3])
        .join(""),
      "g",
    ),
    text: text.replace(new RegExp(PLACE, "g"), (_, policy, which) =>
      releaseName(followed[policy][which]),
    ),
  }));
}

function literal(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** The files with those sentences, by their paths; `written` are those that other tables write. */
export function withReleases(written) {
  const files = {};
  for (const { path, pattern, text } of releaseSentences()) {
    const before = files[path] ?? written[path] ?? read(path);
    if (!pattern.test(before)) {
      throw new Error(`${path} lacks "${text}"; change it there or in contract/releases.yaml.`);
    }
    files[path] = before.replace(pattern, () => text);
  }
  return { ...written, ...files };
}

const BEHAVIORS_TABLE = /(\| behavior \| since \|\n\|---\|---\|\n)(?:\|.*\n)+/;

/** In the order of releases, and of the rows in each. */
export function fidelity() {
  const rows = behaviors
    .flatMap(({ observed = [], since }) => observed.map((sentence) => ({ sentence, since })))
    .sort((a, b) => a.since - b.since)
    .map(
      ({ sentence, since }) => `| ${sentence.replaceAll("|", "\\|")} | ${releaseName(since)} |\n`,
    );
  return read("FIDELITY.md").replace(BEHAVIORS_TABLE, (_, head) => head + rows.join(""));
}

/** The release that each sentence of a vector is observed since. */
export function observedSince() {
  return Object.fromEntries(
    behaviors.flatMap(({ observed = [], since }) =>
      observed.map((text) => [text, releaseName(since)]),
    ),
  );
}

/** What a behavior can change of an answer. */
const DECIDES = [
  ...["thresholds", "ranking", "limits", "grace", "reclaim", "message", "configuration"],
  ...["oomScore", "kills", "admission", "placement", "plugins", "retries", "drain"],
  "protection",
];

/** The behaviors, for the hosts that compare releases. */
export function behaviorRows() {
  // A gate that is off by default changes nothing by itself.
  const changing = behaviors.filter(({ default: on = true }) => on);
  return changing.map(({ name, policies, decides = [], since, until, gate, about, observed }) => {
    const unknown = decides.find((what) => !DECIDES.includes(what));
    if (decides.length === 0 || unknown !== undefined) {
      throw new Error(`${name} decides ${unknown ?? "nothing"}; write one of ${DECIDES.join()}.`);
    }
    return { name, policies, decides, since, until, gate, about, observed };
  });
}

/** The tables of the core, and the ranges for the hosts. */
export function releaseFiles() {
  const ranges = Object.entries(followed).map(([policy, { refusal, ...range }]) => [policy, range]);
  return {
    ...Object.fromEntries(
      Object.entries(FOLLOWING).map(([path, policies]) => [path, releaseTable(policies)]),
    ),
    "analysis/engine/contract/releases.ts": `/** ${NOTICE} */\n\n${constant(
      "RELEASES",
      Object.fromEntries(ranges),
    )}\n${constant("ZERO_GRACE", zeroGrace)}\n${constant("SCHEDULER_VERSIONS", schedulerVersions)}`,
    "analysis/engine/contract/behaviors.ts": [
      `/** ${NOTICE} */\n\n`,
      constant(
        "BEHAVIORS",
        behaviorRows().map(({ observed, ...row }) => row),
      ),
    ].join(""),
  };
}

/**
 * Writes what follows from `contract/`: `node tools/contract.mjs`, or `--check` to compare. The
 * tables there say what the policy reads, which signals there are, which releases are followed and
 * what differs between them; each is the only place that says so.
 */
import { writeFileSync } from "node:fs";
import { moduleFiles } from "./contract/modules.mjs";
import {
  behaviorsIn,
  fidelity,
  releaseFiles,
  releaseName,
  withReleases,
} from "./contract/releases.mjs";
import { constant, NOTICE, ROOT, read, table } from "./contract/tables.mjs";

export { behaviorRows, observedSince, releaseSentences } from "./contract/releases.mjs";

const signals = table("signals");
const profiles = table("profiles");
const { maps, documents } = table("documents");
const configuration = table("configuration");
const kubeletFlags = table("flags");
const members = configuration.filter(({ member }) => member !== undefined);

/* What is read of a document: leaves, and the names on the way to them. */

const LEAF = /^(list of )?(?:(map|name|word) of (\w+)|(\w+))(?: \((hosts|admit)\))?$/;
const NUMBERS = new Set(["bytes", "inodes", "processes", "seconds", "number", "boolean"]);

function leafOf(text) {
  const found = LEAF.exec(text);
  if (!found) throw new Error(`This is not a leaf of contract/documents.yaml: ${text}`);
  const [, isList, of, noun, kind, reader = "core"] = found;
  return { isList: isList !== undefined, of: of ?? kind, noun, reader };
}

/** Each member name with who reads it, maps and lists entered. */
function* namesIn(tree) {
  if (typeof tree === "string") {
    const { of, noun } = leafOf(tree);
    if (of !== "map") return;
    for (const name of maps[noun].names === "signals" ? [] : (maps[noun].names ?? [])) {
      yield { name, reader: "core" };
    }
    return;
  }
  for (const [name, below] of Object.entries(tree)) {
    if (!Array.isArray(tree)) yield { name, reader: readerOf(below) };
    yield* namesIn(below);
  }
}

function readerOf(tree) {
  if (typeof tree === "string") return leafOf(tree).reader;
  const readers = Object.values(tree).map(readerOf);
  return readers.length > 0 && readers.every((reader) => reader === readers[0])
    ? readers[0]
    : "core";
}

const TREES = {
  ...documents,
  configuration: {
    ...Object.fromEntries(members.map(({ member, of }) => [member, of])),
    plimsoll: documents.options,
  },
};

/** The names that decoders of the core ask for; the rest are read by hosts alone. */
export function namesReadByCore(...names) {
  const read = names.flatMap((name) => [...namesIn(TREES[name])]);
  return [...new Set(read.filter(({ reader }) => reader !== "hosts").map(({ name }) => name))];
}

/* Key tests of the core. */

export function keyTestName(member) {
  const words = member.split(/[-_]/);
  return `is${words.map((part) => part[0].toUpperCase() + part.slice(1)).join("")}`;
}

function keyTest(member) {
  const head = `/** \`${member}\` */\nexport function ${keyTestName(member)}(): bool {`;
  return `${head}\n  return keyIs("${member}");\n}\n`;
}

function keysText(names) {
  const head = [
    "/**",
    " * Exact tests of the key that `scanMember` left.",
    ` * ${NOTICE}`,
    " */",
    'import { keyIs } from "../base/json/member.ts";',
    "",
    "",
  ].join("\n");
  return head + names.map(keyTest).join("\n");
}

function keyFiles() {
  const isIdentifier = (name) => /^[\w-]+$/.test(name);
  const summary = namesReadByCore("Summary").filter(isIdentifier);
  const pods = namesReadByCore("PodList", "record").filter(
    (name) => isIdentifier(name) && !summary.includes(name),
  );
  const policy = namesReadByCore("configuration", "subject").filter(
    (name) => isIdentifier(name) && !summary.includes(name) && !pods.includes(name),
  );
  return {
    "assembly/node/keys.ts": keysText([...summary, ...pods]),
    "assembly/eviction/keys.ts": keysText(policy),
  };
}

/* What a reduced document keeps. */

/** Added to a number of `Kept`: a list of them. */
const KEPT_LIST = 0x80;

/** The objects of a tree by what they keep; what keeps the same has the name of the first. */
function keptObjects(tree, name, found) {
  const text = JSON.stringify(tree);
  if (found.has(text)) return;
  found.set(text, { name, tree });
  for (const [member, below] of Object.entries(tree)) {
    const item = Array.isArray(below) ? below[0] : below;
    if (typeof item === "object") keptObjects(item, name + keyTestName(member).slice(2), found);
  }
}

/** What is kept of a value: a number of `Kept`. */
function keptAs(below, kinds, found) {
  const isList = Array.isArray(below);
  const item = isList ? below[0] : below;
  // A map keeps members of any name: those that are not in its table count, too.
  if (typeof item === "string") return kinds.indexOf("Whole");
  const { name } = found.get(JSON.stringify(item));
  return kinds.indexOf(name) + (isList ? KEPT_LIST : 0);
}

/** The bytes of a table of the core, in lines of 100 columns. */
function bytesOf(values) {
  const lines = [];
  for (const value of values) {
    const line = `${lines.pop() ?? " "} ${value},`;
    if (line.length <= 100) lines.push(line);
    else lines.push(line.slice(0, -` ${value},`.length), `  ${value},`);
  }
  return lines.map((line) => `${line}\n`).join("");
}

function keptTable() {
  const found = new Map();
  keptObjects(treeForHosts(documents.Summary), "Summary", found);
  keptObjects(treeForHosts(documents.PodList), "PodList", found);
  const objects = [...found.values()];
  const kinds = ["Nothing", "Whole", ...objects.map(({ name }) => name)];
  const members = objects.map(({ tree }) => Object.entries(tree));
  const rows = members.flat();
  const ends = members.map((_, object) => members.slice(0, object + 1).flat().length);
  const kept = rows.map(([, below]) => keptAs(below, kinds, found));
  return [
    "/**",
    " * What a reduced document keeps.",
    ` * ${NOTICE}`,
    " */",
    'import { keyAt, keySize } from "../base/json/member.ts";',
    'import { equalAscii } from "../base/text.ts";',
    "",
    "/** An object by the members it keeps, or what becomes of a value of any type. */",
    `export enum Kept {\n  ${kinds.join(",\n  ")},\n}`,
    "",
    "/** Set with an object: a list of them. */",
    `export const KEPT_LIST: i32 = 0x${KEPT_LIST.toString(16)};`,
    "",
    "/** The members that objects keep, one object after another. */",
    `const NAMES: StaticArray<string> = [\n${rows.map(([name]) => `  "${name}",\n`).join("")}];`,
    "",
    "/** What is kept of each of them: `Kept`, and `KEPT_LIST`. */",
    `const KEPT: usize = memory.data<u8>([\n${bytesOf(kept)}]);`,
    "",
    "/** Where the members of each `Kept` end in these tables. */",
    `const ENDS: usize = memory.data<u8>([\n${bytesOf([0, 0, ...ends])}]);`,
    "",
    "/** What is kept of the member whose key `scanMember` left, in this object. */",
    "export function keptMember(object: i32): i32 {",
    "  const ends = ENDS + usize(object);",
    "  const end = i32(load<u8>(ends));",
    "  for (let row = i32(load<u8>(ends - 1)); row < end; row++) {",
    "    const name = unchecked(NAMES[row]);",
    "    if (equalAscii(keyAt, keySize, name)) return load<u8>(KEPT + usize(row));",
    "  }",
    "  return Kept.Nothing;",
    "}",
    "",
  ].join("\n");
}

/* Tables of the core. */

const SPELLED = {
  memory: "Memory",
  allocatableMemory: "AllocatableMemory",
  nodefs: "NodeFs",
  imagefs: "ImageFs",
  containerfs: "ContainerFs",
  pid: "PID",
};

function enumName(name) {
  return name
    .split(/[.-]/)
    .map((part) => SPELLED[part] ?? part[0].toUpperCase() + part.slice(1))
    .join("");
}

function unique(values) {
  return [...new Set(values.filter((value) => value !== undefined))];
}

function enumText(name, entries, about) {
  const rows = entries.map((entry, index) => `  ${entry} = ${index},`);
  return `/** ${about} */\nexport enum ${name} {\n${rows.join("\n")}\n}\n`;
}

function texts(name, values, about = "") {
  const rows = values.map((value) => `  ${JSON.stringify(value)},`);
  return `${about}export const ${name}: StaticArray<string> = [\n${rows.join("\n")}\n];\n`;
}

function bytes(name, values, about = "") {
  const rows = [];
  for (let at = 0; at < values.length; at += 10) {
    rows.push(`  ${values.slice(at, at + 10).join(", ")},\n`);
  }
  return `${about}export const ${name}: StaticArray<u8> = [\n${rows.join("")}];\n`;
}

function bits(name, values, about = "") {
  return `${about}export const ${name}: StaticArray<u32> = [\n  ${values.join(",\n  ")},\n];\n`;
}

function behaviorBit(name) {
  if (name === undefined) return "0";
  if (!behaviorsIn(["eviction"]).some((row) => row.name === name))
    throw new Error(`No behavior is ${name}.`);
  return `Behavior.${name}`;
}

function signalTable() {
  const resources = unique(signals.map(({ resource }) => resource));
  const conditions = unique(signals.map(({ condition }) => condition));
  const fileSystems = unique(signals.map(({ fileSystem }) => fileSystem));
  return [
    "/**",
    " * The signals, by number. Spec 1.1, 2.7.",
    ` * ${NOTICE}`,
    " */",
    'import { Behavior } from "./releaseTable.ts";',
    "",
    enumText(
      "Signal",
      signals.map(({ name }) => enumName(name)),
      "In canonical order: the order of this enum is the order of thresholds among equals.",
    ),
    `export const SIGNAL_COUNT: i32 = ${signals.length};\n`,
    enumText("Resource", resources.map(enumName), "What a signal is about."),
    enumText("NodeCondition", conditions, "What a met threshold sets."),
    `export const NODE_CONDITION_COUNT: i32 = ${conditions.length};\n`,
    enumText("FileSystem", ["None", ...fileSystems.map(enumName)], "Whose space or inodes it is."),
    texts(
      "SIGNAL_NAMES",
      signals.map(({ name }) => name),
    ),
    texts("RESOURCE_NAMES", resources),
    texts("NODE_CONDITION_NAMES", conditions),
    bytes(
      "RESOURCES",
      signals.map(({ resource }) => resources.indexOf(resource)),
    ),
    bytes(
      "NODE_CONDITIONS",
      signals.map(({ condition }) => conditions.indexOf(condition)),
    ),
    bytes(
      "FILE_SYSTEMS",
      signals.map(({ fileSystem }) => fileSystems.indexOf(fileSystem) + 1),
    ),
    bits(
      "SIGNALS_SINCE",
      signals.map(({ since }) => behaviorBit(since)),
      "/** The behavior that a signal came with, or 0. */\n",
    ),
    texts(
      "HARD_DEFAULTS",
      signals.map((row) => row.default ?? ""),
      "/** The hard threshold of a kubelet on Linux that is given none; empty for none. */\n",
    ),
    bits(
      "HARD_DEFAULTS_SINCE",
      signals.map((row) => behaviorBit(row.defaultSince)),
      "/** The behavior that a default came with, or 0. */\n",
    ),
  ].join("\n");
}

function profileTable() {
  const bitsOf = ({ behaviors: own = [] }) => own.map(behaviorBit).join(" | ") || "0";
  return [
    "/**",
    " * The policies to choose from. Spec 9.",
    ` * ${NOTICE}`,
    " */",
    'import { Behavior } from "../../node/model/releaseTable.ts";',
    "",
    `export const PROFILE_COUNT: u32 = ${profiles.length};\n`,
    texts(
      "PROFILE_NAMES",
      profiles.map(({ name }) => name),
      "/** By number; the first is the default. */\n",
    ),
    bits(
      "PROFILE_BEHAVIORS",
      profiles.map(bitsOf),
      "/** The behaviors of a profile, or 0: those of the release that is followed. */\n",
    ),
  ].join("\n");
}

/** A tree with what is kept: leaf kinds, lists of one, maps by name. */
function treeForHosts(tree) {
  if (typeof tree === "string") {
    const { isList, of, noun, reader } = leafOf(tree);
    if (reader === "admit") return undefined;
    const kind = of === "map" ? `map ${noun}` : (noun ?? (NUMBERS.has(of) ? "number" : of));
    return isList ? [kind] : kind;
  }
  if (Array.isArray(tree)) {
    const item = treeForHosts(tree[0]);
    return item === undefined ? undefined : [item];
  }
  const below = Object.entries(tree)
    .map(([name, member]) => [name, treeForHosts(member)])
    .filter(([, member]) => member !== undefined);
  const isEmptied = below.length === 0 && Object.keys(tree).length > 0;
  return isEmptied ? undefined : Object.fromEntries(below);
}

/** What hosts know of each signal. */
function signalRows() {
  return signals.map((signal) => {
    const { name, condition, unit, column, derived = false, default: value } = signal;
    const { defaultSince, about } = signal;
    const release = behaviorsIn(["eviction"]).find(({ name }) => name === defaultSince)?.since;
    return {
      name,
      condition,
      unit,
      ...(column === undefined ? {} : { column }),
      derived,
      ...(value === undefined ? {} : { default: value }),
      ...(release === undefined ? {} : { defaultSince: releaseName(release) }),
      about,
    };
  });
}

function hostTables() {
  const mapRows = Object.fromEntries(
    Object.entries(maps).map(([name, { names = [], patterns = [], of, otherwise }]) => {
      const own = names === "signals" ? signals.map((row) => row.name) : names;
      return [name, { names: own, patterns, of: treeForHosts(of), otherwise: otherwise ?? null }];
    }),
  );
  const trees = {
    summary: treeForHosts(documents.Summary),
    podList: treeForHosts(documents.PodList),
    header: { ...treeForHosts(documents.header), config: treeForHosts(TREES.configuration) },
  };
  const offered = members
    .filter(({ about }) => about !== undefined)
    .map(({ member, holds, names = [], values = [], about }) => {
      return { member, holds, names, values, about };
    });
  const flags = configuration
    .filter(({ flag }) => flag !== undefined)
    .map(({ member, option, flag }) => ({
      flag: flag.name,
      member: member ?? option,
      isOption: option !== undefined,
      form: flag.form,
      example: flag.example,
    }));
  const head = `/** ${NOTICE} */\n\n`;
  return {
    "analysis/engine/contract/signals.ts": `${head}${constant("SIGNAL_ROWS", signalRows())}`,
    "analysis/engine/contract/profiles.ts": `${head}${constant(
      "PROFILES",
      profiles.map(({ name }) => name),
    )}`,
    "analysis/engine/contract/documents.ts": [
      head,
      constant("MAPS", mapRows),
      "\n",
      constant("DOCUMENTS", trees),
    ].join(""),
    "analysis/engine/contract/configuration.ts": [
      head,
      constant("MEMBER_ROWS", offered),
      "\n",
      constant("FLAG_ROWS", flags),
    ].join(""),
  };
}

/** The flags of the kubelet's command line, by release. */
function flagTable() {
  const tables = {
    FLAGS_OF_ALL: [...kubeletFlags.all, ...kubeletFlags.libraries],
    FLAGS_OF_SOME: kubeletFlags.some,
    FLAGS_REPLACED: kubeletFlags.replaced,
  };
  const written = Object.entries(tables).map(([name, rows]) => constant(name, rows));
  return { "analysis/engine/contract/flags.ts": `/** ${NOTICE} */\n\n${written.join("\n")}` };
}

/* Documents that people and their tools read. */

/** A schema whose enumerations of signals and of profiles are those of the tables. */
function schema(path) {
  return [signals, profiles].reduce((text, rows) => {
    const names = rows.map(({ name }) => name);
    const enumeration = new RegExp(`^( *)"enum": \\[\\s*"${names[0]}"[^\\]]*\\]`, "gm");
    return text.replace(enumeration, (_, indent) => {
      const list = names.length > 2 ? JSON.stringify(names, null, 2) : `["${names.join('", "')}"]`;
      return `${indent}"enum": ${list.replaceAll("\n", `\n${indent}`)}`;
    });
  }, read(path));
}

/** Each file that is written, by its path in the repository. */
export function contractFiles() {
  return withReleases({
    ...keyFiles(),
    "assembly/node/kept.ts": keptTable(),
    "assembly/node/model/signalTable.ts": signalTable(),
    ...releaseFiles(),
    "assembly/eviction/model/profileTable.ts": profileTable(),
    ...hostTables(),
    ...flagTable(),
    ...moduleFiles(),
    "schemas/decision-1.schema.json": schema("schemas/decision-1.schema.json"),
    "schemas/policy-1.schema.json": schema("schemas/policy-1.schema.json"),
    "schemas/next-1.schema.json": schema("schemas/next-1.schema.json"),
    "FIDELITY.md": fidelity(),
  });
}

if (process.argv[1] && import.meta.url.endsWith(process.argv[1].split("/").pop())) {
  for (const [path, text] of Object.entries(contractFiles())) {
    if (!process.argv.includes("--check")) writeFileSync(new URL(path, ROOT), text);
    else if (read(path) !== text) {
      console.error(`${path} is stale: run node tools/contract.mjs`);
      process.exitCode = 1;
    }
  }
}

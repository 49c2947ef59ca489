/**
 * Makes fewer scripts of a program that esbuild has split. To find and load a script costs a third
 * of a millisecond, and a short command would load ninety, most of them a few lines long. What the
 * program always loads becomes a part of it, and what many `import()`s share becomes one script.
 */
import { isBuiltin } from "node:module";
import { basename } from "node:path";
import { build } from "esbuild";

/** What many `import()`s share is code that most commands need; what few share stays by itself. */
const SHARED_BY_MIN = 18;
/** To find and load a script costs more than to read so much that is not used. */
const SHORT_CHARACTERS = 8_000;
const SHORT_SHARED_BY_MIN = 10;

/**
 * Texts by the name of their script, from those of a build with `splitting` and its metafile.
 * `program` is the script that is loaded first.
 */
export async function mergedScripts(program, texts, metafile, options) {
  const scripts = scriptsOf(metafile, texts);
  const groups = groupsOf(program, scripts);
  const groupOf = new Map(
    [...groups].flatMap(([group, members]) => members.map((member) => [member, group])),
  );
  const alone = [...scripts.keys()].filter((name) => !groupOf.has(name));
  const { outputFiles } = await build({
    ...options,
    ...{ bundle: true, splitting: false, write: false, outdir: "/" },
    entryPoints: Object.fromEntries(
      [...groups.keys(), ...alone].map((name) => [basename(name, ".mjs"), name]),
    ),
    plugins: [merging({ texts, scripts, groups, groupOf })],
  });
  return new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
}

/** What each script exports, imports, and loads on demand, and whether it imports a package. */
function scriptsOf({ outputs }, texts) {
  const named = Object.entries(outputs).map(([path, { imports, exports }]) => {
    const own = (kind) =>
      imports
        .filter((each) => each.kind === kind && !each.external)
        .map((each) => basename(each.path));
    const needsPackage = imports.some(
      ({ kind, external, path }) => kind === "import-statement" && external && !isBuiltin(path),
    );
    const name = basename(path);
    const { length } = texts.get(name);
    return [
      name,
      {
        ...{ exports, needsPackage, length },
        ...{ imports: own("import-statement"), asked: own("dynamic-import") },
      },
    ];
  });
  return new Map(named);
}

/**
 * The scripts that become one, by its name. All that a member imports is in its group or in one
 * above, so no two scripts import each other.
 */
function groupsOf(program, scripts) {
  const asked = new Set([program, ...[...scripts.values()].flatMap((each) => each.asked)]);
  const loadedBy = new Map([...scripts.keys()].map((name) => [name, 0]));
  for (const entry of asked) {
    for (const name of closureOf(entry, scripts)) loadedBy.set(name, loadedBy.get(name) + 1);
  }
  const isMergeable = (name) =>
    name === program || [...closureOf(name, scripts)].every((each) => !asked.has(each));
  const always = [...closureOf(program, scripts)].filter(isMergeable);
  // A command that needs no package is not to load one with what it shares with others.
  const isPlain = (name) =>
    [...closureOf(name, scripts)].every(
      (each) => always.includes(each) || !scripts.get(each).needsPackage,
    );
  const isShared = (name) => {
    const isShort = scripts.get(name).length <= SHORT_CHARACTERS;
    return loadedBy.get(name) >= (isShort ? SHORT_SHARED_BY_MIN : SHARED_BY_MIN);
  };
  const shared = [...scripts.keys()].filter(
    (name) =>
      !always.includes(name) &&
      isMergeable(name) &&
      isPlain(name) &&
      [...closureOf(name, scripts)].every((each) => always.includes(each) || isShared(each)),
  );
  return new Map([
    [program, always],
    [`${basename(program, ".mjs")}-shared.mjs`, shared],
  ]);
}

/** A script and all that is loaded with it. */
function closureOf(name, scripts, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  for (const imported of scripts.get(name).imports) closureOf(imported, scripts, found);
  return found;
}

const GROUP = "group";
const SCRIPT = "script";
const PROXY = "proxy";

/** A member is imported by way of the script that it is merged into. */
function merging({ texts, scripts, groups, groupOf }) {
  return {
    name: basename(import.meta.url, ".mjs"),
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /./ }, ({ path, kind, importer, namespace }) => {
        if (kind === "entry-point") return { path, namespace: groups.has(path) ? GROUP : SCRIPT };
        const [name, isOwn] = [basename(path), path.startsWith("./")];
        const group = isOwn && kind !== "dynamic-import" ? groupOf.get(name) : undefined;
        if (group === undefined || namespace === PROXY) return { path, external: true };
        const isWithin = importer === group || groupOf.get(importer) === group;
        return { path: name, namespace: isWithin ? SCRIPT : PROXY };
      });
      onLoad({ filter: /./, namespace: GROUP }, ({ path: group }) => ({
        contents: groups
          .get(group)
          .map((name) => `export {${exported(group, name)}} from "./${name}";`)
          .join("\n"),
      }));
      onLoad({ filter: /./, namespace: SCRIPT }, ({ path }) => ({ contents: texts.get(path) }));
      onLoad({ filter: /./, namespace: PROXY }, ({ path: name }) => ({
        contents: `export {${imported(groupOf.get(name), name)}} from "./${groupOf.get(name)}";`,
      }));
    },
  };
  /** Two members may export different things by one name. */
  function aliasOf(group, name, word) {
    return name === group ? word : `${word}_${groups.get(group).indexOf(name)}`;
  }
  function exported(group, name) {
    return scripts.get(name).exports.map((word) => `${word} as ${aliasOf(group, name, word)}`);
  }
  function imported(group, name) {
    return scripts.get(name).exports.map((word) => `${aliasOf(group, name, word)} as ${word}`);
  }
}

/**
 * Makes few scripts of what a page and its worker load first. esbuild makes one script for each set
 * of entries that share code, so each part that is loaded later cuts what is loaded first: 61
 * scripts, of which a browser asks for six at a time, where 9 do. A later part is therefore made to
 * import all that is loaded before it. That runs nothing twice and loads nothing more.
 */
import { readFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";

const CODE = /\.tsx?$/;

/**
 * The plugin for a second build. `inputs` are those of the first build's metafile, `first` is what
 * the page loads before anything else, and `worker` is the worker's entry.
 */
export function firstScripts(inputs, { root, page, first, worker }) {
  const ofPage = closureOf(first, inputs);
  const ofWorker = laterOf(worker, inputs);
  // What a later part of the worker shares with the page has come with the page.
  const shared = [...ofPage].filter((path) => ofWorker.reached.has(path));
  const begun = new Set([...ofPage, ...closureOf(worker, inputs)]);
  const added = new Map([[worker, shared]]);
  const later = [
    [laterOf(page, inputs).later, first],
    [ofWorker.later, worker],
  ];
  for (const [parts, loaded] of later) {
    for (const part of parts) if (!begun.has(part)) added.set(part, [loaded]);
  }
  return {
    name: basename(import.meta.url, ".mjs"),
    setup({ onLoad }) {
      onLoad({ filter: CODE }, ({ path }) => {
        const imports = added.get(path.slice(root.length + 1).replaceAll("\\", "/"));
        if (imports === undefined) return undefined;
        const lines = imports
          .filter((each) => CODE.test(each))
          .map((each) => `import ${JSON.stringify(join(root, each))};`);
        return {
          // After its own imports, whose order stays.
          contents: `${readFileSync(path, "utf8")}\n${lines.join("\n")}`,
          loader: extname(path).slice(1),
          resolveDir: dirname(path),
        };
      });
    },
  };
}

/** A file and all that is loaded with it. */
function closureOf(entry, inputs) {
  const found = new Set([entry]);
  // A set hands out what is added to it on the way.
  for (const path of found) {
    for (const { path: other } of imports(inputs, path, (kind) => kind !== "dynamic-import")) {
      found.add(other);
    }
  }
  return found;
}

/** All that a file can ever load, and what of that it loads on demand. */
function laterOf(entry, inputs) {
  const reached = new Set([entry]);
  const later = new Set();
  for (const path of reached) {
    for (const { kind, path: other } of imports(inputs, path, () => true)) {
      reached.add(other);
      if (kind === "dynamic-import") later.add(other);
    }
  }
  return { reached, later };
}

function imports(inputs, path, isMeant) {
  return inputs[path].imports.filter(({ kind, external }) => !external && isMeant(kind));
}

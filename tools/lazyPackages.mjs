/**
 * Puts off the loading of packages until one of their functions is called. Code that reads what
 * people write needs them in the middle of a function that does not wait, and most command lines
 * never get there: a reader of YAML alone takes as long to load as Node itself.
 */
import { createRequire } from "node:module";
import { basename } from "node:path";

const NAMESPACE = "lazy-package";

/**
 * For a bundle that runs on Node: the script to load for each package, which is the package itself
 * or a script next to the bundle. Each has a CommonJS form.
 */
export function lazyPackages(scripts, { root }) {
  const require = createRequire(`${root}/`);
  const names = Object.keys(scripts);
  return {
    name: basename(import.meta.url, ".mjs"),
    setup({ onResolve, onLoad }) {
      onResolve({ filter: new RegExp(`^(?:${names.join("|")})$`) }, ({ path }) => ({
        path,
        namespace: NAMESPACE,
        sideEffects: false,
      }));
      onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
        contents: lazyModule(scripts[path], require(path)),
        loader: "js",
      }));
    },
  };
}

/** A function for each function of the package; what is written with `new` gets the package's. */
function lazyModule(script, exported) {
  const functions = Object.entries(exported).filter(
    ([word, value]) => typeof value === "function" && word !== "default",
  );
  return `import { createRequire } from "node:module";
let loaded;
function all() {
  return (loaded ??= createRequire(import.meta.url)(${JSON.stringify(script)}));
}
${functions.map(([word, value]) => lazyFunction(word, value)).join("\n")}
`;
}

function lazyFunction(word, value) {
  if (!isClass(value)) {
    return `export function ${word}(...given) { return all().${word}(...given); }`;
  }
  const isConstant = (each) => typeof each === "string" || typeof each === "number";
  const constants = Object.entries(value).filter(([, each]) => isConstant(each));
  return `export const ${word} = /* @__PURE__ */ (() => {
  function lazy(...given) { return new (all().${word})(...given); }
  Object.defineProperty(lazy, Symbol.hasInstance, {
    value: (one) => loaded !== undefined && one instanceof all().${word},
  });
  return Object.assign(lazy, ${JSON.stringify(Object.fromEntries(constants))});
})();`;
}

/** Also the classes of older JavaScript, which are functions with methods. */
function isClass(value) {
  const { prototype } = value;
  if (prototype === undefined) return false;
  return (
    /^class\b/.test(Function.prototype.toString.call(value)) ||
    Object.getOwnPropertyNames(prototype).length > 1
  );
}

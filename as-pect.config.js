// All specs are one module: the core is compiled once, not once for each of them.
export default {
  entries: ["node_modules/@as-pect/assembly/assembly/index.ts"],
  include: ["assembly/**/__tests__/**/*.spec.ts"],
  disclude: [],
  instantiate: (memory, createImports, instantiate, binary) =>
    instantiate(binary, createImports({ env: { memory } })),
  outputBinary: false,
};

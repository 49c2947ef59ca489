export default {
  entries: ["assembly/**/__tests__/**/*.spec.ts"],
  include: [],
  disclude: [/node_modules/],
  instantiate: (memory, createImports, instantiate, binary) =>
    instantiate(binary, createImports({ env: { memory } })),
  outputBinary: false,
};

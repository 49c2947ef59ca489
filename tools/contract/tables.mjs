/** The tables of `contract/`, and how what follows from them is written. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";

export const ROOT = new URL("../../", import.meta.url);
export const NOTICE = "Written by tools/contract.mjs from contract/; change it there.";

export function read(path) {
  return readFileSync(new URL(path, ROOT), "utf8");
}

export function table(name) {
  return parse(read(`contract/${name}.yaml`), { merge: true });
}

/** A constant for the hosts. */
export function constant(name, value) {
  const text = JSON.stringify(value, null, 2).replace(/^(\s*)"(\w+)":/gm, "$1$2:");
  return `export const ${name} = ${text} as const;\n`;
}

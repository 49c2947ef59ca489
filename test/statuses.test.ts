/** Hosts in other languages name the statuses of assembly/abi.ts; the numbers are the same. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { Status } from "../assembly/abi.ts";

const EXPECTED = Object.entries(Status).filter(
  (entry): entry is [string, Status] => typeof entry[1] === "number" && entry[1] < 0,
);

function numbersIn(path: string, constant: RegExp): [string, number][] {
  const text = readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), "utf8");
  return [...text.matchAll(constant)].map(([, name = "", number]) => [name, Number(number)]);
}

test("in Go", () => {
  const found = numbersIn("hosts/go/refused.go", /\bStatus(\w+) +Status = (-\d+)/g);
  expect(found).toEqual(EXPECTED);
});

test("in Java", () => {
  const path = "hosts/java/src/main/java/dev/plimsoll/Status.java";
  const found = numbersIn(path, /^ {2}([A-Z_]+)\((-\d+)\)[,;]$/gm);
  const constant = (name: string) => name.replaceAll(/(?<=.)[A-Z]/g, "_$&").toUpperCase();
  expect(found).toEqual(EXPECTED.map(([name, number]) => [constant(name), number]));
});

test("in Python", () => {
  const found = numbersIn("hosts/python/plimsoll/refused.py", /^ {4}(\w+) = (-\d+)$/gm);
  expect(found).toEqual(EXPECTED);
});

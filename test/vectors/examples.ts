import { isObject, type Json, type JsonObject } from "./notation.ts";
import type { Vector } from "./vector.ts";

/** A vector with a table of examples is as many vectors as the table has rows. */
export function expandExamples(vectors: readonly Vector[]): Vector[] {
  return vectors.flatMap((vector) => {
    const { examples, ...template } = vector;
    if (examples === undefined) return [vector];
    return examples.map((row, index) => {
      const filled = fill(template as unknown as Json, row) as unknown as Vector;
      const distinct = filled.title !== template.title;
      return distinct ? filled : { ...filled, title: `${filled.title} (example ${index + 1})` };
    });
  });
}

/**
 * Replaces `<column>` by the row's value: a text that is nothing else becomes the value itself,
 * whatever its type; inside a longer text the value is spelled out.
 */
function fill(value: Json, row: JsonObject): Json {
  if (typeof value === "string") return fillText(value, row);
  if (Array.isArray(value)) return value.map((item) => fill(item, row));
  if (!isObject(value)) return value;
  const members = Object.entries(value).flatMap(([name, member]): [string, Json][] =>
    member === undefined ? [] : [[String(fillText(name, row)), fill(member, row)]],
  );
  return Object.fromEntries(members);
}

function fillText(text: string, row: JsonObject): Json {
  const whole = /^<(\w+)>$/.exec(text);
  if (whole !== null) return column(whole[1] ?? "", row, text);
  return text.replace(/<(\w+)>/g, (place, name: string) => String(column(name, row, place)));
}

function column(name: string, row: JsonObject, place: string): Json {
  const value = row[name];
  if (value === undefined) throw new Error(`${place} has no column in ${JSON.stringify(row)}.`);
  return value;
}

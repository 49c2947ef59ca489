/** What the kubelet's parsers make of the texts of thresholds. */
import { isObject, type Json, writeJson } from "../vectors/notation.ts";
import { float32Bits, type Worth } from "./criterion/configuration.ts";
import { at, type Scenario } from "./scenario.ts";

const THRESHOLD_MEMBERS = ["evictionHard", "evictionSoft", "evictionMinimumReclaim"];
const DEFAULT_TEXTS = ["100Mi", "10%", "5%", "15%"];

/** The texts of thresholds that a scenario configures, and those of the defaults. */
export function thresholdTexts({ config }: Scenario): string[] {
  const texts = THRESHOLD_MEMBERS.flatMap((member) => {
    const statements = at(config, member);
    return isObject(statements) ? Object.values(statements) : [];
  });
  return [...DEFAULT_TEXTS, ...texts.filter((text): text is string => typeof text === "string")];
}

/** Two lines for the oracle about one text. */
export function worthQuestions(text: string): string[] {
  const ask = (question: Readonly<Record<string, Json>>) => writeJson(question);
  return [ask({ kind: "quantity", text }), ask({ kind: "percentage", text, capacity: "1" })];
}

/** A text is a percentage if it ends like one, and a quantity if not. */
export function worthOf(quantity: object | undefined, percentage: object | undefined): Worth {
  const { text } = (quantity ?? {}) as { text?: string };
  if (text !== undefined) return { quantity: text };
  const { float32 } = (percentage ?? {}) as { float32?: string };
  return float32 === undefined ? {} : { fraction: nanOrBits(float32) };
}

/** Not-a-number has many bit patterns. */
function nanOrBits(bits: string): string {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, Number.parseInt(bits, 16));
  return float32Bits(view.getFloat32(0));
}

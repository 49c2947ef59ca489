import { CaptureError } from "./problem.ts";
import { jsonOf, LineError, type Members } from "./record.ts";

const NAMES_SHOWN = 5;
const HINT = "a capture has one JSON object a line: a header, then records";

/** Why a first line that is neither header nor record is no capture: names what it is. */
export function noCapture(line: Uint8Array, members: Members | LineError): CaptureError {
  if (members instanceof LineError) {
    return new CaptureError(`${nameOfBytes(line, members)}; ${HINT}.`);
  }
  return new CaptureError(`The first line is ${nameOfDocument(members)}; ${HINT}.`);
}

function nameOfBytes(line: Uint8Array, error: LineError): string {
  const [first, second] = line;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return "The text is UTF-16, convert it to UTF-8 first";
  }
  if (error.cut || first === 0x5b) {
    return "This is a single JSON document written over several lines, not a capture";
  }
  return `The first line is not JSON: ${error.message}`;
}

function nameOfDocument(members: Members): string {
  const kind = members.get("kind");
  if (kind !== undefined) return `a ${textOf(kind)}`;
  if (members.has("node") && members.has("pods")) {
    return "a bare Summary (pair it with its PodList to make a capture)";
  }
  if (members.has("kubeletconfig")) return "the answer of configz";
  const names = [...members.keys()].slice(0, NAMES_SHOWN).join(", ");
  return `an object without a time (it has ${names || "no members"})`;
}

function textOf(bytes: Uint8Array): string {
  try {
    const value = jsonOf("kind", bytes);
    return typeof value === "string" ? value : "document of another kind";
  } catch {
    return "document of another kind";
  }
}

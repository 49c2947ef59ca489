import { EngineError } from "../../engine/engineError.ts";
import { CaptureError } from "../../read/capture/format.ts";
import { ConfigurationError } from "../../read/kubelet/error.ts";
import { EvidenceError } from "../../read/messages/reported.ts";
import { ObjectsError } from "../../read/objects/objectsError.ts";
import { UnreadableError } from "../../read/unreadable.ts";

const ERRORS = [
  UnreadableError,
  EvidenceError,
  ConfigurationError,
  ObjectsError,
  EngineError,
  CaptureError,
];

/** What is wrong with one document does not keep the others back. */
export function isAboutInput(error: unknown): boolean {
  return ERRORS.some((kind) => error instanceof kind);
}

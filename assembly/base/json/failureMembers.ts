/** Writes what answers to refused verbs begin with: status, document, path, offset, reason. */
import { failureAt, failureByteOffset, failureStatus } from "./failure.ts";
import { addPath } from "./path.ts";
import { beginText, endText, integerMember, key, member } from "./write.ts";

export function failureMembers(document: string, reason: string): void {
  member("plimsoll", "error/1");
  integerMember("status", failureStatus());
  member("document", document);
  if (failureByteOffset() >= 0) {
    key("path");
    beginText();
    addPath(failureAt());
    endText();
    integerMember("offset", failureByteOffset());
  }
  member("reason", reason);
}

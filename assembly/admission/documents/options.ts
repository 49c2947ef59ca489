/** The options of `configure`: which release of the kubelet is followed. */
import { Document, Status } from "../../abi.ts";
import { useArena } from "../../base/arena.ts";
import { finishDocument, startDocument } from "../../base/json/document.ts";
import { clearFailure, fail } from "../../base/json/failure.ts";
import { closeObject, keyIs, nextMember, openObject, scanMember } from "../../base/json/member.ts";
import { QUOTE } from "../../base/json/scan.ts";
import { readWord, wordAt, wordSize } from "../../base/json/words.ts";
import { minorOf } from "../../base/kubernetes/minor.ts";
import { WORD_SCRATCH_BYTES, WORD_SCRATCH_OFFSET } from "../../objects/memory.ts";
import { followKubelet } from "../model/kubelet.ts";
import { MINOR_DEFAULT } from "../model/releaseTable.ts";
import { AdmissionReason } from "../reasons.ts";

/** Reads `{"kubeletVersion":"1.X"}`; of size 0 the default release. Answers a status. */
export function readOptions(size: i32): i32 {
  clearFailure(Document.None);
  followKubelet(MINOR_DEFAULT);
  if (size == 0) return Status.Ok;
  useArena(WORD_SCRATCH_OFFSET, WORD_SCRATCH_OFFSET + WORD_SCRATCH_BYTES, 0);
  let at = openObject(startDocument(size));
  while (load<u8>(at) == QUOTE) {
    at = scanMember(at);
    if (!keyIs("kubeletVersion"))
      at = fail(Status.InvalidConfiguration, AdmissionReason.Option, at);
    else at = readVersion(at);
    at = nextMember(at);
  }
  return finishDocument(closeObject(at), size);
}

function readVersion(at: usize): usize {
  const start = at;
  at = readWord(at);
  if (at == 0 || wordSize() == 0 || followKubelet(minorOf(wordAt(), wordSize()))) return at;
  return fail(Status.InvalidConfiguration, AdmissionReason.Version, start);
}

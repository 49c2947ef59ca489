import { podOfFile } from "../../../analysis/read/objects/podOfFile.ts";
import { nameOf, readText } from "../../system/files.ts";
import type { Io } from "../../system/io.ts";
import { printNotes } from "../notes.ts";

/** The pod of a manifest, or the one that a controller makes of its template. */
export async function describedPod(path: string, io: Io): Promise<object> {
  const { pod, note } = podOfFile({ name: nameOf(path), text: await readText(path, io) });
  if (note !== null) await printNotes([note], io);
  return pod;
}

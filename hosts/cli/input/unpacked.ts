/** Archives that someone packed: their files in a folder, for the time of one answer. */
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import {
  areLoose,
  FILES_MAX,
  isMetadata,
  METADATA,
} from "../../../analysis/read/bundle/looseFiles.ts";
import { type BundleMember, bundleMembers } from "../../../analysis/read/bundle/members.ts";
import { CutOff } from "../../../analysis/read/capture/format.ts";
import { fileError } from "../../system/files.ts";
import type { Io, Output } from "../../system/io.ts";
import { bundleParts } from "../bundle/bundleParts.ts";
import { inputFailure } from "../exitCode.ts";
import { type LooseFiles, looseFiles } from "./looseFiles.ts";

/** Files of one incident; what is larger is unpacked by its owner. */
const BYTES_MAX = 2 ** 30;
const ADVICE = "unpack it and give the folder";
const CUT_OFF = "ends early or is damaged: its files before that are read";

export class UnpackedArchives {
  /** The archives by their folders. */
  readonly #archives = new Map<string, string>();

  /** Null for a bundle of a tool, which is read as it is, and for what has no files. */
  async filesOf(archive: string): Promise<LooseFiles | null> {
    const { paths, isCut } = await membersOf(archive);
    const own = paths.filter((path) => !isMetadata(path));
    if (own.length === 0 || !areLoose(own)) return null;
    if (own.length > FILES_MAX) return { paths: own, unread: [] };
    const folder = await mkdtemp(join(tmpdir(), "plimsoll-unpacked-"));
    this.#archives.set(folder, archive);
    const unread = await unpack(archive, folder);
    const found = (await looseFiles(folder)) ?? { paths: [], unread: [] };
    const cut = isCut ? [{ path: archive, problem: CUT_OFF }] : [];
    return { paths: found.paths, unread: [...found.unread, ...unread, ...cut] };
  }

  get paths(): readonly string[] {
    return [...this.#archives.values()];
  }

  /** Answers name files as the archive has them. */
  shownTo(io: Io): Io {
    const { stdout, stderr } = io;
    return { ...io, stdout: this.#withoutFolders(stdout), stderr: this.#withoutFolders(stderr) };
  }

  async close(): Promise<void> {
    for (const folder of this.#archives.keys()) {
      await rm(folder, { recursive: true, force: true });
    }
  }

  #withoutFolders(output: Output): Output {
    const write: Output["write"] = (chunk) => {
      if (typeof chunk !== "string") return output.write(chunk);
      let text = chunk;
      for (const folder of this.#archives.keys()) text = text.replaceAll(`${folder}${sep}`, "");
      return output.write(text);
    };
    return Object.create(output, { write: { value: write } });
  }
}

async function membersOf(archive: string) {
  const paths: string[] = [];
  const isCut = await untilCutOff(async () => {
    // Nothing is wanted: only the paths are looked at.
    for await (const _ of bundleParts(archive, (path) => paths.push(path) === 0));
  });
  return { paths, isCut };
}

/** Answers what could not be unpacked. */
async function unpack(archive: string, folder: string): Promise<LooseFiles["unread"]> {
  const unread: { path: string; problem: string }[] = [];
  let bytes = 0;
  const limited = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > BYTES_MAX) {
        throw inputFailure(`${archive}: it unpacks to more than 1 GiB; ${ADVICE}.`);
      }
      yield chunk;
    }
  };
  await untilCutOff(async () => {
    for await (const member of bundleMembers(bundleParts(archive, () => true))) {
      const path = join(folder, member.path);
      const problem = isMetadata(member.path)
        ? METADATA
        : await unpackMember(member, path, limited(member.chunks));
      if (problem !== undefined) unread.push({ path, problem });
    }
  });
  return unread;
}

async function unpackMember(
  member: BundleMember,
  path: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<string | undefined> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await pipeline(chunks, createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    // Such as a file where the archive also has a folder.
    if (fileError(error) === null) throw error;
    return "cannot be unpacked";
  }
  const problem = member.problem();
  if (problem !== undefined) await rm(path, { force: true });
  return problem;
}

/** Whether the archive ended early. */
async function untilCutOff(read: () => Promise<void>): Promise<boolean> {
  try {
    await read();
    return false;
  } catch (error) {
    if (error instanceof CutOff) return true;
    throw error;
  }
}

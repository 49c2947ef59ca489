import { basename } from "node:path";
import type { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import type { CaptureOptions } from "../../../analysis/questions/options/capture.ts";
import { type Capture, CaptureError } from "../../../analysis/read/capture/capture.ts";
import { openCaptureFile, openPassingCapture } from "../../system/captureFile.ts";
import { findExample } from "../../system/examples.ts";
import { nameOf, withPath } from "../../system/files.ts";
import type { Io } from "../../system/io.ts";
import { inputFailure } from "../exitCode.ts";
import type { NamedCapture } from "./namedCapture.ts";

export interface CaptureReading {
  /** The engine that takes the steps. */
  readonly engine?: EvictionEngine;
  /** A record is valid until the next is requested: it may be in the engine's memory. */
  readonly isPassing?: boolean;
}

export async function openNamedCapture(
  path: string | undefined,
  options: CaptureOptions,
  io: Io,
  reading: CaptureReading = {},
): Promise<NamedCapture> {
  const { example, summary } = options;
  if (summary !== undefined) {
    const { openPairs } = await import("./pairs.ts");
    return openPairs(summary, options, io, reading.engine);
  }
  if (example === undefined) return openFile(path ?? "-", reading);
  const found = await findExample(example);
  const opened = await openPath(found.path, reading);
  return { ...opened, name: found.name, title: found.title };
}

function openPath(path: string, { engine, isPassing = false }: CaptureReading): Promise<Capture> {
  if (engine === undefined) return openCaptureFile(path);
  return isPassing ? openPassingCapture(path, engine) : openCaptureFile(path, { engine });
}

async function openFile(path: string, reading: CaptureReading): Promise<NamedCapture> {
  try {
    const name = path === "-" ? nameOf(path) : basename(path);
    return { ...(await openPath(path, reading)), name };
  } catch (error) {
    const { refuseGiven } = await import("./givenInstead.ts");
    await refuseGiven(path, "capture");
    if (!(error instanceof CaptureError)) throw withPath(error, nameOf(path));
    throw inputFailure(`${nameOf(path)}: ${error.message}`);
  }
}

/** What is measured in a browser's tab; bundled and run there by `tab.ts`. */
import { decide, readObjects } from "./module.ts";
import { basicWorkload } from "./workloads.ts";

export interface TabMicros {
  readonly read: number;
  readonly decided: number;
}

async function measure(
  base64: string,
  release: string,
  nodes: number,
  pods: number,
): Promise<TabMicros> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const module = await WebAssembly.compile(bytes);
  const { engine, micros } = readObjects(module, basicWorkload(nodes, pods).objects, release);
  return { read: micros, decided: decide(engine, pods) };
}

Object.assign(globalThis, { measure });

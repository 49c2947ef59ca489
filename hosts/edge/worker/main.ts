/** The worker: modules are compiled when it is deployed, nothing is compiled when it runs. */
import core from "../../../dist/plimsoll-eviction.wasm";
import cluster from "../../../dist/plimsoll-scheduler.wasm";
import { createEdge, type Edge } from "../edge.ts";
import { DurableFleet } from "./fleet.ts";
import type { Bindings } from "./platform.ts";
import { readSettings } from "./settings.ts";

export { IndexObject, NodeObject } from "./objects.ts";

let edge: Edge | undefined;

const worker = {
  fetch(request: Request, bindings: Bindings): Promise<Response> {
    edge ??= createEdge({
      core,
      cluster,
      fleet: new DurableFleet(bindings),
      ...readSettings(bindings),
    });
    return edge.fetch(request);
  },
};

// The platform looks for the handler under this name.
export { worker as default };

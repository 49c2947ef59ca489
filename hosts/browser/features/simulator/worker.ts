/** What answers each request about a cluster, or about a node that is drained. */

import { Turns } from "../../session/turns.ts";
import type { HandlerTable } from "../../worker/handlers.ts";
import { ClusterSession } from "./clusterSession.ts";
import { DrainSession } from "./drainSession.ts";
import type { ClusterAnswer, ClusterRequest } from "./protocol.ts";

/** What is open; a worker has one. */
export class OpenedSession {
  #session: Promise<ClusterSession | DrainSession> | null = null;

  begin<T extends ClusterSession | DrainSession>(session: Promise<T>): Promise<T> {
    this.#session = session;
    return session;
  }

  async any(): Promise<ClusterSession | DrainSession> {
    if (this.#session === null) throw new Error("No cluster is open.");
    return this.#session;
  }

  async cluster(): Promise<ClusterSession> {
    const session = await this.any();
    if (session instanceof ClusterSession) return session;
    throw new Error("No cluster is open, but a node is drained.");
  }
}

export const HANDLERS: HandlerTable<OpenedSession, ClusterRequest, ClusterAnswer> = {
  open: async (opened, request, reply) => {
    const cluster = await opened.begin(ClusterSession.begin(request));
    reply({ kind: "run", run: cluster.run(null), notes: cluster.notes });
  },
  drain: async (opened, request, reply) => {
    const { drain, node, nodes, notes } = await opened.begin(DrainSession.begin(request));
    reply({ kind: "drained", drain, node, nodes, notes });
  },
  try: async (opened, { change }, reply) => {
    const cluster = await opened.cluster();
    reply({ kind: "run", run: cluster.run(change), notes: cluster.notes });
  },
  explain: async (opened, request, reply) => reply((await opened.cluster()).explained(request)),
  refusals: async (opened, request, reply) => reply((await opened.cluster()).refusals(request)),
  search: async (opened, _, reply) => {
    const search = (await opened.any()).search();
    const turns = new Turns(() => true);
    for (;;) {
      const { done, value } = search.next();
      if (done) return reply(value);
      if (!turns.isOver) continue;
      reply({ kind: "progress", done: value, total: null });
      await turns.rest();
    }
  },
};

/**
 * A stand-in for a kubelet's server: three documents under TLS. It asks the real API server who is
 * calling and whether they may, as a kubelet does with webhook authentication and authorization.
 */
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import type { ApiClient } from "../../hosts/daemon/kubernetes/client.ts";
import type { Authority } from "./certificates.ts";
import { NODE_ADDRESS } from "./egress.ts";

export interface KubeletStandIn {
  readonly port: number;
  /** By path, as a text or made when it is asked for; a path that is not here is 404. */
  readonly documents: Map<string, string | (() => string)>;
  /** False for a kubelet before 1.33: only its statistics have a right of their own. */
  hasFineGrainedRights: boolean;
  close(): Promise<void>;
}

interface Caller {
  readonly username?: string;
  readonly groups?: readonly string[];
}

/** The rights of pkg/kubelet/server/auth.go; one of them suffices. */
const RIGHTS: Readonly<Record<string, readonly string[]>> = {
  "/stats/summary": ["stats"],
  "/pods": ["pods", "proxy"],
  "/configz": ["configz", "proxy"],
};

export async function startKubelet(
  node: string,
  authority: Authority,
  reviewer: ApiClient,
): Promise<KubeletStandIn> {
  const serving = await authority.server([NODE_ADDRESS, "127.0.0.1"]);
  const server = createServer({
    key: serving.key,
    cert: serving.certificate,
    ca: authority.certificate,
    requestCert: true,
    rejectUnauthorized: false,
  });
  const documents: KubeletStandIn["documents"] = new Map();
  server.on("request", async (request: IncomingMessage, response) => {
    const path = new URL(request.url ?? "/", "https://node").pathname;
    // A kubelet that cannot ask the API server answers so.
    const status = await statusOf(path, request).catch(() => 500);
    const document = status === 200 ? documents.get(path) : undefined;
    const text = typeof document === "function" ? document() : document;
    response.writeHead(status === 200 && text === undefined ? 404 : status, {
      "content-type": "application/json",
    });
    response.end(text ?? "");
  });
  async function statusOf(path: string, request: IncomingMessage): Promise<number> {
    const caller = await callerOf(request, reviewer);
    if (caller === null) return 401;
    const all = RIGHTS[path] ?? ["proxy"];
    const rights = kubelet.hasFineGrainedRights ? all : all.slice(-1);
    for (const right of rights) if (await mayGet(caller, right)) return 200;
    return 403;
  }
  async function mayGet(caller: Caller, subresource: string): Promise<boolean> {
    const resourceAttributes = { verb: "get", version: "v1", resource: "nodes", subresource };
    const { status } = await review(reviewer, "authorization", "SubjectAccessReview", {
      user: caller.username,
      groups: caller.groups,
      resourceAttributes: { ...resourceAttributes, name: node },
    });
    return status?.allowed === true;
  }
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const kubelet: KubeletStandIn = {
    port: (server.address() as AddressInfo).port,
    documents,
    hasFineGrainedRights: true,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
  return kubelet;
}

async function callerOf(request: IncomingMessage, reviewer: ApiClient): Promise<Caller | null> {
  const socket = request.socket as TLSSocket;
  // A resumed session counts as authorized even when it began without a certificate.
  const { CN, O } = socket.authorized ? (socket.getPeerCertificate().subject ?? {}) : {};
  if (CN !== undefined) {
    return { username: CN, groups: O === undefined ? [] : [O].flat() };
  }
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
  if (token === undefined) return null;
  const { status } = await review(reviewer, "authentication", "TokenReview", { token });
  return status?.authenticated === true ? (status.user ?? null) : null;
}

interface Review {
  readonly status?: {
    readonly allowed?: boolean;
    readonly authenticated?: boolean;
    readonly user?: Caller;
  };
}

async function review(client: ApiClient, group: string, kind: string, spec: object) {
  const api = `${group}.k8s.io/v1`;
  const body = { apiVersion: api, kind, spec };
  const path = `/apis/${api}/${kind.toLowerCase()}s`;
  const answer = await client.request({ method: "POST", path, body });
  return JSON.parse(answer.toString()) as Review;
}

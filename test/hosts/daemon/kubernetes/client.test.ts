import type { IncomingMessage, ServerResponse } from "node:http";
import type { TLSSocket } from "node:tls";
import { inspect } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { ApiClient } from "../../../../hosts/daemon/kubernetes/client.ts";
import type { Connection, Credentials } from "../../../../hosts/daemon/kubernetes/connection.ts";
import type { Bounds } from "../../../../hosts/daemon/kubernetes/exchange.ts";
import { createAuthority } from "../../../cluster/certificates.ts";
import { type ApiStandIn, startApi } from "./apiStandIn.ts";

const TOKEN = "token-that-stays-secret";
const closing: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function api(...options: Parameters<typeof startApi>): Promise<ApiStandIn> {
  const started = await startApi(...options);
  closing.push(() => started.close());
  return started;
}

interface Given {
  readonly credentials?: Credentials | Connection["credentials"];
  readonly connection?: Partial<Connection>;
  readonly bounds?: Partial<Bounds>;
}

function clientOf({ server, authority }: ApiStandIn, given: Given = {}): ApiClient {
  const credentials = given.credentials ?? { token: TOKEN };
  const trusted = { authority: authority.certificate };
  const client = new ApiClient(
    {
      server,
      insecureSkipTlsVerify: false,
      credentials:
        typeof credentials === "function"
          ? async (refused) => ({ ...trusted, ...(await credentials(refused)) })
          : async () => ({ ...trusted, ...credentials }),
      ...given.connection,
    },
    given.bounds,
  );
  closing.unshift(() => client.close());
  return client;
}

/** The one sentence a request fails with; nothing about it may hold the token. */
async function failure(client: ApiClient, path = "/api"): Promise<string> {
  try {
    await client.get(path);
  } catch (error) {
    expect(inspect([error, client], { depth: null, showHidden: true })).not.toContain(TOKEN);
    const { message } = error as Error;
    expect(message).toMatch(/^GET .*[^.]\.$/s);
    expect(message).not.toContain("\n");
    return message;
  }
  throw new Error("The request did not fail.");
}

describe("a client", () => {
  it("takes answers of many parts whole, several at once", async () => {
    const server = await api();
    const bodyOf = (path: string) => Buffer.alloc(3 * 2 ** 20, `${path} and so on; `);
    server.answer = ({ url = "" }, response) => {
      const body = bodyOf(url);
      // Parts of all sizes, some of which come in one piece with the next.
      for (let at = 0, size = 1; at < body.length; at += size, size = 2 * size + 1) {
        response.write(body.subarray(at, at + size));
      }
      response.end();
    };
    const client = clientOf(server);
    const paths = ["/a", "/b", "/c", "/d"];
    for (let time = 0; time < 3; time++) {
      const bodies = await Promise.all(paths.map((path) => client.get(path)));
      expect(bodies.map((body, index) => body.equals(bodyOf(paths[index] ?? "")))).toEqual(
        paths.map(() => true),
      );
    }
  });

  it("sends its token, and keeps one connection", async () => {
    const server = await api();
    const seen: (string | undefined)[] = [];
    server.answer = (request, response) => {
      seen.push(request.headers.authorization);
      response.end('{"kind":"PodList"}');
    };
    const client = clientOf(server);
    expect((await client.get("/api/v1/pods")).toString()).toBe('{"kind":"PodList"}');
    await client.get("/api/v1/pods");
    expect(seen).toEqual([`Bearer ${TOKEN}`, `Bearer ${TOKEN}`]);
    expect(server.connections()).toBe(1);
  });

  it("writes a body as JSON of the named type", async () => {
    const server = await api();
    let seen: unknown;
    server.answer = async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { method, headers } = request;
      seen = [method, headers["content-type"], Buffer.concat(chunks).toString()];
      response.end();
    };
    const contentType = "application/strategic-merge-patch+json";
    const body = { status: { message: "ä" } };
    await clientOf(server).request({ method: "PATCH", path: "/api", contentType, body });
    expect(seen).toEqual(["PATCH", contentType, '{"status":{"message":"ä"}}']);
  });

  it("shows a client certificate", async () => {
    const server = await api();
    let name: unknown;
    server.answer = (request, response) => {
      const socket = request.socket as TLSSocket;
      name = socket.authorized && socket.getPeerCertificate().subject.CN;
      response.end();
    };
    const { certificate, key } = await server.authority.client("system:node:worker-3");
    await clientOf(server, { credentials: { certificate, key } }).get("/pods");
    expect(name).toBe("system:node:worker-3");
  });

  it("shows the new client certificate when it was rotated, on a new connection", async () => {
    const server = await api();
    const names: unknown[] = [];
    server.answer = (request, response) => {
      names.push((request.socket as TLSSocket).getPeerCertificate().subject.CN);
      response.end();
    };
    let shown = await server.authority.client("first");
    const client = clientOf(server, { credentials: async () => shown });
    await client.get("/pods");
    shown = await server.authority.client("second");
    await client.get("/pods");
    expect(names).toEqual(["first", "second"]);
  });

  it("reaches a server below a path", async () => {
    const server = await api();
    let path: string | undefined;
    server.answer = (request, response) => {
      path = request.url;
      response.end();
    };
    const connection = { server: new URL("/k8s/clusters/c-1/", server.server) };
    await clientOf(server, { connection }).get("/api/v1/pods?limit=1");
    expect(path).toBe("/k8s/clusters/c-1/api/v1/pods?limit=1");
  });

  it("sends once more what went into a connection the server had closed", async () => {
    const server = await api();
    const asked = new Map<unknown, number>();
    server.answer = (request, response) => {
      const count = (asked.get(request.socket) ?? 0) + 1;
      asked.set(request.socket, count);
      if (count === 2) request.socket.destroy();
      else response.end("{}");
    };
    const client = clientOf(server);
    await client.get("/first");
    await client.get("/second");
    expect(server.connections()).toBe(2);
  });

  it("never sends twice what must be sent once", async () => {
    const server = await api();
    let evictions = 0;
    server.answer = (request, response) => {
      if (request.method === "GET") return response.end("{}");
      evictions += 1;
      request.socket.destroy();
    };
    const client = clientOf(server);
    await client.get("/first");
    const asked = client.request({ method: "POST", path: "/eviction", body: {}, once: true });
    await expect(asked).rejects.toThrow("has no answer");
    expect(evictions).toBe(1);
  });
});

describe("a token that is refused", () => {
  const answerTo = (accepted: string) => (request: IncomingMessage, response: ServerResponse) => {
    response.statusCode = request.headers.authorization === `Bearer ${accepted}` ? 200 : 401;
    response.end("{}");
  };

  it("is renewed, and the request sent again", async () => {
    const server = await api();
    server.answer = answerTo("new");
    const refused: (string | undefined)[] = [];
    const client = clientOf(server, {
      credentials: async (token) => {
        refused.push(token);
        return { token: token === undefined ? "old" : "new" };
      },
    });
    await client.get("/api");
    expect(refused).toEqual([undefined, "old"]);
  });

  it("is an error when there is no other", async () => {
    const server = await api();
    server.answer = answerTo("new");
    expect(await failure(clientOf(server))).toContain("is answered with 401; renew the token");
  });
});

describe("the server's certificate", () => {
  it("must be signed by the authority that is named", async () => {
    const server = await api();
    const { certificate } = await createAuthority();
    const client = clientOf(server, { credentials: { authority: certificate, token: TOKEN } });
    expect(await failure(client)).toContain("signed by an authority that is not trusted");
  });

  it("must be for the name it is reached by, or for the one that is expected", async () => {
    const server = await api(["kubernetes.default.svc"]);
    expect(await failure(clientOf(server))).toContain("its certificate is for other names");
    const connection = { serverName: "kubernetes.default.svc" };
    await expect(clientOf(server, { connection }).get("/api")).resolves.toBeDefined();
  });

  it("must not have expired", async () => {
    const server = await api(["127.0.0.1"], { from: -3, to: -1 });
    expect(await failure(clientOf(server))).toContain("its certificate has expired");
  });

  it("may expire while the client runs, and is trusted again once it was renewed", async () => {
    const server = await api();
    const client = clientOf(server);
    await client.get("/api");
    const expired = await server.authority.server(["127.0.0.1"], { from: -3, to: -1 });
    server.rotate(expired, server.authority);
    expect(await failure(client)).toContain("its certificate has expired");
    server.rotate(await server.authority.server(["127.0.0.1"]), server.authority);
    await expect(client.get("/api")).resolves.toBeDefined();
  });

  it("may be signed by a new authority, whose file is read again", async () => {
    const server = await api();
    let trusted = server.authority.certificate;
    const client = clientOf(server, { credentials: async () => ({ authority: trusted }) });
    await client.get("/api");
    const authority = await createAuthority();
    server.rotate(await authority.server(["127.0.0.1"]), authority);
    expect(await failure(client)).toContain("signed by an authority that is not trusted");
    trusted = authority.certificate;
    await expect(client.get("/api")).resolves.toBeDefined();
  });

  it("may be anything when that is asked for", async () => {
    const server = await api(["elsewhere"], { from: -3, to: -1 });
    const connection = { insecureSkipTlsVerify: true };
    await expect(clientOf(server, { connection }).get("/api")).resolves.toBeDefined();
  });
});

describe("what goes wrong is one sentence", () => {
  const status = (code: number, body: object) => (_: IncomingMessage, response: ServerResponse) => {
    response.statusCode = code;
    response.end(JSON.stringify(body));
  };
  const forbidden = { message: 'pods is forbidden: User "u" cannot list resource "pods".' };
  const budget = {
    message: "Cannot evict pod.",
    details: { causes: [{ reason: "DisruptionBudget", message: "The budget needs 3." }] },
  };

  it.each([
    [403, forbidden, 'with 403, pods is forbidden: User "u" cannot list resource "pods"; grant it'],
    [404, { message: 'pods "a" not found' }, 'with 404, pods "a" not found; check the name'],
    [409, {}, "with 409; the object has changed"],
    [429, budget, "with 429, Cannot evict pod: The budget needs 3; the server asks to wait"],
    [503, { message: "etcd is down" }, "with 503, etcd is down; the fault is behind the server"],
    [418, { message: 7, details: { causes: 7 } }, "with 418, 7; see its message"],
  ])("for status %i", async (code, body, sentence) => {
    const server = await api();
    server.answer = status(code, body);
    expect(await failure(clientOf(server))).toContain(sentence);
  });

  it("for a page of a proxy in between", async () => {
    const server = await api();
    server.answer = (_, response) => {
      response.statusCode = 502;
      response.end("<html>\n<h1>Bad Gateway</h1></html>");
    };
    expect(await failure(clientOf(server))).toContain("is answered with 502, <html>; the fault");
  });

  it("for an answer that never comes", async () => {
    const server = await api();
    server.answer = () => {};
    const bounds = { timeoutMilliseconds: 50 };
    expect(await failure(clientOf(server, { bounds }))).toContain("within 0.05 s");
  });

  it("for an answer that is given up", async () => {
    const server = await api();
    const stop = new AbortController();
    server.answer = () => stop.abort();
    const asked = clientOf(server).get("/api", stop.signal);
    await expect(asked).rejects.toThrow("was aborted before its response;");
  });

  it("for an answer that is too long", async () => {
    const server = await api();
    server.answer = (_, response) => response.end("x".repeat(2000));
    const bounds = { bodyBytesMax: 1000 };
    expect(await failure(clientOf(server, { bounds }))).toContain("more than the 1000 bytes");
  });

  it("for an answer that breaks off", async () => {
    const server = await api();
    server.answer = (_, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("{", () => response.socket?.destroy());
    };
    expect(await failure(clientOf(server))).toContain("the server closed the connection");
  });

  it("for a server that is not there", async () => {
    const server = await startApi();
    await server.close();
    expect(await failure(clientOf(server))).toContain("nothing listens there; check the address");
  });

  it("for a server that speaks no TLS", async () => {
    const server = await api();
    const bare = new URL(server.server.href.replace("https:", "http:"));
    expect(await failure(clientOf(server, { connection: { server: bare } }))).toMatch(/no answer/);
  });

  it("for what is not a key", async () => {
    const server = await api();
    const { certificate } = await server.authority.client("u");
    const credentials = { certificate, key: `-----BEGIN ${TOKEN}-----` };
    expect(await failure(clientOf(server, { credentials }))).toContain("cannot be read as PEM");
  });

  it.each(["<html>", "null", "[]", "5"])("for what is not an object: %s", async (text) => {
    const server = await api();
    server.answer = (_, response) => response.end(text);
    const asked = clientOf(server).getObject("/api/v1/nodes/a");
    await expect(asked).rejects.toThrow("is not answered with an object of JSON");
  });
});

import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { DEFAULT_ADDRESS, parseAddress } from "../../../../hosts/daemon/server/address.ts";
import { groupOf } from "../../../../hosts/daemon/server/connectionLimit.ts";
import { HttpServer } from "../../../../hosts/daemon/server/httpServer.ts";
import { advance, client, names } from "./looking.ts";
import { ask, optionsOf, SECRET, secretFile, serving } from "./serving.ts";
import { watch } from "./watch.ts";

async function get(url: string, path: string, { method = "GET" } = {}) {
  const response = await fetch(url + path, { method });
  return { status: response.status, text: await response.text() };
}

describe("an address to listen at", () => {
  it.each([
    ["127.0.0.1:10350", { host: "127.0.0.1", ports: [10350], loopback: true }],
    ["[::1]:0", { host: "::1", ports: [0], loopback: true }],
    ["localhost:8080", { host: "127.0.0.1", ports: [8080], loopback: true }],
    ["8080", { host: "127.0.0.1", ports: [8080], loopback: true }],
    [":8080", { host: "", ports: [8080], loopback: false }],
    ["0.0.0.0:8080", { host: "0.0.0.0", ports: [8080], loopback: false }],
    ["[::]:8080", { host: "::", ports: [8080], loopback: false }],
    ["worker-3.example:8080", { host: "worker-3.example", ports: [8080], loopback: false }],
    ["127.example:8080", { host: "127.example", ports: [8080], loopback: false }],
  ])("%s is understood", (text, address) => {
    expect(parseAddress(text)).toEqual(address);
  });

  it.each(["", "localhost", "127.0.0.1:", "127.0.0.1:65536", "::1:80", "http://127.0.0.1:80"])(
    "%j is refused in one sentence",
    (text) => {
      expect(() => parseAddress(text)).toThrow(/--listen .* like 127\.0\.0\.1:10350\.$/);
    },
  );
});

describe("listening", () => {
  it("is refused where other machines reach it, unless callers must send a token", async () => {
    const node = await watch("memory-leak");
    const elsewhere = { address: parseAddress("0.0.0.0:0") };
    await expect(HttpServer.open(optionsOf(node, elsewhere))).rejects.toThrow(
      /^--listen 0\.0\.0\.0:0: other machines can reach this; give --token-file .*\.$/,
    );
    const tokenFile = secretFile(SECRET);
    const server = await HttpServer.open(optionsOf(node, { ...elsewhere, tokenFile }));
    await server.close();
  });

  it("takes the next port of the default range when one is taken", async () => {
    const { server: first } = await serving({ address: DEFAULT_ADDRESS });
    const { server: second } = await serving({ address: DEFAULT_ADDRESS });
    expect(Number(new URL(second.url).port)).toBeGreaterThan(Number(new URL(first.url).port));
  });

  it("says so when a port that was asked for is taken", async () => {
    const { server } = await serving();
    const address = parseAddress(new URL(server.url).host);
    await expect(serving({ address })).rejects.toThrow(
      /^--listen 127\.0\.0\.1:\d+: another program listens there; choose another port\.$/,
    );
  });

  it("refuses a token that could be guessed", async () => {
    const tokenFile = secretFile("short");
    await expect(serving({ tokenFile })).rejects.toThrow(/a token has at least 16 characters/);
  });
});

describe("a request", () => {
  it.each([
    ["localhost:1", 200],
    ["127.0.0.1", 200],
    ["127.1.2.3:9", 200],
    ["[::1]:10350", 200],
    ["rebound.example", 421],
    ["localhost.rebound.example", 421],
    ["127.0.0.1.rebound.example", 421],
    ["192.168.1.7", 421],
    ["[fe80::1]", 421],
  ])("for Host %s is answered with %i on loopback", async (host, status) => {
    const answered = await ask(await serving(), "/healthz", { headers: { host } });
    expect(answered.status).toBe(status);
  });

  it.each([
    ["192.168.1.7", 200],
    ["[fe80::1]:80", 200],
    ["localhost", 200],
    ["rebound.example", 421],
  ])("for Host %s is answered with %i where other machines may ask", async (host, status) => {
    const served = await serving({
      address: { ...parseAddress("127.0.0.1:0"), loopback: false },
      tokenFile: secretFile(SECRET),
    });
    expect((await ask(served, "/healthz", { headers: { host } })).status).toBe(status);
  });

  it("of a page from elsewhere is refused, and no answer names an origin", async () => {
    const served = await serving();
    const own = { origin: served.server.url };
    const foreign = { origin: "https://example.org" };
    expect((await ask(served, "/healthz", { headers: own })).status).toBe(200);
    const refused = await ask(served, "/healthz", { headers: foreign });
    expect(refused.status).toBe(403);
    expect(Object.keys(refused.headers).filter((name) => /^access-control/.test(name))).toEqual([]);
  });

  it.each([
    ["POST", "x".repeat(1024 * 1024)],
    ["PUT", "x"],
    ["DELETE", undefined],
    ["OPTIONS", undefined],
  ])("with %s changes nothing", async (method, body) => {
    const asked = { method, ...(body === undefined ? {} : { body }) };
    const answered = await ask(await serving(), "/v1/decision", asked);
    expect(answered.status).toBe(405);
    expect(answered.headers.allow).toBe("GET, HEAD");
  });

  it("with headers beyond all measure is refused", async () => {
    const headers = { "x-long": "x".repeat(9 * 1024) };
    expect((await ask(await serving(), "/healthz", { headers })).status).toBe(431);
  });

  it.each(["/v2", "/v1/decision/", "/../package.json", "/%2e%2e/package.json", "//etc/passwd"])(
    "for %s finds nothing",
    async (path) => {
      const { status, text } = await ask(await serving(), path);
      expect(status).toBe(404);
      expect(JSON.parse(text)).toEqual({ reason: expect.stringMatching(/\.$/) });
    },
  );
});

describe("connections that only wait", () => {
  /** So many from one address; each says so much of a request, and never the rest. */
  async function waiting(port: number, count: number, from: string, text: string) {
    const sockets = Array.from({ length: count }, () => {
      const socket = connect({ port, host: "127.0.0.1", localAddress: from });
      socket.on("error", () => {}).on("connect", () => socket.write(text));
      return socket;
    });
    onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    return sockets;
  }
  const open = (sockets: readonly Socket[]) => sockets.filter(({ destroyed }) => !destroyed).length;

  it.each([
    ["say nothing", ""],
    ["begin a request", "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "],
  ])("keep nobody from an answer when they %s", async (_, text) => {
    const served = await serving({ probeAddress: parseAddress("127.0.0.1:0") });
    for (const url of [served.server.url, served.server.probeUrl ?? ""]) {
      const port = Number(new URL(url).port);
      for (const from of ["127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4"]) {
        await waiting(port, 80, from, text);
        // One that asks has come last, and those that only wait go first.
        const { status } = await get(url, "/healthz");
        expect([url, from, status]).toEqual([url, from, 200]);
      }
    }
  });

  it("are bounded for each address, the oldest going first", async () => {
    const { server } = await serving();
    const sockets = await waiting(Number(new URL(server.url).port), 100, "127.0.0.1", "");
    await expect.poll(() => open(sockets)).toBeLessThanOrEqual(64);
    expect(sockets.slice(-30).filter(({ destroyed }) => destroyed)).toEqual([]);
  });

  it("leave a client of the stream alone, which is being answered", async () => {
    const served = await serving();
    const followed = await client(served);
    await followed.take(1);
    await waiting(Number(new URL(served.server.url).port), 200, "127.0.0.1", "");
    await advance(served, 1);
    expect(names(await followed.take(2))).toEqual(["record", "decision"]);
  });

  it.each([
    ["10.0.0.7", "10.0.0.7"],
    ["::ffff:10.0.0.7", "10.0.0.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::6", "2001:db8:1:2::/64"],
    ["2001:db8::6", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
  ])("of %s count for %s", (address, group) => {
    expect(groupOf(address)).toBe(group);
  });
});

describe("the listener of the probes", () => {
  it.each([
    ["GET", "/healthz", 200],
    ["HEAD", "/healthz", 200],
    ["GET", "/readyz", 503],
    ["GET", "/metrics", 404],
    ["GET", "/", 404],
    ["POST", "/healthz", 405],
  ])("answers %s %s with %i, and wants no token", async (method, path, status) => {
    const probeAddress = parseAddress("127.0.0.1:0");
    const { server } = await serving({ probeAddress, tokenFile: secretFile(SECRET) });
    const answered = await get(server.probeUrl ?? "", path, { method });
    expect(answered.status).toBe(status);
  });

  it("is refused where another program listens, as the other one is", async () => {
    const first = await serving({ probeAddress: parseAddress("127.0.0.1:0") });
    const probeAddress = parseAddress(new URL(first.server.probeUrl ?? "").host);
    await expect(serving({ probeAddress })).rejects.toThrow(
      /^--health-listen 127\.0\.0\.1:\d+: another program listens there; choose another port\.$/,
    );
  });
});

describe("a token", () => {
  const basic = (pair: string) => `Basic ${Buffer.from(pair).toString("base64")}`;

  it.each([
    ["none", undefined, 401],
    ["the bearer's", `Bearer ${SECRET}`, 200],
    ["the bearer's, in other letters", `bearer ${SECRET}`, 200],
    ["the password of a browser", basic(`anybody:${SECRET}`), 200],
    ["another", `Bearer ${SECRET.replace("3", "4")}`, 401],
    ["a longer one", `Bearer ${SECRET}0`, 401],
    ["an empty one", "Bearer ", 401],
    ["one in another scheme", `Digest ${SECRET}`, 401],
    ["a name without the password", basic(`${SECRET}:`), 401],
  ])("sent as %s", async (_, authorization, status) => {
    const served = await serving({ tokenFile: secretFile(SECRET) });
    const headers = authorization === undefined ? {} : { authorization };
    for (const path of ["/", "/metrics", "/v1/stream", "/v1/capture", "/nothing"]) {
      const answered = await ask(served, path, { method: "HEAD", headers });
      if (status === 401) expect([path, answered.status]).toEqual([path, status]);
      else expect(answered.status).not.toBe(401);
    }
  });

  it("is not asked for by probes, and is by everybody else in both schemes", async () => {
    const served = await serving({ tokenFile: secretFile(SECRET) });
    expect((await ask(served, "/healthz")).status).toBe(200);
    expect((await ask(served, "/readyz")).status).toBe(503);
    const { headers } = await ask(served, "/v1/decision");
    expect(headers["www-authenticate"]).toBe('Bearer realm="plimsoll", Basic realm="plimsoll"');
  });

  it("holds as soon as its file is replaced, and the old one no more", async () => {
    const tokenFile = secretFile(SECRET);
    const served = await serving({ tokenFile });
    writeFileSync(tokenFile, "another secret of enough letters");
    const old = { authorization: `Bearer ${SECRET}` };
    expect((await ask(served, "/metrics", { headers: old })).status).toBe(401);
    rmSync(tokenFile);
    expect((await ask(served, "/metrics", { headers: { authorization: "Bearer " } })).status).toBe(
      401,
    );
  });
});

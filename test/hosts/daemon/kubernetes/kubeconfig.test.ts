import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { processIo } from "../../../../hosts/cli/processIo.ts";
import { execPlugin } from "../../../../hosts/daemon/kubernetes/execPlugin.ts";
import { inCluster } from "../../../../hosts/daemon/kubernetes/inCluster.ts";
import { kubeconfigPaths, readKubeconfig } from "../../../../hosts/daemon/kubernetes/kubeconfig.ts";
import { Member } from "../../../../hosts/daemon/kubernetes/member.ts";
import { InputError } from "../../../../hosts/system/errors.ts";

const SECRET = "Zm9vYmFyLXNlY3JldA";
let directory = "";
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "plimsoll-kubeconfig-"));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const path = join(directory, name);
  writeFileSync(path, text);
  return path;
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

/** A kubeconfig of one context, in YAML. */
function config(user: object, cluster: object = {}, more: object = {}): string {
  return stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "one",
    contexts: [{ name: "one", context: { cluster: "c", user: "u", namespace: "shop" } }],
    clusters: [{ name: "c", cluster: { server: "https://10.0.0.1:6443", ...cluster } }],
    users: [{ name: "u", user }],
    ...more,
  });
}

/** One for all: each listens for errors of the process's own streams. */
const IO = processIo();

function read(text: string, context?: string) {
  return readKubeconfig([file("config", text)], context, IO);
}

describe("a kubeconfig", () => {
  it("holds certificates inline", async () => {
    const connection = await read(
      config(
        { "client-certificate-data": base64("cert"), "client-key-data": base64("key") },
        { "certificate-authority-data": base64("ca"), "tls-server-name": "kubernetes" },
      ),
    );
    expect(connection.server.href).toBe("https://10.0.0.1:6443/");
    expect(connection.serverName).toBe("kubernetes");
    expect(connection.insecureSkipTlsVerify).toBe(false);
    const credentials = { authority: "ca", certificate: "cert", key: "key" };
    expect(await connection.credentials()).toEqual(credentials);
  });

  it("names files beside itself, which are read each time", async () => {
    file("ca.pem", "ca");
    const token = file("token", " first\n");
    const connection = await read(
      config({ tokenFile: "token", token: "ignored" }, { "certificate-authority": "ca.pem" }),
    );
    expect(await connection.credentials()).toEqual({ authority: "ca", token: "first" });
    writeFileSync(token, "second");
    expect(await connection.credentials("first")).toEqual({ authority: "ca", token: "second" });
  });

  it("may skip the check of the server, and have no user", async () => {
    const contexts = [{ name: "one", context: { cluster: "c" } }];
    const connection = await read(config({}, { "insecure-skip-tls-verify": true }, { contexts }));
    expect(connection.insecureSkipTlsVerify).toBe(true);
    expect(await connection.credentials()).toEqual({});
  });

  it("has several contexts, of which one is named", async () => {
    const contexts = [{ name: "two", context: { cluster: "c", user: "v" } }];
    const users = [{ name: "v", user: { token: "of-v" } }];
    const connection = await read(config({}, {}, { contexts, users }), "two");
    expect(await connection.credentials()).toEqual({ token: "of-v" });
  });

  it("may be spread over files, of which the first that says something counts", async () => {
    const first = file("first", stringify({ users: [{ name: "u", user: { token: "first" } }] }));
    const second = file("second", config({ token: "second" }));
    const connection = await readKubeconfig([first, second], undefined, IO);
    expect(await connection.credentials()).toEqual({ token: "first" });
  });

  it("passes over files of KUBECONFIG that are not there, as kubectl does", async () => {
    const own = file("own", config({ token: "own" }));
    const paths = [join(directory, "gone"), own];
    const connection = await readKubeconfig(paths, undefined, IO);
    expect(await connection.credentials()).toEqual({ token: "own" });
  });

  it("that nobody named and that is missing is said to be, with what names one", async () => {
    const io = { ...IO, environment: { HOME: directory } };
    const refused = readKubeconfig(kubeconfigPaths(io.environment), undefined, io);
    await expect(refused).rejects.toThrow(
      /No kubeconfig is named, and \S+config is not there; give --kubeconfig, or set KUBECONFIG/,
    );
    await expect(readKubeconfig([join(directory, "gone")], undefined, io)).rejects.toThrow(
      /ENOENT/,
    );
  });

  it("is looked for where kubectl looks", () => {
    expect(kubeconfigPaths({ KUBECONFIG: "/a:/b", HOME: "/h" })).toEqual(["/a", "/b"]);
    expect(kubeconfigPaths({ HOME: "/h" })).toEqual(["/h/.kube/config"]);
  });
});

describe("a credential plugin", () => {
  /** Counts how often it ran, and says what it was asked. */
  function plugin(status: object): string {
    const ran = join(directory, "ran");
    writeFileSync(ran, "");
    const credential = JSON.stringify({ kind: "ExecCredential", status });
    const script = `#!/bin/sh\nprintf x >> ${ran}\n[ "$GREETING" = hello ] && [ "$1" = word ] &&
      case $KUBERNETES_EXEC_INFO in *ExecCredential*) printf '%s' '${credential}';; esac\n`;
    chmodSync(file("plugin.sh", script), 0o755);
    return ran;
  }
  const user = {
    exec: {
      apiVersion: "client.authentication.k8s.io/v1",
      command: "./plugin.sh",
      args: ["word"],
      env: [{ name: "GREETING", value: "hello" }],
    },
  };
  const runsOf = async (ran: string) => (await import("node:fs")).readFileSync(ran, "utf8").length;

  it("gives a token, which is kept until it expires or is refused", async () => {
    const ran = plugin({ token: "of-plugin", expirationTimestamp: "2999-01-01T00:00:00Z" });
    const connection = await read(config(user));
    expect(await connection.credentials()).toEqual({ token: "of-plugin" });
    await connection.credentials();
    expect(await runsOf(ran)).toBe(1);
    await connection.credentials("of-plugin");
    expect(await runsOf(ran)).toBe(2);
  });

  it("runs once for all that ask for credentials together", async () => {
    const ran = plugin({ token: "of-plugin" });
    const connection = await read(config(user));
    const asked = await Promise.all([1, 2, 3].map(() => connection.credentials()));
    expect(asked.map(({ token }) => token)).toEqual(["of-plugin", "of-plugin", "of-plugin"]);
    expect(await runsOf(ran)).toBe(1);
    // Once more after one that failed.
    plugin({});
    await expect(connection.credentials("of-plugin")).rejects.toThrow("printed no ExecCredential");
    plugin({ token: "later" });
    expect(await connection.credentials("of-plugin")).toEqual({ token: "later" });
  });

  it("is asked again when its token has expired", async () => {
    const ran = plugin({ token: "of-plugin", expirationTimestamp: "2020-01-01T00:00:00Z" });
    const connection = await read(config(user));
    await connection.credentials();
    await connection.credentials();
    expect(await runsOf(ran)).toBe(2);
  });

  it.each([
    [{ clientCertificateData: "x", clientKeyData: SECRET }, "gives a client certificate"],
    [{ token: `${SECRET}\nmore` }, "printed no ExecCredential with a token"],
    [{}, "printed no ExecCredential with a token"],
  ])("that prints %j is refused", async (status, sentence) => {
    plugin(status);
    const asked = (await read(config(user))).credentials();
    await expect(asked).rejects.toThrow(sentence);
    await expect(asked).rejects.not.toThrow(SECRET);
  });

  it("with a slash is not looked up in PATH, even for a kubeconfig without one", async () => {
    const exec = new Member({ ...user.exec, command: "./no-such-plugin" }, "exec");
    const asked = execPlugin(exec, dirname("kubeconfig"))();
    await expect(asked).rejects.toThrow(`command ${resolve("no-such-plugin")} is not installed`);
  });

  it("that is not installed is named", async () => {
    const exec = { ...user.exec, command: "no-such-plugin" };
    const asked = (await read(config({ exec }))).credentials();
    await expect(asked).rejects.toThrow(
      "command no-such-plugin is not installed; install it, or add its directory to PATH.",
    );
  });
});

describe("what is wrong with a kubeconfig is said in a sentence", () => {
  it.each([
    ["no current context", config({}, {}, { "current-context": "" }), "no context is current"],
    ["another context", config({}, {}, { "current-context": "x" }), 'no context "x" among'],
    ["another user", config({}, {}, { users: [] }), 'no user "u" among its users'],
    ["what is not a server", config({}, { server: "10.0.0.1" }), "the server is not a URL"],
    ["a password in the address", config({}, { server: `https://u:${SECRET}@h` }), "a password"],
    ["a bare token", config({ token: SECRET }, { server: "http://10.0.0.1" }), "unencrypted"],
    ["a proxy", config({}, { "proxy-url": "http://p" }), "proxy-url is not supported"],
    ["a password", config({ username: "u", password: SECRET }), "passwords are not supported"],
    ["an auth provider", config({ "auth-provider": { name: "gcp" } }), "auth providers are not"],
    ["impersonation", config({ as: "root" }), "impersonation is not supported"],
    ["a number as token", config({ token: 12345 }), "user.token is not a string; put it in quotes"],
    ["a list as user", config([SECRET]), "holds no members"],
    ["no YAML", `users: [{token: ${SECRET}`, "it is not YAML that can be read"],
    ["a bare text", SECRET, "holds no members"],
  ])("%s", async (_, text, sentence) => {
    const asked = read(text);
    await expect(asked).rejects.toBeInstanceOf(InputError);
    await expect(asked).rejects.toThrow(sentence);
    await expect(asked).rejects.not.toThrow(SECRET);
  });

  it.each(["two words", "line\nbreak", "", "ümlaut"])("a token that is %j", async (token) => {
    file("token", token);
    const asked = (await read(config({ tokenFile: "token" }))).credentials();
    await expect(asked).rejects.toThrow("a bearer token is a single word of ASCII");
  });

  it("a token file that is not there", async () => {
    const asked = (await read(config({ tokenFile: "nowhere" }))).credentials();
    await expect(asked).rejects.toThrow("nowhere: there is no such file; check the path.");
  });

  it("and never quotes a secret, wherever the text is cut or broken", async () => {
    const text = config({ token: SECRET, "client-key-data": SECRET });
    const sentences: string[] = [];
    for (let at = 0; at < text.length; at += 5) {
      for (const broken of [text.slice(0, at), `${text.slice(0, at)}\t{"${text.slice(at)}`]) {
        await read(broken).then(
          () => undefined,
          (error: Error) => sentences.push(error.message),
        );
      }
    }
    expect(sentences.length).toBeGreaterThan(50);
    expect(sentences.filter((sentence) => sentence.includes(SECRET.slice(0, 6)))).toEqual([]);
  });
});

describe("a pod's own account", () => {
  it("is there only inside of a pod", () => {
    file("token", "t");
    const environment = { KUBERNETES_SERVICE_HOST: "fd00::1", KUBERNETES_SERVICE_PORT: "443" };
    expect(inCluster({}, directory)).toBeNull();
    expect(inCluster(environment, join(directory, "nowhere"))).toBeNull();
    expect(inCluster(environment, directory)?.server.href).toBe("https://[fd00::1]/");
  });
});

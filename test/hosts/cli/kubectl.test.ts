/**
 * The command as kubectl runs it, and what `kubectl krew` installs.
 *
 * @module-tag long
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { COMMAND_NAMES } from "../../../analysis/questions/options/commands.ts";
import { ExitCode } from "../../../hosts/cli/exitCode.ts";
import { krewArchive, krewManifest } from "../../../tools/krew.mjs";
import { commandLine } from "./commandLine.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const PROGRAM = "kubectl plimsoll";

let directory = "";
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "plimsoll-kubectl-"));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

interface Ended {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** `kubectl WORDS`: the program `kubectl-FIRST` of PATH, with the words behind the first. */
function kubectl(path: string, [plugin, ...words]: readonly string[]): Promise<Ended> {
  const env = { PATH: `${path}:${dirname(process.execPath)}` };
  return new Promise((resolve) => {
    execFile(join(path, `kubectl-${plugin}`), words, { env }, (error, stdout, stderr) => {
      resolve({ exitCode: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

/** A directory of PATH with the plugin as a package manager leaves it: a link to its file. */
function pathWith(program: string, name: string): string {
  const path = join(directory, name);
  mkdirSync(path);
  symlinkSync(program, join(path, "kubectl-plimsoll"));
  return path;
}

describe("kubectl plimsoll", () => {
  it("is the command under the name that package.json installs for kubectl", async () => {
    const { bin } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const path = pathWith(join(ROOT, bin["kubectl-plimsoll"]), "installed");
    const help = await kubectl(path, ["plimsoll", "next", "--help"]);
    expect(help.stdout).toMatch(/^Usage: kubectl plimsoll next \[options\]\n/);
    const wrong = await kubectl(path, ["plimsoll", "nixt"]);
    expect(wrong).toMatchObject({ exitCode: ExitCode.Usage, stdout: "" });
    expect(wrong.stderr).toMatch(/^kubectl plimsoll: unknown command 'nixt'/);
  });

  it("is what help and errors name, of every command", async () => {
    const commands = COMMAND_NAMES;
    const bare = new RegExp(`(?<!kubectl )\\bplimsoll (?:${commands.join("|")}|-|\\[)`);
    for (const words of [[], ["--help"], ...commands.map((name) => ["help", name] as const)]) {
      const shown = await commandLine(words, { program: PROGRAM });
      expect(shown.stdout, words.join(" ")).not.toMatch(bare);
      expect(shown.stdout, words.join(" ")).toContain(PROGRAM);
    }
    const refused = await commandLine(["explain", "nothing.ndjson"], { program: PROGRAM });
    expect(refused.stderr).toMatch(/^kubectl plimsoll: nothing\.ndjson: there is no such file/);
  });

  it("leaves files and prose that have the name alone", async () => {
    const words = ["explain", "/plimsoll run/plimsoll: x"];
    const { stderr } = await commandLine(words, { program: PROGRAM });
    expect(stderr).toContain("/plimsoll run/plimsoll: x");
  });
});

/** What https://krew.sigs.k8s.io/docs/developer-guide/plugin-manifest asks for. */
const MANIFEST_SCHEMA = {
  type: "object",
  properties: {
    apiVersion: { const: "krew.googlecontainertools.github.com/v1alpha2" },
    kind: { const: "Plugin" },
    metadata: {
      type: "object",
      properties: { name: { const: "plimsoll" } },
      required: ["name"],
      additionalProperties: false,
    },
    spec: {
      type: "object",
      properties: {
        version: { type: "string", pattern: "^v\\d+\\.\\d+\\.\\d+(-[0-9A-Za-z.-]+)?$" },
        homepage: { type: "string" },
        shortDescription: { type: "string", minLength: 1, maxLength: 50, pattern: "^[^\\r\\n]*$" },
        description: { type: "string" },
        caveats: { type: "string" },
        platforms: {
          type: "array",
          minItems: 1,
          items: {
            type: "object",
            properties: {
              selector: { $ref: "#/$defs/selector" },
              uri: { type: "string", pattern: "^https://.*\\.(zip|tar\\.gz)$" },
              sha256: { type: "string", pattern: "^[a-f0-9]{64}$" },
              bin: { type: "string", minLength: 1 },
              files: { type: "array", minItems: 1 },
            },
            required: ["selector", "uri", "sha256", "bin"],
            additionalProperties: false,
          },
        },
      },
      required: ["version", "shortDescription", "platforms"],
      additionalProperties: false,
    },
  },
  required: ["apiVersion", "kind", "metadata", "spec"],
  additionalProperties: false,
  $defs: {
    selector: {
      type: "object",
      properties: {
        matchExpressions: {
          type: "array",
          minItems: 1,
          items: {
            type: "object",
            properties: {
              key: { enum: ["os", "arch"] },
              operator: { enum: ["In", "NotIn"] },
              values: { type: "array", minItems: 1, items: { type: "string" } },
            },
            required: ["key", "operator", "values"],
          },
        },
      },
      required: ["matchExpressions"],
    },
  },
};

describe("the manifest for krew", () => {
  const isManifest = new Ajv2020({ strict: true }).compile(MANIFEST_SCHEMA);
  const uri = "https://example.org/plimsoll-0.1.0.zip";

  it("has no version, address or digest before a release gives them", () => {
    const text = readFileSync(join(ROOT, "hosts/cli/krew/plimsoll.yaml"), "utf8");
    const { spec } = parse(text);
    expect(spec).not.toHaveProperty("version");
    for (const platform of spec.platforms) {
      expect(Object.keys(platform).sort()).toEqual(["bin", "selector"]);
    }
    expect(isManifest(parse(text))).toBe(false);
  });

  it("is complete, and its archive runs on its own", { timeout: 600_000 }, async () => {
    const archive = krewArchive();
    const sha256 = createHash("sha256").update(archive).digest("hex");
    const manifest = parse(krewManifest({ version: "0.1.0", uri, sha256 }));
    expect(isManifest(manifest), JSON.stringify(isManifest.errors)).toBe(true);
    expect(manifest.spec.version).toBe("v0.1.0");
    const files = unzipSync(archive);
    const [{ bin }] = manifest.spec.platforms;
    expect(Object.keys(files)).toEqual(expect.arrayContaining([bin, "LICENSE"]));
    const folder = join(directory, "store");
    for (const [name, bytes] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), bytes);
    }
    chmodSync(join(folder, bin), 0o755);
    const path = pathWith(join(folder, bin), "krew");
    const version = await kubectl(path, ["plimsoll", "--version"]);
    expect(version.stderr).toBe("");
    expect(version.stdout).toMatch(/^plimsoll \d+\.\d+\.\d+\ncore sha256 [0-9a-f]{64}\n$/);
    const explained = await kubectl(path, ["plimsoll", "explain", "--example", "memory-leak"]);
    expect(explained.stdout).toMatch(/shop\/cart-\S+ is evicted/);
  });
});

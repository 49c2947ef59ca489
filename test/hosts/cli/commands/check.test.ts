import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { beforeAll, describe, expect, it } from "vitest";
import { RELEASES } from "../../../../analysis/engine/contract/releases.ts";
import type { PlacedFinding } from "../../../../analysis/questions/check/check.ts";
import { formatRelease, formatReleases } from "../../../../analysis/text/release.ts";
import { ExitCode } from "../../../../hosts/cli/exitCode.ts";
import { type Row, TYPED, workplace } from "../workplace.ts";

const { Ok, Findings, Input, Usage } = ExitCode;
const { directory, expectRow, run } = workplace();

const WARNED = `${TYPED}evictionHard: {memory.available: 500Mi}\n`;

/** What SARIF 2.1.0 asks of the properties that are written (sections 3.13 to 3.30). */
const SARIF = {
  type: "object",
  required: ["version", "runs"],
  properties: {
    version: { const: "2.1.0" },
    runs: {
      type: "array",
      items: {
        type: "object",
        required: ["tool", "results"],
        additionalProperties: false,
        properties: {
          tool: { type: "object", required: ["driver"] },
          results: {
            type: "array",
            items: {
              type: "object",
              required: ["message", "ruleId", "ruleIndex"],
              properties: {
                level: { enum: ["none", "note", "warning", "error"] },
                ruleId: { type: "string", minLength: 1 },
                ruleIndex: { type: "integer", minimum: 0 },
                message: { type: "object", required: ["text"] },
                locations: {
                  type: "array",
                  items: {
                    type: "object",
                    required: ["physicalLocation"],
                    properties: {
                      physicalLocation: {
                        type: "object",
                        required: ["artifactLocation"],
                        properties: {
                          artifactLocation: {
                            type: "object",
                            required: ["uri"],
                            properties: { uri: { type: "string", pattern: "^[^\\s\\\\]+$" } },
                          },
                          region: {
                            type: "object",
                            properties: { startLine: { type: "integer", minimum: 1 } },
                          },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
};

/** A directory with documents of several kinds. */
beforeAll(() => {
  const at = (...names: string[]) => join(directory(), "tree", ...names);
  for (const name of ["pool", ".git", "node_modules", "empty"]) {
    mkdirSync(at(name), { recursive: true });
  }
  writeFileSync(at("a.yaml"), WARNED);
  writeFileSync(at("deployment.yaml"), "kind: Deployment\nmetadata: {name: shop}\n");
  writeFileSync(at("pool", "b.json"), '{"kubeletconfig":{}}');
  writeFileSync(at("pool", "notes.txt"), WARNED);
  writeFileSync(at("empty", "x.yml"), "kind: Namespace\n");
  for (const name of [".git", "node_modules"]) writeFileSync(at(name, "c.yaml"), WARNED);
  symlinkSync(at("a.yaml"), at("pool", "linked.yaml"));
  symlinkSync(at(), at("pool", "around.yaml"));
});

it("counts a configuration once that is given twice", async () => {
  const { stdout } = await run("check @good.yaml @pool/../good.yaml @good.yaml");
  expect(stdout).toBe((await run("check @good.yaml")).stdout);
});

describe("check --config-dir", () => {
  it("walks directories of drop-ins as the kubelet does", async () => {
    const root = join(directory(), "drop-ins");
    mkdirSync(join(root, "20-team"), { recursive: true });
    const dropIn = (value: string) => `${TYPED}evictionHard: {memory.available: ${value}}\n`;
    writeFileSync(join(root, "10.conf"), dropIn("300Mi"));
    writeFileSync(join(root, "20-team", "team.conf"), dropIn("700Mi"));
    writeFileSync(join(root, "15.conf"), dropIn("600Mi"));
    const { stdout, exitCode } = await run("check @good.yaml --config-dir @drop-ins --all");
    expect(exitCode).toBe(Ok);
    expect(stdout).toMatch(/10\.conf is merged .*15\.conf is .*20-team\/team\.conf is merged/s);
    expect(stdout).toMatch(/memory\.available<700Mi +hard/);
  });

  it("refuses a file", async () => {
    const { stderr, exitCode } = await run("check @good.yaml --config-dir @bad.yaml");
    expect(stderr).toContain("bad.yaml: it is not a directory; name a directory.");
    expect(exitCode).toBe(Input);
  });
});

describe("check", () => {
  it.each<Row>([
    {
      words: "check @good.yaml",
      exitCode: Ok,
      stdout: /kubelet starts.*good\.yaml:3: evictionHard/s,
    },
    {
      words: "check @bad.yaml",
      exitCode: Findings,
      stdout: /^ {2}error \S+bad\.yaml:4: evictionHard/m,
    },
    { words: "check @good.yaml @bad.yaml", exitCode: Findings, stdout: /starts.*would not start/s },
    {
      words: "check -",
      stdin: `${TYPED}evictionHard: {memory.available: 1Gi}`,
      exitCode: Ok,
      stdout: /The kubelet starts with standard input: /,
    },
    {
      words: "check @summary1.json @good.yaml @missing.yaml @bad.yaml",
      exitCode: Input,
      stdout: /would not start with 1 of 2 conf.*good\.yaml +starts.*bad\.yaml +would not start/s,
      stderr: /summary1\.json holds no kubelet.*a stats Summary.*\n.*missing\.yaml: there is no/,
    },
    {
      words: "check @tree",
      exitCode: Ok,
      stdout: /3 c.*2 w.* 2 other files.*e\/a\.yaml +s.*\/b\.json +s.*\/linked\.yaml +s/s,
    },
    {
      words: "check @tree/empty @good.yaml",
      exitCode: Input,
      stdout: /starts with 1 configuration: .*good\.yaml +starts/s,
      stderr: /tree\/empty contains no kubelet configuration \(1 file read\)/,
    },
    {
      words: "check @tree --fail-on warning",
      exitCode: Findings,
      stdout: /The kubelet starts with all 3/,
    },
    { words: "check @tree/pool/b.json --fail-on warning", exitCode: Ok, stdout: /no warnings/ },
    {
      words: "check --fail-on note @good.yaml",
      exitCode: ExitCode.Usage,
      stderr: /Allowed choices are error, warning/,
    },
    {
      words: "check -",
      stdin: "evictionHard: {memory.available: 1Gi}\nmaxPods: -1",
      exitCode: Findings,
      stdout:
        /^ {2}error standard input: kind .*\n {4}Object 'Kind' is missing\n\n {2}error .*:2: max/m,
    },
    {
      words: "check -",
      stdin:
        "evictionHard: {memory.available: 1Gi}\nevictionSoft: {memory.available: 1Gi}\n" +
        "evictionSoftGracePeriod: {memory.available: 1m}\n",
      exitCode: Findings,
      stdout: /KubeletConfiguration\. The\s+settings are (?:.*\n)+ {2}warning .*:2: evictionSoft/,
    },
    {
      words: "check -",
      stdin: `${TYPED}failSwapOn: maybe`,
      exitCode: Findings,
      stdout: /:3: failSwapOn .*\n {4}json: cannot unmarshal string into Go struct field/,
    },
    {
      words: "check -",
      stdin: `${TYPED}featureGates:\n  Foo: true`,
      exitCode: Findings,
      stdout: /:4: featureGates\["Foo"\] .*\n {4}unrecognized feature gate: Foo/,
    },
    {
      words: "check -",
      stdin: `${TYPED}evictionhard: {}`,
      exitCode: Ok,
      stdout: /^ {2}warning .*:3: evictionhard .*\n {4}unknown field "evictionhard": the kubelet/m,
    },
    {
      words: "check - --all",
      stdin: `${TYPED}nodefs.available: 10%`,
      exitCode: Ok,
      stdout:
        /"nodefs.available": the kubelet logs and ignores it; a threshold belongs\s+in\s+evic/,
    },
    {
      words: "check - --kubelet-version 1.30",
      stdin: TYPED,
      exitCode: Ok,
      stdout:
        /^✔ The kubelet accepts the eviction settings of .*\nUnknown {2}Feature gates and other/s,
    },
    {
      words: "check -",
      stdin: "KUBELET_EXTRA_ARGS=--nonsense=1 --eviction-hard=memory.available<500Mi\n",
      exitCode: Findings,
      stdout: /would not start[\s\S]*--nonsense unknown-flag\n {2}.*"unknown flag: --nonsense"/,
    },
    {
      words: "check - --kubelet-version 1.36",
      stdin: "KUBELET_ARGS=--network-plugin=cni\n",
      exitCode: Findings,
      stdout: /--network-plugin removed-flag/,
    },
    {
      words: "check - --kubelet-version 1.23",
      stdin: "KUBELET_ARGS=--network-plugin=cni\n",
      exitCode: Ok,
      stdout: /kubelet accepts the eviction settings of/,
    },
    {
      words: "check -",
      stdin: "[Service]\nExecStartPre=/sbin/swapoff --all\nExecStart=/usr/bin/kubelet --v=2\n",
      exitCode: Ok,
      stdout: /kubelet starts/,
    },
    {
      words: "check -",
      stdin: `${TYPED}failSwapOn: false\nmemorySwap: {swapBehavior: LimitedSwap}\n`,
      exitCode: Ok,
      stdout: /memorySwap.swapBehavior swap-unseen/,
    },
    {
      words:
        "check --eviction-soft memory.available<1Gi " +
        "--eviction-soft-grace-period memory.available=1m",
      exitCode: Ok,
      stdout: /evictionMaxPodGracePeriod soft-without-grace/,
    },
    {
      words: "check --eviction-hard memory.available<-1",
      exitCode: Findings,
      stdout: /^ {2}error the flags: /m,
    },
  ])("$words", expectRow);

  it("reads the block of code of a text, and says where the text ends within it", async () => {
    const code = `${TYPED}evictionHard: {memory.available: -1}\n`;
    const whole = await run("check -", {
      stdin: `Our nodes have:\n\`\`\`yaml\n${code}\`\`\`\nWhy?\n`,
    });
    expect(whole.stdout).toMatch(/error standard input:5: evictionHard/);
    const cut = await run("check -", {
      stdin: `We have:\n\`\`\`yaml\n${TYPED}maxPods: 50\nkubeRes`,
    });
    const [title = ""] = cut.stdout.split("\n");
    expect(title).toMatch(/accepts the eviction settings of/);
    expect(cut.stdout.replace(/\s+/g, " ")).toContain(
      'the text ends within the configuration; its last line, "kubeRes", may be cut off',
    );
  });

  it("reads the block of several that has a KubeletConfiguration", async () => {
    const stdin =
      `Created:\n\`\`\`\n${TYPED}evictionHard: {memory.available: -1}\n\`\`\`\n` +
      'modified\n```\n"kubelet-arg": ["config=/opt/a.yaml"]\n```\n';
    expect((await run("-", { stdin })).stdout).toMatch(/error standard input:5: evictionHard/);
  });

  it.each([
    ["a node group's part", "kubeletExtraConfig:\n  evictionHard: {memory.available: -1}\n"],
    [
      "a ClusterConfig",
      "apiVersion: eksctl.io/v1alpha5\nkind: ClusterConfig\nnodeGroups:\n- name: ng-1\n" +
        "  kubeletExtraConfig:\n    evictionHard: {memory.available: -1}\n- name: ng-2\n",
    ],
  ])("reads what eksctl merges into the configuration: %s", async (_, stdin) => {
    const { stdout } = await run("check -", { stdin });
    expect(stdout).toMatch(/error standard input.*: evictionHard/);
    expect(stdout).toContain("eksctl");
  });

  it.each([
    [
      "in a block of code",
      "写入\n```bash\n在node执行\ncat > k.yml << 'EOF'\n",
      "EOF\n```\n生成\n",
      7,
    ],
    ["with another command after it", "$ cat <<EOT | tee k.yml\n", "EOT\n# systemctl restart\n", 4],
    ["that begins before the text", "  podSubnet: 10.0.0.0/8\n---\n", "EOF\n\n# ipvsadm -ln\n", 5],
  ])("reads what a shell command writes into a file, %s", async (_, before, after, line) => {
    const stdin = `${before}${TYPED}evictionHard: {memory.available: -1}\n${after}`;
    const { stdout } = await run("-", { stdin });
    expect(stdout).toMatch(new RegExp(`error standard input:${line}: evictionHard`));
    expect(stdout).not.toMatch(/Kind|networking|podSubnet/);
  });

  it("leaves open what depends on reservations that OpenShift's machine pool has", async () => {
    const soft =
      "    evictionSoft: {memory.available: 500Mi}\n" +
      "    evictionSoftGracePeriod: {memory.available: 1m}\n";
    const config = (more = "") =>
      "apiVersion: machineconfiguration.openshift.io/v1\nkind: KubeletConfig\n" +
      `spec:\n  kubeletConfig:\n${soft}${more}`;
    const open = await run("check -", { stdin: config() });
    expect(open.stdout).not.toContain("reservation-too-small");
    expect(open.stdout.replace(/\s+/g, " ")).toContain(
      "Unknown Whether pods within Allocatable can cross the soft threshold of memory",
    );
    const reserved = await run("check -", {
      stdin: config("    systemReserved: {memory: 100Mi}\n"),
    });
    expect(reserved.stdout).toContain("reservation-too-small");
    expect(reserved.stdout).not.toContain("Unknown");
  });

  it.each(["latest", "9.9", "1.99"])("refuses release %s on the command line", async (version) => {
    const { exitCode, stderr } = await run(`check @good.yaml --kubelet-version ${version}`);
    expect(exitCode).toBe(Usage);
    expect(stderr).toContain(`Give a release from ${formatReleases(RELEASES.eviction)}`);
  });

  it.each([
    "check @good.yaml --eviction-hard memory.available",
    "replay --example memory-leak --eviction-hard memory.available",
    "replay --example memory-leak --feature-gates NodeSwap=maybe",
  ])("refuses a flag of its own that cannot be read: %s", async (words) => {
    const { exitCode, stderr } = await run(words);
    expect(exitCode).toBe(Usage);
    expect(stderr).toMatch(/--(eviction-hard|feature-gates)/);
  });

  it.each([
    [
      "aks.json",
      '{"kubeletConfig":{"podMaxPids":100,"hardEvictionThreshhold":{"memoryAvailable":"2Gi"}}}',
      "hardEvictionThreshhold",
      "AKS",
    ],
    ["gke.yaml", "kubeletConfig:\n  evictionHard: {memoryAvailable: 2Gi}\n", "evictionHard", "GKE"],
    [
      "kops.yaml",
      "apiVersion: kops.k8s.io/v1alpha2\nkind: Cluster\n" +
        "spec: {kubelet: {evictionhard: memory.available<2Gi}}\n",
      "evictionhard",
      "kops",
    ],
    [
      "bottlerocket.toml",
      '[settings.kubernetes]\n[settings.kubernetes."evicton-hard"]\n"memory.available" = "2Gi"\n',
      "evicton-hard",
      "Bottlerocket",
    ],
  ])("finds a threshold that is not read: %s", async (_file, stdin, member, system) => {
    const { stdout, exitCode } = await run("check - --output json", { stdin });
    expect(exitCode).toBe(Findings);
    const [checked] = JSON.parse(stdout).configurations;
    expect(checked.errors).toMatchObject([{ rule: "unknown-threshold", path: member }]);
    expect(checked.errors[0].message).toContain(`${system} has no such member`);
    expect(checked.policy).toBeUndefined();
    const decided = await run("explain --example memory-leak --config -", { stdin });
    expect(decided.exitCode).toBe(Input);
    expect(decided.stderr).toContain(`${member}: ${system} has no such member`);
  });

  it("follows the release that a document names, unless another is asked for", async () => {
    const stdin =
      "apiVersion: kops.k8s.io/v1alpha2\nkind: Cluster\nspec: {kubernetesVersion: 1.28.4}\n";
    expect((await run("check -", { stdin })).stdout).toMatch(/kubelet 1\.28\n/);
    const asked = await run("check - --kubelet-version 1.30", { stdin });
    expect(asked.stdout).toMatch(/kubelet 1\.30\n/);
    const old = await run("check - -o text", { stdin: stdin.replace("1.28.4", "1.11.2") });
    expect(old.stdout).toContain(`kubelet ${formatRelease(RELEASES.check.default)}\n`);
  });

  it("names each member that is not read", async () => {
    const stdin =
      "apiVersion: kops.k8s.io/v1alpha2\nkind: Cluster\n" +
      "spec:\n  kubelet:\n    anonymousAuth: false\n    constructor: 1\n    maxPodz: 5\n";
    const { stdout } = await run("check - --output json", { stdin });
    const [checked] = JSON.parse(stdout).configurations;
    const unread = checked.warnings.filter(({ rule }: PlacedFinding) => rule === "unread-member");
    expect(unread).toMatchObject([
      { rule: "unread-member", path: "constructor", line: 6 },
      { rule: "unread-member", path: "maxPodz", line: 7 },
    ]);
    expect(checked.errors).toEqual([]);
  });

  it("finds what is reserved beyond the capacity, in the kubelet's words", async () => {
    const words = "check - --capacity memory=8Gi,ephemeral-storage=10Gi,cpu=4";
    const stdin = `${TYPED}systemReserved: {memory: 7Gi}\nkubeReserved: {memory: 1Gi, cpu: "5"}\n`;
    const { exitCode, stdout } = await run(words, { stdin });
    expect(exitCode).toBe(Findings);
    expect(stdout.replace(/\s+/g, " ")).toContain(
      'Resource "memory" has a reservation of 8292Mi but capacity of 8Gi. ' +
        "Expected capacity >= reservation.",
    );
    expect(stdout).toContain('Resource "cpu" has a reservation of 5 but capacity of 4.');
    expect(stdout).not.toContain('Resource "ephemeral-storage"');
    expect(stdout).toContain("The kubelet would not start");
  });

  it("reserves no hard threshold under --experimental-allocatable-ignore-eviction", async () => {
    const stdin = `${TYPED}systemReserved: {memory: 8Gi}\n`;
    const words = "check - --capacity memory=8Gi";
    const counted = await run(words, { stdin });
    expect(counted.stdout).toContain('Resource "memory" has a reservation of 8292Mi');
    const flag = " --experimental-allocatable-ignore-eviction";
    const ignored = await run(words + flag, { stdin });
    expect(ignored.stdout).not.toContain("reservation of");
  });

  it("prints everything as JSON", async () => {
    const { stdout, exitCode } = await run("check @bad.yaml --output json");
    expect(exitCode).toBe(Findings);
    expect(JSON.parse(stdout).configurations[0]).toMatchObject({
      errors: [{ line: 4, path: 'evictionHard["memory.available"]' }],
      warnings: [],
    });
  });

  it("answers every file as JSON", async () => {
    const { stdout } = await run("check @missing.yaml @tree --output json");
    const { configurations, unread, passedOver } = JSON.parse(stdout);
    expect(configurations).toHaveLength(3);
    expect(unread).toMatchObject([{ reason: expect.stringContaining("there is no such file") }]);
    expect(passedOver).toMatchObject([
      { reason: expect.stringContaining("it holds Deployment shop") },
      { reason: expect.stringContaining("it holds Namespace") },
    ]);
  });

  it("is annotations of GitHub Actions, one line each", async () => {
    const { stdout, exitCode } = await run("check @bad.yaml @missing.yaml --output github");
    expect(exitCode).toBe(Input);
    expect(stdout).toMatch(/^::error file=\S+bad\.yaml,line=4,title=[\w-]+::evictionHard\["/m);
    expect(stdout).toMatch(/^::error file=\S+missing\.yaml,title=unreadable::/m);
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .every((line) => line.startsWith("::")),
    ).toBe(true);
  });

  it("has nothing in annotations that a log would play", async () => {
    const key = "memory.\u001b[8m\u202eavailable\n::error::x";
    const path = join(directory(), "played.json");
    writeFileSync(path, JSON.stringify({ evictionHard: { [key]: "5%" } }));
    const { stdout } = await run(`check ${path} --output github`);
    expect(stdout).toContain("memory.\ufffd[8m\ufffdavailable%0A::error::x");
    expect(stdout).not.toMatch(/\p{Bidi_Control}|(?!\n)\p{Cc}/u);
  });

  it("is a JUnit report: a case for each file, an error for what is unread", async () => {
    const { stdout } = await run("check @bad.yaml @tree @missing.yaml --output junit");
    expect(stdout).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites tests="5" /);
    expect(stdout).toMatch(/<testsuite name="plimsoll check" tests="5" failures="\d" errors="1">/);
    expect(stdout).toMatch(/ name="\S+bad\.yaml">\n {6}<failure message="evictionHard\[&quot;/);
    expect(stdout).toMatch(/>line 4: error [\w-]+: evictionHard\[/);
    expect(stdout).toMatch(/ name="\S+missing\.yaml">\n {6}<error message="/);
  });

  it.each([
    ["error", 0],
    ["warning", 1],
  ])("counts a warning as a failure of JUnit with --fail-on %s: %s", async (failOn, failures) => {
    const { stdout } = await run(`check @tree/a.yaml --output junit --fail-on ${failOn}`);
    expect(stdout).toContain(`<testsuites tests="1" failures="${failures}" errors="0">`);
    expect(stdout.includes("<failure ")).toBe(failures === 1);
    expect(stdout.includes("<system-out>")).toBe(failures === 0);
  });

  it("is XML whatever a configuration holds", async () => {
    const key = 'memory.\u001b\u009b\u202e\ud800]]><&"\n';
    const path = join(directory(), "played.json");
    writeFileSync(path, JSON.stringify({ evictionHard: { [key]: "5%" } }));
    const { stdout } = await run(`check ${path} --output junit`);
    expect(stdout).not.toMatch(/\p{Bidi_Control}|(?!\n)\p{Cc}|\p{Cs}/u);
    const texts = stdout.replace(/<\?xml [^<>]*\?>|<\/?[a-z-]+(?: [a-z]+="[^"<>]*")*\/?>/g, "");
    expect(texts).not.toMatch(/[<>]|&(?!(?:amp|lt|gt|quot|#10|#9);)/);
  });

  it("is a SARIF log", async () => {
    const { stdout } = await run("check @bad.yaml @tree @missing.yaml --output sarif");
    const log = JSON.parse(stdout);
    const validate = new Ajv().compile(SARIF);
    expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
    const levels = log.runs[0].results.map(({ level }: { level: string }) => level);
    expect(new Set(levels)).toEqual(new Set(["error", "warning", "note"]));
    expect(log.runs[0].results[0]).toMatchObject({
      level: "error",
      locations: [{ physicalLocation: { region: { startLine: 4 } } }],
    });
  });

  it("says of an archive to unpack it", async () => {
    const path = join(directory(), "archive.zip");
    writeFileSync(path, "PK\u0003\u0004noise");
    const { stderr, exitCode } = await run(`check ${path}`);
    expect(stderr).toContain("archive.zip is an archive; unpack it and give the folder.");
    expect(exitCode).toBe(Input);
  });
});

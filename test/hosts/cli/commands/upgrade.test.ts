import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { platform } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import { ExitCode } from "../../../../hosts/cli/exitCode.ts";
import { DOCUMENTS } from "../../../analysis/questions/upgrade/cluster.ts";
import { commandLine } from "../commandLine.ts";
import { type Row, TYPED, workplace } from "../workplace.ts";

const { Ok, Findings, Input, Usage } = ExitCode;
const { directory, expectRow, run } = workplace();

const SCHEMA = new URL("../../../../schemas/upgrade-1.schema.json", import.meta.url);

const KUBEADM = `apiVersion: kubeadm.k8s.io/v1beta4
kind: ClusterConfiguration
kubernetesVersion: v1.35.2
`;
const CONFIG_MAP = `apiVersion: v1
kind: ConfigMap
metadata: {name: kubelet-config, namespace: kube-system}
data:
  kubelet: |
    kind: KubeletConfiguration
    featureGates: {CSIMigrationPortworx: true}
`;

beforeAll(() => {
  const write = (name: string, text: string) => writeFileSync(join(directory(), name), text);
  const read = (name: string) => readFileSync(join(directory(), name), "utf8");
  write("gates.yaml", `${TYPED}featureGates: {CSIMigrationPortworx: true}\n`);
  write("kubeadm.yaml", `${KUBEADM}---\n${TYPED}featureGates: {CSIMigrationPortworx: true}\n`);
  write("map.yaml", CONFIG_MAP);
  write("early.yaml", `${TYPED}evictionHard: {containerfs.available: 5%}\n`);
  const recorded = (config: object) =>
    read("node.ndjson").replace('"capacity"', `"config":${JSON.stringify(config)},"capacity"`);
  write("percent.ndjson", recorded({ evictionHard: { "memory.available": "110%" } }));
  write("twice.ndjson", recorded({ enforceNodeAllocatable: ["pods", "pods"] }));
  write("deployment.yaml", "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n");
  for (const folder of ["one", "two"]) {
    mkdirSync(join(directory(), folder));
    write(`${folder}/kubelet.yaml`, `${TYPED}featureGates: {CSIMigrationPortworx: true}\n`);
  }
  write("two/events.txt", "what somebody wrote");
  // Three documents of worker-3, and those of another node with one list too many.
  mkdirSync(join(directory(), "nodes"));
  const own = ["summary1.json", "summary2.json", "pods1.json"];
  for (const name of own) write(`nodes/${name}`, read(name));
  write("nodes/other.json", read("pressed.json").replace('"worker-3"', '"worker-4"'));
  for (const name of ["one", "three"]) {
    write(`nodes/${name}.json`, read("pods1.json").replaceAll('"worker-3"', '"worker-4"'));
  }
  write("dump.json", `{"apiVersion":"v1","kind":"List","items":[${DOCUMENTS.join()}]}`);
});

describe("upgrade", () => {
  it.each<Row>([
    {
      words: "upgrade --example memory-leak --from 1.35",
      exitCode: Ok,
      stdout: /^✔ Nothing changes from 1\.35 to .*\n {2}memory-leak: 112 samples replayed/,
    },
    {
      words: "upgrade --example memory-leak --from 1.30 --to 1.32",
      exitCode: Ok,
      stdout: /^! 1 difference .*, grace period .*\n +0s +1s\n.*Since 1\.31: Immediate/s,
    },
    {
      words: "upgrade @gates.yaml --from 1.35 --to 1.36",
      exitCode: Findings,
      stdout: /^✖ 1\.36 brings 1 error that stops the kubelet\n.*Delete featureGates\.CSIMig/s,
    },
    {
      words: "upgrade @gates.yaml --from 1.35 --to 1.36 -o github",
      exitCode: Findings,
      stdout: /^::error file=gates\.yaml,line=3,title=upgrade-configuration::featureGates/,
    },
    {
      words: "upgrade @gates.yaml --from 1.35 --to 1.36 -o junit",
      exitCode: Findings,
      stdout: /<testsuite name="plimsoll upgrade" tests="1" failures="1"/,
    },
    {
      words: "upgrade @gates.yaml --from 1.35 --to 1.36 -o sarif",
      exitCode: Findings,
      stdout: /"ruleId": "upgrade-configuration"/,
    },
    {
      words: "upgrade @dump.json --to 1.33",
      exitCode: Findings,
      said: / Assumed /,
      stdout: /^✖ 1\.33 brings 1 pod rejected or preempted, 2 pods without a node, and more\n/,
    },
    {
      words: "upgrade --example eviction-loop --from 1.35 --to 1.36",
      exitCode: Ok,
      said: / Assumed /,
      stdout: /^✔ Nothing changes.*\n.*drain of 2 nodes compared\n {2}scenario\.yaml: 1 cluster /,
    },
    {
      words: "upgrade @kubeadm.yaml --to 1.36",
      exitCode: Findings,
      stdout: /^✖ 1\.36 brings 1 error that stops the kubelet\n {2}kubeadm\.yaml: 1 config/,
    },
    {
      words: "upgrade @map.yaml --from 1.35 --to 1.36",
      exitCode: Findings,
      stdout: /^✖ 1\.36 brings 1 error that stops the kubelet/,
    },
    {
      words: "upgrade @one/kubelet.yaml @two/kubelet.yaml --from 1.35 --to 1.36",
      exitCode: Findings,
      stdout: /\n {2}one\/kubelet\.yaml: 1 config.*\n {2}two\/kubelet\.yaml: 1 config/,
    },
    {
      words: "upgrade @two --from 1.35 --to 1.36",
      exitCode: Findings,
      stderr: /warning: .*events\.txt: this is a text .*; upgrade takes/,
      stdout: /^✖ 1\.36 brings 1 error that stops the kubelet\n {2}kubelet\.yaml: 1 config/,
    },
    {
      words: "upgrade @gates.yaml @good.yaml @node.ndjson --from 1.35 --to 1.36 --all",
      exitCode: Findings,
      stderr: /warning: Several configurations are given, so a capture uses only one that is/,
      stdout: /defaults assumed; give the node's\s+own as a further file\./,
    },
    {
      words: "upgrade @gates.yaml --to 1.35",
      exitCode: Ok,
      stdout: /\nAssumed {2}No input states the release that runs now; 1\.34 is assumed/,
    },
    {
      words: "upgrade --from 1.36 --to 1.35 @gates.yaml",
      exitCode: Usage,
      stderr: /--from has to be older than --to, which is 1\.35; give one such as 1\.34/,
    },
    {
      words: "upgrade --to 1.99 @gates.yaml",
      exitCode: Usage,
      stderr: /Give a release from 1\.20 to 1\.\d+\./,
    },
    {
      words: "upgrade @percent.ndjson --from 1.20 --to 1.37",
      exitCode: Findings,
      said: /percent\.ndjson: the kubelet of 1\.37 does not start with evictionHard\["memory\.ava/,
      stdout: new RegExp(
        String.raw`^✖ 1\.37 brings 1 error that stops the kubelet\n.*percent\.ndjson: 3 samples ` +
          String.raw`replayed.*1  percent\.ndjson: Set evictionHard\["memory\.available"\]: 100%`,
        "s",
      ),
    },
    {
      words: "upgrade @twice.ndjson --from 1.30 --to 1.31",
      exitCode: Findings,
      said: /Since 1\.31: Enforcements are checked one by one/,
      stdout:
        /twice\.ndjson: 3 samples replayed.*twice.*Name each entry of enforceNodeAllocatable/s,
    },
    {
      words: "upgrade @node.ndjson @early.yaml --from 1.28 --to 1.31 --all",
      exitCode: Ok,
      said: /node\.ndjson: the kubelet of 1\.28 does not start with evictionHard\["containerfs/,
      stdout: /^! 2 differences .*the kubelet does not start: unsupported/s,
    },
    {
      words: "upgrade @deployment.yaml",
      exitCode: Input,
      stderr: /they are 1 Deployment; see plimsoll upgrade --help\.\n$/,
    },
    {
      words: "upgrade @nosuch.yaml",
      exitCode: Input,
      stderr: /nosuch\.yaml: there is no such file/,
    },
    {
      words: "upgrade @two/events.txt",
      exitCode: Input,
      stderr: /events\.txt: this is a text .*; upgrade takes/,
    },
    {
      words: "upgrade @summary1.json --from 1.35 --to 1.36",
      exitCode: Ok,
      stderr: /warning: summary1\.json: its PodList is not given, so no pod can be ranked or evi/,
      stdout: /^✔ Nothing changes.*\n {2}summary1\.json: 1 sample replayed, 0 decided/,
    },
    {
      words: "upgrade @pressed.json @pods1.json --from 1.30 --to 1.31",
      exitCode: Ok,
      said: /pressed\.json does not state a release; compared as 1\.30 and 1\.31\./,
      stdout: /^! 1 difference .*grace period 0s .*grace period 1s\n/s,
    },
    {
      words: "upgrade @nodes --from 1.30 --to 1.31",
      exitCode: Ok,
      stderr: /^warning: three\.json is left out: it belongs to no Summary\.\n$/,
      stdout: /\n {2}other\.json: 1 sample .*\n {2}summary1\.json, summary2\.json: 2 samples /,
    },
    {
      words: "upgrade @gates.yaml --from 1.14 --to 1.36",
      exitCode: Findings,
      said: /The release asked for is 1\.14; the nearest supported release, 1\.20, is followed\./,
      stdout: /^✖ The kubelet does not start with 1\.36; as 1\.20 it was not checked/,
    },
    {
      words: "upgrade @gates.yaml --to 1.14",
      exitCode: Usage,
      stderr: /--to 1\.14 is older than the oldest release that is supported/,
    },
    {
      words: "upgrade --example nosuch",
      exitCode: Usage,
      stderr: /--example nosuch: there is no such/,
    },
    {
      words: "upgrade --example",
      exitCode: Usage,
      stderr: /--example has no name; choose one of memory-leak, .*budgets, cascade, .*shop, /,
    },
  ])("$words", expectRow);

  it("follows what the input states where --from is not given", async () => {
    const { stdout } = await run("upgrade @dump.json --to 1.36 --output json");
    expect(JSON.parse(stdout)).toMatchObject({ from: "1.32", to: "1.36" });
  });

  it("names the rules of the release alone that brought a difference", async () => {
    const { stdout } = await run("upgrade @dump.json --to 1.36 --output json");
    const { differences } = JSON.parse(stdout);
    const [rejected] = differences;
    expect(rejected).toMatchObject({ kind: "admission", subject: "shop/late" });
    expect(rejected.rules).toContain("SidecarPorts");
    // The kubelet of 1.36 judges declared features, which no pod of these needs.
    expect(rejected.rules).not.toContain("DeclaredFeatures");
  });

  it("takes a configuration that is given with a capture for that of its node", async () => {
    const alone = await run("upgrade @node.ndjson --from 1.30 --to 1.31");
    expect(alone.stdout).toContain("kubelet defaults assumed");
    const { stdout } = await run("upgrade @node.ndjson @good.yaml --from 1.30 --to 1.31");
    expect(stdout).not.toContain("defaults assumed");
  });

  it("takes the configuration in the folder of a capture for that of its node", async () => {
    const folders = [
      ["low", "50Mi"],
      ["high", "500Mi"],
    ] as const;
    for (const [name, amount] of folders) {
      mkdirSync(join(directory(), "folders", name), { recursive: true });
      const capture = readFileSync(join(directory(), "node.ndjson"));
      writeFileSync(join(directory(), "folders", name, "night.ndjson"), capture);
      const text = `${TYPED}evictionHard: {memory.available: ${amount}}\n`;
      writeFileSync(join(directory(), "folders", name, "kubelet.yaml"), text);
    }
    const { stdout, stderr } = await run("upgrade @folders --from 1.30 --to 1.31 --all");
    expect(stderr).toBe("");
    expect(stdout).not.toContain("defaults assumed");
  });

  it("leaves huge pages of the recorded node out of available memory since 1.37", async () => {
    const plain = readFileSync(join(directory(), "node.ndjson"), "utf8");
    const paged = plain.replace('"hugepages-2Mi":"0"', '"hugepages-2Mi":"8Gi"');
    writeFileSync(join(directory(), "paged.ndjson"), paged);
    const { stdout, exitCode } = await run("upgrade @paged.ndjson --from 1.36 --all");
    expect(stdout).toMatch(/^✖ 1\.37 brings 1 more pod evicted\n/);
    expect(stdout).toMatch(/memory\.available on worker-3 .*8Gi of it huge\s/);
    // The gate of the rule that decides it comes before those that may.
    expect(stdout).toMatch(
      /keep the old behavior\n {2}- featureGates: \{HugepageAwareEviction: false/,
    );
    expect(exitCode).toBe(Findings);
  });

  it("says that a capture states its kubelet, and that it states no huge pages", async () => {
    const { said } = await run("upgrade --example memory-leak --from 1.36 --all");
    expect(said).toContain(
      "memory-leak was recorded with kubelet v1.35.8; kubelets of 1.36 and 1.37 decide on it.",
    );
    expect(said).toContain("memory-leak does not state huge pages");
    expect((await run("upgrade @node.ndjson --from 1.36 --all")).said).not.toContain("huge pages,");
  });

  it("replays each of several captures as if it were alone", async () => {
    const plain = gunzipSync(readFileSync(join(directory(), "example.gz")));
    for (const name of ["a.ndjson", "b.ndjson", "c.ndjson"]) {
      writeFileSync(join(directory(), name), plain);
    }
    const words = "--from 1.30 --to 1.31 --output json";
    const { inputs, differences } = JSON.parse((await run(`upgrade @a.ndjson ${words}`)).stdout);
    const { stdout, stderr } = await run(`upgrade @a.ndjson @b.ndjson @c.ndjson ${words}`);
    expect(stderr).toBe("");
    const together = JSON.parse(stdout);
    const checked = together.inputs.map((each: { checked: string }) => each.checked);
    expect(checked).toEqual([inputs[0].checked, inputs[0].checked, inputs[0].checked]);
    expect(together.differences).toHaveLength(3 * differences.length);
  });

  it("writes what its schema says", async () => {
    const isValid = new Ajv2020({ strict: true }).compile(JSON.parse(readFileSync(SCHEMA, "utf8")));
    for (const words of ["@dump.json --to 1.33", "@gates.yaml", "--example memory-leak"]) {
      const { stdout } = await run(`upgrade ${words} --output json`);
      expect(isValid(JSON.parse(stdout)), JSON.stringify(isValid.errors)).toBe(true);
    }
  });

  it("names no option of another command", async () => {
    const { stdout, stderr } = await run("upgrade --example eviction-loop --from 1.34 --to 1.35");
    expect(`${stdout}${stderr}`).not.toMatch(/--kubernetes-version|--config/);
  });

  it("reads a configuration from standard input", async () => {
    const stdin = `${TYPED}featureGates: {CSIMigrationPortworx: true}\n`;
    const ended = await commandLine(["upgrade", "-", "--from", "1.35", "--to", "1.36"], { stdin });
    expect(ended.exitCode).toBe(Findings);
    expect(ended.stdout).toMatch(/standard input: 1 configuration checked/);
  });

  it.runIf(platform() === "linux")(
    "answers about a folder, and names a file in it whose name is not UTF-8",
    async () => {
      mkdirSync(join(directory(), "named"));
      const gates = `${TYPED}featureGates: {CSIMigrationPortworx: true}\n`;
      writeFileSync(join(directory(), "named/kubelet.yaml"), gates);
      writeFileSync(Buffer.from(`${directory()}/named/bad\xff.yaml`, "latin1"), "");
      const { stdout, stderr } = await commandLine([
        "upgrade",
        join(directory(), "named"),
        "--all",
      ]);
      expect(stdout).toContain("CSIMigrationPortworx");
      expect(stderr).toMatch(
        /bad.\.yaml is left out: it has a name that is not UTF-8: rename it\./,
      );
    },
  );

  it.each(["dump.json", "gates.yaml"])("counts %s once if it is given twice", async (name) => {
    const path = join(directory(), name);
    const other = `${directory()}/one/../${name}`;
    const once = await commandLine(["upgrade", path, "--from", "1.35", "-o", "json"]);
    const twice = await commandLine(["upgrade", path, other, "--from", "1.35", "-o", "json"]);
    expect(twice.stdout).toBe(once.stdout);
  });

  it("counts an object once that is in two files", async () => {
    const path = join(directory(), "dump.json");
    writeFileSync(join(directory(), "again.json"), readFileSync(path));
    const again = join(directory(), "again.json");
    const checked = async (...paths: readonly string[]) => {
      const { stdout } = await commandLine(["upgrade", ...paths, "-o", "json"]);
      return stdout.match(/"checked": ".*"/g);
    };
    expect(await checked(path, again)).toEqual(await checked(path));
  });

  it.each(["1.34.foo", "1.34-", "1.034", "1.34foo"])("refuses --from %s", async (version) => {
    const path = join(directory(), "gates.yaml");
    const { stderr, exitCode } = await commandLine(["upgrade", path, "--from", version]);
    expect(stderr).toMatch(/is invalid\. Give a release from 1\.20 to 1\.\d\d\.\n$/);
    expect(exitCode).toBe(Usage);
  });

  it("refuses a folder of more files than are read", async () => {
    const folder = join(directory(), "big");
    mkdirSync(folder);
    for (let at = 0; at <= 10_000; at++) writeFileSync(join(folder, `${at}.txt`), "");
    const { stderr, exitCode } = await commandLine(["upgrade", folder]);
    expect(stderr).toContain("big has more than 10000 files; name a directory in it.");
    expect(exitCode).toBe(Input);
  });
});

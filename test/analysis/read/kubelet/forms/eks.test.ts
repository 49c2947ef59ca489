import { describe, expect, it } from "vitest";
import { readOne, sentences } from "./reading.ts";

const HEAD = "apiVersion: node.eks.aws/v1alpha1\nkind: NodeConfig\n";
const CLUSTER = `${HEAD}spec:
  cluster:
    name: orders
    apiServerEndpoint: https://0123456789.gr7.eu-west-1.eks.amazonaws.com
    cidr: 10.100.0.0/16
`;
/** What nodeadm writes into /etc/kubernetes/kubelet/config.json. */
const HARD = { "memory.available": "100Mi", "nodefs.available": "10%", "nodefs.inodesFree": "5%" };

describe("an EKS NodeConfig", () => {
  it("has nodeadm's thresholds, with none for imagefs, when it says nothing of the kubelet", () => {
    const loaded = readOne(CLUSTER);
    expect(loaded.form).toBe("NodeConfig");
    expect(loaded.configuration).toMatchObject({
      evictionHard: HARD,
      kubeReserved: { "ephemeral-storage": "1Gi" },
      kubeReservedCgroup: "/runtime",
      systemReservedCgroup: "/system",
      protectKernelDefaults: true,
    });
    expect(Object.keys(loaded.configuration.evictionHard as object)).toEqual(Object.keys(HARD));
    expect(sentences(loaded)).toContain("nodeadm sets evictionHard memory.available=100Mi");
    expect(sentences(loaded)).toContain("no imagefs threshold");
  });

  it("is merged over nodeadm's thresholds, as a drop-in", () => {
    const { configuration } = readOne(
      `${CLUSTER}  kubelet:
    config:
      mergeDefaultEvictionSettings: true
      evictionHard: {memory.available: 500Mi, nodefs.available: null}
      evictionSoft: {memory.available: 1Gi}
      evictionSoftGracePeriod: {memory.available: 1m}
`,
    );
    expect(configuration).toMatchObject({
      evictionHard: { "memory.available": "500Mi", "nodefs.inodesFree": "5%" },
      evictionSoft: { "memory.available": "1Gi" },
    });
    expect(configuration.evictionHard).not.toHaveProperty("nodefs.available");
    expect(configuration).not.toHaveProperty("mergeDefaultEvictionSettings");
  });

  it("has flags that replace all of it", () => {
    const { configuration, replacedByFlags } = readOne(
      `${CLUSTER}  kubelet:\n    flags: ["--eviction-hard=memory.available<1Gi", --v=2]\n`,
    );
    expect(configuration.evictionHard).toEqual({ "memory.available": "1Gi" });
    expect(replacedByFlags).toEqual(["evictionHard"]);
  });

  it("says what nodeadm computes on the instance, unless the instance is known", () => {
    expect(sentences(readOne(CLUSTER))).toMatch(/255Mi and 11Mi for each pod.*cpu.*not known here/);
    // m5.xlarge: 4 cores, 58 pods; amazon-eks-ami expects 80m and 893Mi of it.
    const known = readOne(CLUSTER, { capacity: { cpu: "4", pods: "58" } });
    expect(known.configuration.kubeReserved).toEqual({
      cpu: "80m",
      "ephemeral-storage": "1Gi",
      memory: "893Mi",
    });
    expect(sentences(known)).not.toContain("not known");
    const own = readOne(`${CLUSTER}  kubelet:
    config: {kubeReserved: {cpu: 100m, memory: 1Gi}}
`);
    expect(sentences(own)).not.toContain("not known");
  });

  it("is refused with a capacity that is not a number", () =>
    expect(() => readOne(CLUSTER, { capacity: { pods: "many" } })).toThrow("--capacity pods=58"));
});

describe("user data of an EC2 instance", () => {
  const part = (type: string, body: string, more = "") =>
    `--BOUNDARY\nContent-Type: ${type}\n${more}\n${body}\n`;
  const mime = (...parts: string[]) =>
    'MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="BOUNDARY"\n\n' +
    `${parts.join("")}--BOUNDARY--\n`;
  const kubelet = (config: string, flag: string) =>
    `${HEAD}spec:\n  kubelet:\n    config: ${config}\n    flags: ["${flag}"]\n`;

  it("merges its NodeConfigs in their order and appends their flags", () => {
    const { configuration } = readOne(
      mime(
        part("text/x-shellscript", "#!/bin/bash\necho hello"),
        part(
          "application/node.eks.aws",
          kubelet(
            "{maxPods: 20, evictionHard: {memory.available: 1Gi}}",
            "--system-reserved=cpu=1",
          ),
        ),
        part(
          'application/node.eks.aws; charset="us-ascii"',
          Buffer.from(kubelet("{maxPods: 30}", "--system-reserved=memory=1Gi")).toString("base64"),
          "Content-Transfer-Encoding: base64\n",
        ),
      ),
    );
    expect(configuration).toMatchObject({
      maxPods: 30,
      evictionHard: { ...HARD, "memory.available": "1Gi" },
      systemReserved: { cpu: "1", memory: "1Gi" },
    });
  });

  it("is a call of bootstrap.sh on images before AL2023", () => {
    const script = `#!/bin/bash
set -o xtrace
/etc/eks/bootstrap.sh orders --use-max-pods false \\
  --kubelet-extra-args '--max-pods=58 --eviction-hard=memory.available<500Mi'
`;
    for (const text of [script, mime(part("text/x-shellscript", script))]) {
      const { form, configuration } = readOne(text);
      expect(form).toBe("user data");
      expect(configuration.evictionHard).toEqual({ "memory.available": "500Mi" });
    }
    const motd = "cat <<EOF > /etc/motd\nhello\nEOF\n";
    const other = script.replace("set -o xtrace\n", motd);
    expect(readOne(other).configuration).toEqual(readOne(script).configuration);
    const plain = readOne("#!/bin/bash\n/etc/eks/bootstrap.sh orders\n");
    expect(plain.configuration.evictionHard).toEqual(HARD);
    expect(sentences(plain)).toContain("bootstrap.sh sets evictionHard");
  });

  it.each([
    ["MIME-Version: 1.0\nContent-Type: multipart/mixed\n\nx", "names no boundary"],
    [mime(part("text/cloud-config", "packages: [jq]")), "(it holds text/cloud-config)"],
    [
      mime(...["a", "b", "a", "c", "d", "e", "f"].map((type) => part(`text/${type}`, "x"))),
      "(it holds text/a, text/b, text/c, text/d, text/e, …)",
    ],
    [
      mime(part("application/node.eks.aws", "%%%", "Content-Transfer-Encoding: base64\n")),
      "base64",
    ],
  ])("%j is refused by name", (text, reason) => expect(() => readOne(text)).toThrow(reason));
});

describe("Bottlerocket's TOML", () => {
  it("replaces the kubelet's defaults by its own eviction-hard", () => {
    const loaded = readOne(`# user data
[settings.kubernetes]
cluster-name = "orders"
max-pods = 58
eviction-max-pod-grace-period = 30

[settings.kubernetes.eviction-hard]
"memory.available" = "15%"

[settings.kubernetes.system-reserved]
memory = "100Mi"
`);
    expect(loaded.form).toBe("Bottlerocket");
    expect(loaded.configuration).toMatchObject({
      evictionHard: { "memory.available": "15%" },
      evictionMaxPodGracePeriod: 30,
      systemReserved: { memory: "100Mi" },
      kubeReserved: { "ephemeral-storage": "1Gi", memory: "893Mi" },
      maxPods: 58,
    });
    expect(sentences(loaded)).toContain("replaces the kubelet's defaults as a whole");
    expect(sentences(loaded)).toContain("cpu (a share of the cores) is not known here");
  });

  it("leaves the kubelet's defaults when it has none", () => {
    const loaded = readOne('settings.kubernetes.cluster-name = "orders"\n');
    expect(loaded.configuration).not.toHaveProperty("evictionHard");
    expect(sentences(loaded)).toContain("does not set eviction-hard");
  });

  it("is refused with line and column where it is broken", () =>
    expect(() => readOne("[settings.kubernetes]\nmax-pods = \n")).toThrow(
      /^given:2:\d+: the TOML/,
    ));
});

describe("a Karpenter node class", () => {
  const ec2 = (family: string, more = "") => `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: {name: batch}
spec:
  amiSelectorTerms: [{alias: ${family}@latest}]
  kubelet:
    evictionHard: {memory.available: 5%}
    evictionSoft: {memory.available: 10%}
    evictionSoftGracePeriod: {memory.available: 2m}
${more}`;

  it("is a NodeConfig on AL2023, over that of its user data", () => {
    const text = `  userData: |\n    ${HEAD.replaceAll("\n", "\n    ")}spec:
      kubelet: {config: {maxPods: 20, evictionHard: {memory.available: 1Gi}}}\n`;
    const loaded = readOne(ec2("al2023", text));
    expect(loaded).toMatchObject({ form: "Karpenter", part: "EC2NodeClass batch" });
    expect(loaded.configuration).toMatchObject({
      evictionHard: { ...HARD, "memory.available": "5%" },
      evictionSoft: { "memory.available": "10%" },
      maxPods: 20,
    });
  });

  it("is Bottlerocket's settings, or flags over bootstrap.sh, on other images", () => {
    const rocket = readOne(ec2("bottlerocket"));
    expect(rocket.configuration.evictionHard).toEqual({ "memory.available": "5%" });
    const old = readOne(ec2("al2"));
    expect(old.configuration.evictionHard).toEqual({ "memory.available": "5%" });
    expect(old.replacedByFlags).toContain("evictionSoft");
    const custom = readOne(ec2("windows2022"));
    expect(sentences(custom)).toContain('its images are "windows2022"');
  });

  it("is the kubelet of an older NodePool, with the class it names", () => {
    const pool = `apiVersion: karpenter.sh/v1beta1
kind: NodePool
metadata: {name: spot}
spec:
  template:
    spec:
      nodeClassRef: {name: batch}
      kubelet: {evictionHard: {memory.available: 7%}}
---
apiVersion: karpenter.k8s.aws/v1beta1
kind: EC2NodeClass
metadata: {name: batch}
spec: {amiFamily: AL2023}
`;
    const loaded = readOne(pool);
    expect(loaded.part).toBe("NodePool spot");
    expect(loaded.configuration.evictionHard).toEqual({ ...HARD, "memory.available": "7%" });
    const newer = "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: spot}\nspec: {}\n";
    expect(() => readOne(newer)).toThrow("give the EC2NodeClass or AKSNodeClass");
  });
});

/** Configuration files: valid ones, ones at the edge of each rule, broken ones of every kind. */
import { type FieldFact, fieldsOf, gatesOf } from "../../analysis/read/kubelet/validation/facts.ts";
import { Random } from "../parsers/random.ts";
import { odd } from "./odd.ts";
import { member, type Node, type Pair, render } from "./render.ts";
import { text } from "./texts.ts";

/** Members that rules look at come up more often than the rest. */
const RULED = [
  "nodeLeaseDurationSeconds,systemCgroups,cgroupRoot,eventBurst,eventRecordQPS,healthzPort",
  "cpuCFSQuotaPeriod,imageGCHighThresholdPercent,imageGCLowThresholdPercent,imageMaximumGCAge",
  "imageMinimumGCAge,iptablesDropBit,iptablesMasqueradeBit,kubeAPIBurst,kubeAPIQPS,maxPods",
  "nodeStatusMaxImages,maxOpenFiles,oomScoreAdj,podsPerCore,port,readOnlyPort,registryBurst",
  "registryPullQPS,maxParallelImagePulls,serializeImagePulls,serverTLSBootstrap,runOnce",
  "registerWithTaints,topologyManagerPolicy,topologyManagerScope,shutdownGracePeriod",
  "shutdownGracePeriodCriticalPods,shutdownGracePeriodByPodPriority,memorySwap,crashLoopBackOff",
  "enforceNodeAllocatable,cgroupsPerQOS,systemReservedCgroup,kubeReservedCgroup,hairpinMode",
  "imagePullCredentialsVerificationPolicy,preloadedImagesVerificationAllowlist",
  "reservedSystemCPUs,reservedMemory,userNamespaces,showHiddenMetricsForVersion,logging,tracing",
  "memoryThrottlingFactor,memoryReservationPolicy,enableSystemLogQuery,enableSystemLogHandler",
  "containerLogMaxWorkers,containerLogMonitorInterval,containerLogMaxFiles,podLogsDir",
  "containerRuntimeEndpoint,featureGates",
].flatMap((line) => line.split(","));

/** Gates that rules depend on. */
const RULED_GATES = [
  "CustomCPUCFSQuotaPeriod",
  "NodeSwap",
  "GracefulNodeShutdown",
  "GracefulNodeShutdownBasedOnPodPriority",
  "KubeletCrashLoopBackOffMax",
  "KubeletEnsureSecretPulledImages",
  "LoggingAlphaOptions",
  "LoggingBetaOptions",
  "MemoryQoS",
  "NodeLogQuery",
  "ImageMaximumGCAge",
  "RotateKubeletServerCertificate",
  "KubeletTracing",
  "TopologyManager",
  "AllAlpha",
  "AllBeta",
];
const VERSION = "kubelet.config.k8s.io/v1beta1";
const INTEGERS =
  "-1 0 1 2 3 31 32 -2 40 80 85 99 100 101 110 1000 1001 -1000 -1001 1023 10250 65534 65535 " +
  "65536 131072 65537 1000000 1000001 2147483647 2147483648 -2147483648 -2147483649 4294967295 " +
  "4294967296 9223372036854775807 9223372036854775808 -9223372036854775808 18446744073709551615 " +
  "18446744073709551616 99999999999999999999";
const ODD_NUMBERS = "1.0 1.5 1e2 1e-2 0x10 010 0o17 0b11 1_000 +5 -0 .5 5. 1e400 1E3 08 0x 1__0";
const FRACTIONS =
  "0 0.5 0.9 1 1.0 1.1 -0.1 1e-7 1e-5 0.00001 -1e-7 1e21 1e300 1.7976931348623157e308";
const DURATIONS =
  "0s 1ns -1ns 999us 1ms 99ms 100ms 101ms 1s 999ms -1s 2s999ms 3s 10s 300s 300.001s 5m 5m0s 1h " +
  "2m 1m59s 2m1s 1.5h 1m1.5s 0 5 -0 +1s .5s 1us 1000000h 9223372036854775807ns 2562048h " +
  "s 1x 1d 1µs -9223372036854775808ns 1.s 1e3s";
const OTHER_TYPES = [
  "5",
  "-1",
  "1.5",
  "true",
  "false",
  "null",
  '"text"',
  '"5"',
  '"true"',
  '""',
  "[]",
  "{}",
  '["a"]',
  "[1]",
  "[null]",
  '{"a": 1}',
  '{"a": "b"}',
];

/** An endless supply of files for one release. */
export function* generate(release: number, seed: number): Generator<string, never> {
  const files = new Files(release, seed);
  while (true) yield files.file();
}

class Files {
  readonly #random: Random;
  readonly #fields: ReadonlyMap<string, FieldFact>;
  readonly #names: readonly string[];
  readonly #ruled: readonly string[];
  readonly #gates: readonly string[];

  constructor(release: number, seed: number) {
    this.#random = new Random(seed);
    this.#fields = fieldsOf(release);
    const isMember = (path: string) =>
      !/[.[{]/.test(path) && path !== "kind" && path !== "apiVersion";
    this.#names = [...this.#fields.keys()].filter(isMember);
    this.#ruled = RULED.filter((name) => this.#fields.has(name));
    this.#gates = [...gatesOf(release).keys()];
  }

  file(): string {
    const random = this.#random;
    const pairs = [...this.#typeMeta(), ...this.#members()];
    if (random.chance(3) && pairs.length > 0) pairs.push(random.pick(pairs));
    if (random.chance(30)) pairs.reverse();
    const text = render(random, { kind: "object", pairs });
    if (random.chance(2)) return this.#broken(text);
    return random.chance(6) ? odd(random, text) : text;
  }

  #typeMeta(): Pair[] {
    const random = this.#random;
    if (random.chance(94)) {
      return [member("kind", '"KubeletConfiguration"'), member("apiVersion", `"${VERSION}"`)];
    }
    const kind = random.pick([
      '"KubeletConfiguration"',
      '"Kubeletconfiguration"',
      '"Pod"',
      '""',
      "5",
      "null",
      "[]",
    ]);
    const version = random.pick([
      `"${VERSION}"`,
      '"kubelet.config.k8s.io/v1"',
      '"kubelet.config.k8s.io/v1alpha1"',
      '"v1"',
      '"a/b/c"',
      '"a/"',
      '"/"',
      '""',
      "5",
      "null",
    ]);
    const pairs = [
      member(random.pick(["kind", "kind", "Kind", "KIND"]), kind),
      member(random.pick(["apiVersion", "apiVersion", "apiversion"]), version),
    ];
    return pairs.filter(() => random.chance(75));
  }

  #members(): Pair[] {
    const random = this.#random;
    const pairs: Pair[] = [];
    for (let count = random.pick([0, 1, 1, 1, 2, 2, 3, 4, 6]); count > 0; count--) {
      const name = random.pick(random.chance(75) ? this.#ruled : this.#names);
      pairs.push({ name: this.#spelled(name), value: this.#value(name) });
    }
    return pairs;
  }

  /** Now and then in another case, or with a typing error. */
  #spelled(name: string): string {
    const random = this.#random;
    if (!random.chance(3)) return name;
    const at = random.below(name.length);
    return random.pick([
      name.toLowerCase(),
      name[0]?.toUpperCase() + name.slice(1),
      name.slice(0, at) + name.slice(at + 1),
      `${name}s`,
    ]);
  }

  #value(path: string): Node {
    const random = this.#random;
    const fact = this.#fields.get(path);
    if (fact === undefined) throw new Error(`No fact about ${path}.`);
    if (random.chance(5)) return { kind: "raw", json: random.pick(OTHER_TYPES) };
    if (path === "featureGates") return this.#featureGates();
    if (fact.type === "object") return this.#object(path);
    if (fact.type === "map") return this.#map(path);
    if (fact.type === "list") {
      const length = random.pick([0, 1, 1, 1, 2, 3]);
      return {
        kind: "list",
        items: Array.from({ length }, () => this.#value(`${path}[]`)),
      };
    }
    return this.#scalar(path, fact.type);
  }

  #scalar(path: string, type: string): Node {
    const random = this.#random;
    if (type === "bool") return raw(random.pick(["true", "false"]), ["yes", "no", "y", "Off"]);
    if (type === "duration" || type === "durationOrNanoseconds") {
      const duration = random.pick(DURATIONS.split(" "));
      if (type !== "duration" && random.chance(40)) return raw(this.#integer(), []);
      return { kind: "text", text: duration };
    }
    if (type === "float64") return raw(random.pick(FRACTIONS.split(" ")), [".inf", "0x1", "1_0.5"]);
    if (type === "int32" || type === "int64" || type === "uint32") {
      return raw(this.#integer(), ODD_NUMBERS.split(" "));
    }
    return { kind: "text", text: text(random, path) };
  }

  #integer(): string {
    const random = this.#random;
    return random.chance(20) ? String(random.below(70_000)) : random.pick(INTEGERS.split(" "));
  }

  #object(path: string): Node {
    const random = this.#random;
    const prefix = `${path}.`;
    const names = [...this.#fields.keys()].filter(
      (name) => name.startsWith(prefix) && !/[.[{]/.test(name.slice(prefix.length)),
    );
    const pairs = names
      .filter(() => random.chance(60))
      .map((name) => ({
        name: this.#spelled(name.slice(prefix.length)),
        value: this.#value(name),
      }));
    return { kind: "object", pairs };
  }

  #map(path: string): Node {
    const random = this.#random;
    const length = random.pick([0, 1, 1, 2]);
    const pairs = Array.from({ length }, () => ({
      name: text(random, `${path}{key}`),
      value: this.#value(`${path}{}`),
    }));
    return { kind: "object", pairs };
  }

  #featureGates(): Node {
    const random = this.#random;
    const length = random.pick([1, 1, 2, 3]);
    const pairs = Array.from({ length }, () => {
      const known = random.chance(70) ? RULED_GATES : this.#gates;
      const name = random.chance(4) ? text(random, "gate") : random.pick(known);
      return { name, value: raw(random.pick(["true", "false"]), ["on", "n"]) };
    });
    return { kind: "object", pairs };
  }

  /** Characters that are lost, doubled, or misplaced. */
  #broken(text: string): string {
    const random = this.#random;
    const at = random.below(text.length + 1);
    return random.pick([
      text.slice(0, at),
      text.slice(0, at) + random.pick(["{", "}", "[", ",", ":", '"', "x", "\n"]) + text.slice(at),
      `${text}${random.pick(["}", "x", "\n---\nkind: Pod\n", "\n# end"])}`,
      "",
      "# nothing",
      "[]",
      "text",
    ]);
  }
}

/** A JSON token, and what YAML may write in its place. */
function raw(json: string, yaml: readonly string[]): Node {
  return { kind: "raw", json, yaml };
}

import type { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { readKubeletJson } from "../../../analysis/read/kubelet/kubeletJson.ts";
import type { KubeletConfiguration } from "../../../analysis/read/kubelet/loaded.ts";
import { toModuleConfiguration } from "../../../analysis/read/kubelet/module.ts";
import { configuredEngine } from "../../../hosts/cli/input/session.ts";
import { GuardRailReports } from "../../../hosts/daemon/acting/guardRailReports.ts";
import type { Bounds } from "../../../hosts/daemon/acting/guardRails.ts";
import { KubernetesCluster } from "../../../hosts/daemon/actuators/kubernetes/cluster.ts";
import { KubernetesActuator } from "../../../hosts/daemon/actuators/kubernetes.ts";
import { KubeletPolicy } from "../../../hosts/daemon/kubelet/kubeletPolicy.ts";
import { KubeletWatch } from "../../../hosts/daemon/kubelet/kubeletWatch.ts";
import type { ApiClient } from "../../../hosts/daemon/kubernetes/client.ts";
import { Daemon } from "../../../hosts/daemon/loop/daemon.ts";
import {
  nodeDocuments,
  podsPath,
  readConfigz,
  throughApiServer,
} from "../../../hosts/daemon/sources/nodeDocuments.ts";
import { PolledSource } from "../../../hosts/daemon/sources/polled.ts";
import { ActJournal } from "../../../hosts/daemon/stateDirectory/actJournal.ts";
import { limitedFile, limitedStore } from "../../../hosts/daemon/stateDirectory/diskLimit.ts";
import { FileStore } from "../../../hosts/daemon/stateDirectory/fileStore.ts";
import { openJournal } from "../../../hosts/daemon/stateDirectory/journalFile.ts";
import { StateKeeping } from "../../../hosts/daemon/stateDirectory/stateKeeping.ts";
import type { DaemonStep } from "../../../hosts/daemon/step.ts";
import type { Disk } from "../../../hosts/system/disk.ts";
import { InputError } from "../../../hosts/system/errors.ts";
import type { Process } from "./process.ts";

const INTERVAL_MILLISECONDS = 10_000;
const ANSWER_MILLISECONDS = 10_000;
/** Service managers end what has not ended by then, and so does the daemon itself. */
const ENDING_MILLISECONDS = 5000;

export interface DaemonScene {
  readonly newEngine: () => EvictionEngine;
  readonly process: Process;
  readonly client: ApiClient;
  readonly disk: Disk;
  readonly node: string;
  readonly directory: string;
  readonly identity: string;
  readonly bounds: Bounds;
  /** The hard threshold of the policy, in MiB; asked before each step. */
  readonly mebibytes: () => number;
  /** False while another process has the directory. */
  readonly claim: () => boolean;
  readonly stepped: (step: DaemonStep) => void;
  /** The reason is null for an end in good order. */
  readonly ended: (reason: unknown) => void;
}

/** One process of the daemon: the real code, put together as `plimsoll run` does it. */
export class SimulatedDaemon {
  readonly #scene: DaemonScene;
  readonly #stop = new AbortController();
  #isRunning = false;

  constructor(scene: DaemonScene) {
    this.#scene = scene;
    const { ended } = scene;
    this.#run().then(
      () => ended(null),
      (error) => ended(!this.#isRunning && isExpected(error) ? null : error),
    );
  }

  /** As SIGTERM does. */
  terminate(): void {
    const { process } = this.#scene;
    process.deliver(() => this.#stop.abort());
    process.after(ENDING_MILLISECONDS, () => {
      process.end();
      this.#scene.ended(null);
    });
  }

  async #run(): Promise<void> {
    const { newEngine, process, client, disk, node, directory } = this.#scene;
    const { clock } = process;
    const channel = throughApiServer(client, node);
    const configz = async () => {
      const text = (await readConfigz(channel)).toString();
      const loaded = readKubeletJson({ name: "configz", text });
      if (loaded === null) throw new InputError("configz is not JSON", "check the address");
      return loaded.configuration;
    };
    await configz();
    const source = new PolledSource(nodeDocuments(channel, podsPath(node)), clock);
    const kubelet = new KubeletPolicy({
      ...{ newEngine, clock, configz, isSoleEvictor: false },
      jsonOf: async (configuration) => moduleJson(configuration),
    });
    const loaded = this.#policyText();
    await this.#refuseLate(kubelet, source, loaded.json);
    const configured = configuredEngine(newEngine(), loaded);
    if (!this.#scene.claim()) throw new InputError(`${directory} is in use`, "stop the other one");
    const store = limitedStore(new FileStore(directory, disk), clock);
    const state = new StateKeeping(store, node);
    await state.resume(configured.engine, clock.now());
    const kept = await openJournal(directory, clock.now(), disk);
    const journal = new ActJournal(kept.entries, limitedFile(kept.file, clock));
    const guardRailReports = new GuardRailReports(() => {});
    const cluster = new KubernetesCluster({
      ...{ client, node, kubelet, clock, guardRailReports, dryRun: false },
      namespace: "plimsoll",
      identity: this.#scene.identity,
    });
    cluster.start();
    const files = { changed: async () => this.#policyText() };
    const watch = new KubeletWatch({ kubelet, guardRailReports, files, derive: null });
    const daemon = new Daemon({
      ...{ newEngine, configured, policy: watch, source, cluster, state, journal, clock },
      header: { plimsoll: "capture/1", node },
      isLive: true,
      actuator: new KubernetesActuator({
        ...{ client, node, method: "eviction", report: {}, dryRun: false },
      }),
      bounds: this.#scene.bounds,
      identity: { isSelf: () => false },
      intervalMilliseconds: INTERVAL_MILLISECONDS,
      timeLimitMilliseconds: ANSWER_MILLISECONDS,
      notifiers: [],
      observers: [watch],
    });
    this.#isRunning = true;
    try {
      for await (const step of daemon.steps(this.#stop.signal)) this.#scene.stepped(step);
    } finally {
      await cluster.close();
    }
  }

  /** As the command refuses to start where the kubelet would act as early. */
  async #refuseLate(kubelet: KubeletPolicy, source: PolledSource, json: string): Promise<void> {
    const { time, summary } = await source.again(this.#stop.signal);
    if (summary === null) throw new InputError("there is no Summary", "start again");
    const { sentences } = await kubelet.objections(json, summary, time);
    if (sentences[0] !== undefined) throw new InputError(sentences[0], "start again");
  }

  #policyText() {
    const evictionHard = { "memory.available": `${this.#scene.mebibytes()}Mi` };
    return { json: moduleJson({ evictionHard }), origins: ["the simulation"] };
  }
}

/** What the command says in a sentence when it cannot start. */
function isExpected(error: unknown): boolean {
  return error instanceof InputError || (error instanceof Error && "code" in error);
}

function moduleJson(configuration: KubeletConfiguration): string {
  return toModuleConfiguration({ configuration, replacedByFlags: [] }, { kubeletVersion: "1.36" });
}

/** The options of `run`, as the command line hands them over. */
import type { MethodName } from "../../../daemon/actuators/kubernetes/methods.ts";
import type { Margins } from "../../../daemon/kubelet/actBefore.ts";
import type { Taint } from "../../../daemon/kubernetes/objects.ts";
import type { ApiServerOptions } from "../../input/apiServer.ts";
import type { PolicyOptions } from "../../input/policy.ts";

export interface RunOptions
  extends PolicyOptions,
    RecordingOptions,
    ForwardingOptions,
    KubernetesOptions,
    CgroupRunOptions {
  readonly config?: readonly string[];
  readonly source: string;
  readonly node?: string;
  readonly capture?: string;
  readonly example?: string;
  /** How many times as fast as it was recorded; infinity for as fast as possible. */
  readonly pace: number;
  readonly interval: number;
  readonly timeout: number;
  readonly steps?: number;
  readonly unattendedSteps?: number;
  readonly act: string;
  readonly dryRun?: boolean;
  readonly exec?: string;
  readonly reclaimExec?: string;
  readonly execTimeout: number;
  readonly maxEvictionsPerHour: number;
  readonly maxEvictionsPerNamespace: number;
  readonly staleAfter: number;
  /** Seconds; undefined for the default of the actuator. */
  readonly warmUp?: number;
  readonly protectedNamespace: readonly string[];
  readonly stateDir?: string;
}

/** What `--act-before` was given as. */
export interface ActBefore {
  readonly text: string;
  readonly margins: Margins;
}

export interface KubernetesOptions extends ApiServerOptions {
  /** Its address. */
  readonly kubelet: string;
  readonly kubeletTokenFile?: string;
  readonly kubeletCa?: string;
  readonly kubeletClientCertificate?: string;
  readonly kubeletClientKey?: string;
  readonly kubeletInsecureSkipTlsVerify?: boolean;
  readonly actBefore?: ActBefore;
  readonly soleEvictor?: boolean;
  readonly leaseNamespace?: string;
  readonly method: MethodName;
  /** A prefix, or true for the usual one. */
  readonly nodeCondition?: string | true;
  readonly nodeTaint?: Taint;
}

export interface CgroupRunOptions {
  readonly cgroupRoot: string;
  readonly cgroupParent?: string;
  readonly procRoot: string;
  readonly podsFile?: string;
  readonly nodefsPath: string;
  readonly imagefsPath?: string;
  readonly notifications: boolean;
}

export interface ForwardingOptions {
  readonly forward?: string;
  readonly forwardTokenFile?: string;
}

export interface RecordingOptions {
  readonly record?: string;
  readonly recordForm: "full" | "reduced";
  readonly recordAround: number;
  readonly recordAll?: boolean;
  readonly recordMaxSize: number;
  readonly recordMaxAge: number;
}

import { randomUUID } from "node:crypto";
import { formatTime } from "../../../analysis/text/time.ts";
import type { SteadyClock } from "../../system/systemClock.ts";
import { ApiError } from "./apiError.ts";
import type { ApiClient } from "./client.ts";
import { withDryRun } from "./objects.ts";

/** A Lease of coordination.k8s.io/v1, as far as it is read and written here. */
interface LeaseObject {
  readonly metadata: { readonly resourceVersion: string };
  readonly spec?: {
    readonly holderIdentity?: string;
    readonly leaseDurationSeconds?: number;
    readonly leaseTransitions?: number;
    readonly acquireTime?: string;
    readonly renewTime?: string;
  };
}

export interface LeaseOptions {
  readonly client: ApiClient;
  readonly namespace: string;
  readonly name: string;
  /** One for each process. */
  readonly identity: string;
  readonly durationSeconds: number;
  readonly clock: SteadyClock;
  /** Asks the server for everything but the change: the Lease is never held. */
  readonly dryRun: boolean;
}

/** The holder of a Lease that could not be acquired; null when another writer was just quicker. */
export interface Taken {
  readonly holder: string | null;
}

const NANOSECONDS_PER_SECOND = 1_000_000_000n;

/** Distinguishes processes of the same name, as after a restart. */
export function leaseIdentity(name: string): string {
  return `${name}_${randomUUID()}`;
}

/**
 * Takes a Lease and keeps it, with the version of the object as a precondition, so of two
 * writers one is refused. Whether another holder has let it lapse is evaluated by how long we have
 * seen it unchanged, never by comparing clocks of two machines.
 */
export class Lease {
  readonly #options: LeaseOptions;
  /** The object as it was written last; null while the Lease is not held. */
  #held: LeaseObject | null = null;
  #seen: { readonly version: string; readonly at: bigint } | null = null;
  /** When the last write that succeeded was sent; null while another holds the Lease. */
  #renewedAt: bigint | null = null;
  /** When the write was sent that took it; null while another holds the Lease. */
  #takenAt: bigint | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: LeaseOptions) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }

  /** How long no other holder can take it, by the last answer; 0 while it is not ours. */
  get remainingSeconds(): number {
    const { clock, durationSeconds } = this.#options;
    if (this.#renewedAt === null) return 0;
    const passed = Number(clock.elapsed() - this.#renewedAt) / Number(NANOSECONDS_PER_SECOND);
    return Math.max(0, durationSeconds - passed);
  }

  /** Nanoseconds since it was taken, by the last answer; 0 while it is not ours. */
  get heldFor(): bigint {
    return this.#takenAt === null ? 0n : this.#options.clock.elapsed() - this.#takenAt;
  }

  /** Null when it is ours, renewed just now. Rejects with ApiError or InputError. */
  hold(): Promise<Taken | null> {
    return this.#inTurn(async () => {
      const taken = await this.#hold();
      if (taken !== null) this.#isLost();
      return taken;
    });
  }

  /** Free for the next one at once. Rejects with ApiError or InputError. */
  release(): Promise<void> {
    return this.#inTurn(async () => {
      const held = this.#held;
      if (held === null) return;
      const spec = { ...held.spec, holderIdentity: "", leaseDurationSeconds: 1 };
      try {
        await this.#write("PUT", { ...held, spec });
      } finally {
        this.#held = null;
        this.#isLost();
      }
    });
  }

  #isLost(): void {
    this.#renewedAt = null;
    this.#takenAt = null;
  }

  async #hold(): Promise<Taken | null> {
    const before = this.#held;
    this.#held = null;
    // Written without reading first, as long as no other process has written.
    if (before !== null && (await this.#renew(before))) return null;
    const found = await this.#read();
    return found === null ? this.#create() : this.#take(found);
  }

  async #create(): Promise<Taken | null> {
    const { namespace, name } = this.#options;
    const now = this.#now();
    const created = await this.#write("POST", {
      metadata: { namespace, name },
      spec: { ...this.#ours(now), acquireTime: now, leaseTransitions: 0 },
    });
    return created ? null : { holder: null };
  }

  async #take(found: LeaseObject): Promise<Taken | null> {
    const { identity } = this.#options;
    const { holderIdentity: holder = "", leaseTransitions = 0 } = found.spec ?? {};
    if (holder === identity) return (await this.#renew(found)) ? null : { holder: null };
    if (holder !== "" && !this.#hasLapsed(found)) return { holder };
    this.#isLost();
    const now = this.#now();
    const taken = await this.#write("PUT", {
      ...found,
      spec: { ...this.#ours(now), acquireTime: now, leaseTransitions: leaseTransitions + 1 },
    });
    return taken ? null : { holder: null };
  }

  #renew(found: LeaseObject): Promise<boolean> {
    return this.#write("PUT", { ...found, spec: { ...found.spec, ...this.#ours(this.#now()) } });
  }

  #hasLapsed({ metadata, spec }: LeaseObject): boolean {
    const now = this.#options.clock.elapsed();
    const version = metadata.resourceVersion;
    if (this.#seen?.version !== version) this.#seen = { version, at: now };
    const seconds = Math.max(0, Math.ceil(spec?.leaseDurationSeconds ?? 0));
    return now - this.#seen.at >= BigInt(seconds) * NANOSECONDS_PER_SECOND;
  }

  #ours(renewTime: string) {
    const { identity, durationSeconds } = this.#options;
    return { holderIdentity: identity, leaseDurationSeconds: durationSeconds, renewTime };
  }

  /** A MicroTime. */
  #now(): string {
    return `${formatTime(this.#options.clock.now()).slice(0, 26)}Z`;
  }

  /** Null when there is none yet. */
  async #read(): Promise<LeaseObject | null> {
    const { client } = this.#options;
    const path = this.#path(true);
    try {
      return leaseOf(await client.getObject(path), `GET ${path} at ${client.origin}`);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  }

  /** False when another process was quicker. */
  async #write(method: "POST" | "PUT", lease: object): Promise<boolean> {
    const { client, clock, dryRun } = this.#options;
    const path = withDryRun(this.#path(method === "PUT"), dryRun);
    const body = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", ...lease };
    const asked = clock.elapsed();
    try {
      const answer = await client.requestObject<object>({ method, path, body });
      // What a dry run would create has no version.
      if (!dryRun) this.#held = leaseOf(answer, `${method} ${path} at ${client.origin}`);
      this.#renewedAt = asked;
      this.#takenAt ??= asked;
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) return false;
      throw error;
    }
  }

  #path(isNamed: boolean): string {
    const { namespace, name } = this.#options;
    const group = "/apis/coordination.k8s.io/v1";
    const leases = `${group}/namespaces/${encodeURIComponent(namespace)}/leases`;
    return isNamed ? `${leases}/${encodeURIComponent(name)}` : leases;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work, work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}

/** Rejects what is not a Lease, such as the answer of a proxy: it proves nothing about a holder. */
function leaseOf(object: object, what: string): LeaseObject {
  const { metadata, spec } = object as { metadata?: unknown; spec?: unknown };
  const { resourceVersion } = membersOf(metadata);
  const { holderIdentity = "", leaseDurationSeconds = 0, leaseTransitions = 0 } = membersOf(spec);
  const isLease =
    typeof resourceVersion === "string" &&
    typeof holderIdentity === "string" &&
    Number.isSafeInteger(leaseDurationSeconds) &&
    Number.isSafeInteger(leaseTransitions);
  if (isLease) return object as LeaseObject;
  throw new ApiError(`${what} is not answered with a Lease`, "check the address");
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

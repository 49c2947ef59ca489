/** The names of pods in a kubelet's lines, next to those of the kernel in a machine's log. */

interface PodName {
  readonly namespace: string;
  readonly name: string;
}

const UID = "([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32})";
const CALLED = "([a-z0-9][a-z0-9.-]{0,252})_([a-z0-9][a-z0-9-]{0,62})";
/** Up to 1.20 `cart-1_shop(UID)`, of which a text may end within the second uid. */
const PLAIN = new RegExp(`${CALLED}\\(${UID}\\)`, "g");
const SYNCED = new RegExp(`\\bpod ${UID} \\("${CALLED}\\(`, "g");
const STRUCTURED = new RegExp(
  String.raw`\bpod="([a-z0-9-]{1,63})/([a-z0-9.-]{1,253})" podUID="?${UID}`,
  "g",
);
/** More than a node has in the time of a log. */
const PODS_MAX = 10_000;

export class KubeletPods {
  readonly #pods = new Map<string, PodName>();

  take(line: string): void {
    if (!line.includes("(") && !line.includes("podUID=")) return;
    for (const [, name = "", namespace = "", uid = ""] of line.matchAll(PLAIN)) {
      this.#add(uid, { namespace, name });
    }
    for (const [, uid = "", name = "", namespace = ""] of line.matchAll(SYNCED)) {
      this.#add(uid, { namespace, name });
    }
    for (const [, namespace = "", name = "", uid = ""] of line.matchAll(STRUCTURED)) {
      this.#add(uid, { namespace, name });
    }
  }

  /** Null for a pod that no line names. */
  named(uid: string | undefined): PodName | null {
    return uid === undefined ? null : (this.#pods.get(uid) ?? null);
  }

  #add(uid: string, pod: PodName): void {
    if (this.#pods.size < PODS_MAX) this.#pods.set(uid, pod);
  }
}

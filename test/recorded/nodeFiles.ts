/** Files on the guest's disk other than programs: how the kubelet starts, and as what node. */
import type { Pem } from "../cluster/certificates.ts";
import type { Files } from "./image.ts";

export const NODE = "recorded";
export const READ_ONLY_PORT = 10_255;
export const BEGIN_PORT = 8080;
/** QEMU's own network: the guest, and the host's loopback as the guest sees it. */
const GUEST_ADDRESS = "10.0.2.15";
const HOST_ADDRESS = "10.0.2.2";

/** What every scenario's kubelet has; the rest are the kubelet's defaults. */
const CONFIGURATION = `apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
authentication: {anonymous: {enabled: true}, webhook: {enabled: false}}
authorization: {mode: AlwaysAllow}
containerRuntimeEndpoint: unix:///run/runtime.sock
cgroupDriver: cgroupfs
failSwapOn: false
makeIPTablesUtilChains: false
readOnlyPort: ${READ_ONLY_PORT}
healthzPort: 0
resolvConf: ""
nodeStatusUpdateFrequency: 5s
`;

export interface HostPorts {
  readonly apiServer: number;
  /** HTTP: describes the machine. */
  readonly machine: number;
  /** TCP: takes the kubelet's log and the runtime's calls, a stream each. */
  readonly log: number;
  readonly calls: number;
}

/** PEM of the API server's authority, and of a client of it. */
interface Credentials extends Pem {
  readonly authority: string;
}

export function configurationText(added: string): string {
  return CONFIGURATION + added.trimStart();
}

export function nodeFiles(
  configuration: string,
  ports: HostPorts,
  credentials: Credentials,
): Files {
  return {
    init: initText(ports),
    "etc/kubelet.yaml": configuration,
    "etc/kubeconfig": kubeconfigText(ports.apiServer, credentials),
    "etc/machine-id": `${"0123456789abcdef".repeat(2)}\n`,
    "etc/hosts": "127.0.0.1 localhost\n",
    "etc/resolv.conf": "",
    "etc/passwd": "root:x:0:0:root:/root:/bin/sh\n",
    "etc/group": "root:x:0:\n",
  };
}

function initText({ machine, log, calls }: HostPorts): string {
  return `#!/bin/sh
export PATH=/bin HOME=/root
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs devtmpfs /dev
mount -t tmpfs tmpfs /run
mount -t tmpfs tmpfs /tmp
mount -t cgroup2 cgroup2 /sys/fs/cgroup
ip link set lo up
ip link set eth0 up
ip addr add ${GUEST_ADDRESS}/24 dev eth0
ip route add default via ${HOST_ADDRESS}
node prepare http://${HOST_ADDRESS}:${machine}/
node runtime | nc ${HOST_ADDRESS} ${calls} &
kubelet --config=/etc/kubelet.yaml --kubeconfig=/etc/kubeconfig --hostname-override=${NODE} \\
  --node-ip=${GUEST_ADDRESS} --v=3 2>&1 | nc ${HOST_ADDRESS} ${log}
echo The kubelet has ended.
sleep 1000
`;
}

function kubeconfigText(port: number, { authority, certificate, key }: Credentials): string {
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const cluster = {
    server: `https://${HOST_ADDRESS}:${port}`,
    // What the certificate names.
    "tls-server-name": "127.0.0.1",
    "certificate-authority-data": base64(authority),
  };
  const user = { "client-certificate-data": base64(certificate), "client-key-data": base64(key) };
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "host", cluster }],
    users: [{ name: "kubelet", user }],
    contexts: [{ name: "host", context: { cluster: "host", user: "kubelet" } }],
    "current-context": "host",
  });
}

/**
 * Decides as a kubelet under node pressure does: which thresholds are met, what the node reports,
 * what is reclaimed, and which pod is evicted, in the kubelet's own words.
 *
 * <p>The policy is one WebAssembly module that comes with the package and runs in Chicory, which is
 * written in Java: no native code, no files, no network. A {@link dev.plimsoll.Engine} is one node:
 * a configuration, a pod list and the state between its steps. Documents are the bytes that
 * Kubernetes serves as JSON (v1 PodList, stats Summary, KubeletConfiguration), and answers are
 * records.
 *
 * <p>A verb that is refused throws {@link dev.plimsoll.RefusedException} and leaves the engine as
 * it was. The package reads no clock: the time of a step is an argument.
 */
package dev.plimsoll;

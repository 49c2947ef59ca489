// Package plimsoll decides as a kubelet under node pressure does: which thresholds are met, what
// the node reports, what is reclaimed, and which pod is evicted, in the kubelet's own words.
//
// The policy is one WebAssembly module that this package embeds and runs with wazero; no cgo, no
// files, no network. Load compiles it once. An Engine is one node: a configuration, a pod list and
// the state between its steps. Documents are the bytes that Kubernetes serves (v1 PodList, stats
// Summary, KubeletConfiguration), and answers are Go values.
//
// A verb that is refused returns a *Refused and leaves the engine as it was. The package reads no
// clock: the time of a step is an argument.
package plimsoll

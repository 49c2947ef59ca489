package main

import (
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	kubeletfeature "k8s.io/apiserver/pkg/util/feature"
)

// What the kubelet registers as it starts must be there before the first line is read.
func init() { utilruntime.Must(prepareLogs()) }

// gateFact is one feature gate as the release knows it.
type gateFact struct {
	Stage   string `json:"stage"`
	Default bool   `json:"default"`
	Locked  bool   `json:"locked,omitempty"`
}

func gateFacts() map[string]gateFact {
	facts := map[string]gateFact{}
	for name, spec := range kubeletfeature.DefaultMutableFeatureGate.GetAll() {
		stage := string(spec.PreRelease)
		if stage == "" {
			stage = "GA"
		}
		facts[string(name)] = gateFact{stage, spec.Default, spec.LockToDefault}
	}
	return facts
}

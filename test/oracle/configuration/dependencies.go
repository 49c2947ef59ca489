//go:build !before_1_35

package main

import kubeletfeature "k8s.io/apiserver/pkg/util/feature"

// dependencies are the gates that each gate needs.
func dependencies() map[string][]string {
	found := map[string][]string{}
	for name, others := range kubeletfeature.DefaultMutableFeatureGate.Dependencies() {
		for _, other := range others {
			found[string(name)] = append(found[string(name)], string(other))
		}
	}
	return found
}

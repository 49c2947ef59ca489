//go:build !before_1_31

package main

import (
	kubeletfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/featuregate"
)

func useFeatureGates(gates featuregate.MutableVersionedFeatureGate) {
	kubeletfeature.DefaultMutableFeatureGate = gates
	kubeletfeature.DefaultFeatureGate = gates
}

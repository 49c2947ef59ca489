//go:build before_1_25 && !before_1_24

package main

import (
	kubeletfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/logs"
	"k8s.io/component-base/logs/registry"
)

func prepareLogs() error {
	if err := registry.LogRegistry.Register(logs.JSONLogFormat, nil); err != nil {
		return err
	}
	return logs.AddFeatureGates(kubeletfeature.DefaultMutableFeatureGate)
}

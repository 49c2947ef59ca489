//go:build !before_1_25

package main

import (
	kubeletfeature "k8s.io/apiserver/pkg/util/feature"
	logsapi "k8s.io/component-base/logs/api/v1"
)

// prepareLogs does what the kubelet's command does as it starts: it adds the gates of the log, and
// the format json, which needs no writer here.
func prepareLogs() error {
	err := logsapi.RegisterLogFormat(logsapi.JSONLogFormat, nil, logsapi.LoggingBetaOptions)
	if err != nil {
		return err
	}
	return logsapi.AddFeatureGates(kubeletfeature.DefaultMutableFeatureGate)
}

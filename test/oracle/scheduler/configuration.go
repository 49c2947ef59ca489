package main

import (
	"encoding/json"
	"fmt"

	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/featuregate"
	"k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/latest"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/scheme"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/validation"
)

// Reuse of decisions within 500 ms of the wall clock is off, and what preemption asks of the API
// server is asked before the cycle ends.
var gatesOff = []featuregate.Feature{
	"OpportunisticBatching", "SchedulerAsyncPreemption", "SchedulerAsyncAPICalls",
}

func setFeatureGates() error {
	known := utilfeature.DefaultMutableFeatureGate.GetAll()
	off := map[string]bool{}
	for _, gate := range gatesOff {
		if _, ok := known[gate]; ok {
			off[string(gate)] = false
		}
	}
	return utilfeature.DefaultMutableFeatureGate.SetFromMap(off)
}

// readConfiguration decodes, defaults and validates as kube-scheduler does when it starts with
// --config.
func readConfiguration(document json.RawMessage) (*config.KubeSchedulerConfiguration, error) {
	if len(document) == 0 || string(document) == "null" {
		return latest.Default()
	}
	object, kind, err := scheme.Codecs.UniversalDecoder().Decode(document, nil, nil)
	if err != nil {
		return nil, err
	}
	read, ok := object.(*config.KubeSchedulerConfiguration)
	if !ok {
		return nil, fmt.Errorf("couldn't decode as KubeSchedulerConfiguration, got %s: ", kind)
	}
	read.TypeMeta.APIVersion = kind.GroupVersion().String()
	if err := validation.ValidateKubeSchedulerConfiguration(read); err != nil {
		return nil, utilerrors.NewAggregate(err.Errors())
	}
	return read, nil
}

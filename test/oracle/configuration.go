package main

import (
	"encoding/json"
	"fmt"

	"k8s.io/apimachinery/pkg/runtime/serializer"
	kerrors "k8s.io/apimachinery/pkg/util/errors"
	kubeletfeature "k8s.io/apiserver/pkg/util/feature"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	kubeletscheme "k8s.io/kubernetes/pkg/kubelet/apis/config/scheme"
	"k8s.io/kubernetes/pkg/kubelet/eviction"
	"plimsoll/oracle/release"
)

var kubeletCodecs = mustKubeletCodecs()

func mustKubeletCodecs() *serializer.CodecFactory {
	_, codecs, err := kubeletscheme.NewSchemeAndCodecs(serializer.EnableStrict)
	if err != nil {
		panic(err)
	}
	return codecs
}

// loadConfiguration does what the kubelet does with the file its --config flag names: decode
// strictly (leniently as a second try), default, fill in the hard thresholds, validate. The
// members apiVersion and kind may be left out here.
func loadConfiguration(document json.RawMessage) (
	config *kubeletconfig.KubeletConfiguration, err error,
) {
	// Defaulting panics on a feature gate it does not know.
	defer func() {
		if reason := recover(); reason != nil {
			config, err = nil, fmt.Errorf("%v", reason)
		}
	}()
	typed, err := withTypeMeta(document)
	if err != nil {
		return nil, err
	}
	config, err = release.DecodeConfiguration(kubeletCodecs, typed)
	if err != nil {
		return nil, err
	}
	release.FillEvictionHard(config)
	return config, release.Validate(config)
}

func withTypeMeta(document json.RawMessage) ([]byte, error) {
	members := map[string]json.RawMessage{}
	if len(document) > 0 {
		if err := json.Unmarshal(document, &members); err != nil {
			return nil, err
		}
	}
	if members == nil {
		members = map[string]json.RawMessage{}
	}
	defaults := map[string]string{
		"apiVersion": `"kubelet.config.k8s.io/v1beta1"`,
		"kind":       `"KubeletConfiguration"`,
	}
	missing := false
	for name, value := range defaults {
		if _, written := members[name]; !written {
			members[name] = json.RawMessage(value)
			missing = true
		}
	}
	if !missing {
		return document, nil
	}
	return json.Marshal(members)
}

// evictionConfig parses the thresholds as the kubelet does when it builds its eviction loop.
// Parsing ranges over maps, so each call may list the thresholds in another order, or report
// another one of several errors.
func evictionConfig(config *kubeletconfig.KubeletConfiguration) (eviction.Config, error) {
	thresholds, err := eviction.ParseThresholdConfig(
		config.EnforceNodeAllocatable,
		config.EvictionHard,
		config.EvictionSoft,
		config.EvictionSoftGracePeriod,
		config.EvictionMinimumReclaim,
	)
	return eviction.Config{
		PressureTransitionPeriod: config.EvictionPressureTransitionPeriod.Duration,
		MaxPodGracePeriodSeconds: int64(config.EvictionMaxPodGracePeriod),
		Thresholds:               thresholds,
	}, err
}

// errorTexts splits what general validation reports into its parts.
func errorTexts(err error) []string {
	aggregate, ok := err.(kerrors.Aggregate)
	if !ok {
		return []string{err.Error()}
	}
	texts := map[string]bool{}
	for _, part := range aggregate.Errors() {
		texts[part.Error()] = true
	}
	return sortedNames(texts)
}

// setFeatureGates applies gates and gives back a function that restores what was before. It takes
// a copy, because a gate that was once set by name no longer follows AllAlpha and AllBeta.
func setFeatureGates(gates map[string]bool) (restore func(), err error) {
	before := kubeletfeature.DefaultMutableFeatureGate
	restore = func() {
		kubeletfeature.DefaultMutableFeatureGate = before
		kubeletfeature.DefaultFeatureGate = before
	}
	if len(gates) == 0 {
		return restore, nil
	}
	copied := before.DeepCopy()
	kubeletfeature.DefaultMutableFeatureGate = copied
	kubeletfeature.DefaultFeatureGate = copied
	return restore, copied.SetFromMap(gates)
}

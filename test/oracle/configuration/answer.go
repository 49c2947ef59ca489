package main

import (
	"encoding/json"
	"fmt"

	kerrors "k8s.io/apimachinery/pkg/util/errors"
	kubeletfeature "k8s.io/apiserver/pkg/util/feature"
	cliflag "k8s.io/component-base/cli/flag"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
)

// answer is where the kubelet stops with one file. At most one stage has errors: those after it
// are never reached.
type answer struct {
	ID string `json:"id,omitempty"`
	// Error is what is wrong with the line that was asked, not with the file in it.
	Error string `json:"error,omitempty"`
	// Load is why the file cannot be read, Panic the same where the kubelet crashes over it.
	Load  string `json:"load,omitempty"`
	Panic string `json:"panic,omitempty"`
	// Gates are what the feature gates are refused for when the file has been read.
	Gates []string `json:"gates,omitempty"`
	// Validation holds every error of the general validation, in the kubelet's order.
	Validation []string `json:"validation,omitempty"`
	// TLS is what the kubelet's own server cannot be set up for.
	TLS []string `json:"tls,omitempty"`
}

// answerLine does with the text of a file what the kubelet does with the one that its --config
// flag names: load it, set the feature gates, validate, set up TLS.
func answerLine(line []byte) (found answer) {
	var asked struct {
		ID   string `json:"id"`
		Text string `json:"text"`
	}
	if err := json.Unmarshal(line, &asked); err != nil {
		return answer{Error: err.Error()}
	}
	found.ID = asked.ID
	config := found.load([]byte(asked.Text))
	if config == nil {
		return found
	}
	before := kubeletfeature.DefaultMutableFeatureGate
	defer useFeatureGates(before)
	// A gate that was once set by name no longer follows AllAlpha and AllBeta: hence a copy.
	copied := before.DeepCopy()
	useFeatureGates(copied)
	if err := copied.SetFromMap(config.FeatureGates); err != nil {
		found.Gates = parts(err)
		return found
	}
	if err := validate(config); err != nil {
		found.Validation = parts(err)
		return found
	}
	found.TLS = tlsErrors(config)
	return found
}

// load stands for the kubelet's loader, which panics while it defaults on gates it does not know.
func (a *answer) load(text []byte) (config *kubeletconfig.KubeletConfiguration) {
	defer func() {
		if reason := recover(); reason != nil {
			config, a.Panic = nil, fmt.Sprint(reason)
		}
	}()
	config, err := load(text)
	if err != nil {
		a.Load = err.Error()
		return nil
	}
	return config
}

// parts splits an aggregate, in its order.
func parts(err error) []string {
	aggregate, ok := err.(kerrors.Aggregate)
	if !ok {
		return []string{err.Error()}
	}
	texts := []string{}
	for _, part := range kerrors.Flatten(aggregate).Errors() {
		texts = append(texts, part.Error())
	}
	return texts
}

// tlsErrors follows InitializeTLS of cmd/kubelet, which also looks for files.
func tlsErrors(config *kubeletconfig.KubeletConfiguration) (texts []string) {
	if _, err := cliflag.TLSCipherSuites(config.TLSCipherSuites); err != nil {
		return []string{err.Error()}
	}
	if _, err := cliflag.TLSVersion(config.TLSMinVersion); err != nil {
		return []string{err.Error()}
	}
	return nil
}

package plimsoll

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
)

// Options complement a KubeletConfiguration: what a kubelet knows from elsewhere. The zero value
// follows the newest release and finds the layout in the first Summary.
type Options struct {
	// KubeletVersion is the release whose rules count: v1.35.8, v1.31.2+k3s1 or the minor alone.
	KubeletVersion string `json:"kubeletVersion,omitempty"`
	// Layout of the file systems; nil finds it in the first Summary.
	Layout *Layout `json:"layout,omitempty"`
	// Capacity is what Node Allocatable is computed from, such as {"memory": "8Gi"}.
	Capacity map[string]string `json:"capacity,omitempty"`
	// Profile is kubelet, the default, or proposal-2016.
	Profile string `json:"profile,omitempty"`
	// WhatIf takes evicted pods out of all later steps.
	WhatIf bool `json:"whatIf,omitempty"`
	// ReplacedByFlags names members that came from flags: a kubelet does not default those.
	ReplacedByFlags []string `json:"replacedByFlags,omitempty"`
}

// Layout says how the file systems of a node are laid out.
type Layout struct {
	DedicatedImageFs bool `json:"dedicatedImageFs"`
	SplitContainerFs bool `json:"splitContainerFs"`
}

// appendedTo appends the options to the configuration as its last member, so offsets in errors are
// those of the configuration. Anything but a JSON object is returned unchanged, for the module to
// reject, and so is a broken object.
func (o Options) appendedTo(configuration []byte) ([]byte, error) {
	if reflect.ValueOf(o).IsZero() {
		return configuration, nil
	}
	const space = " \t\r\n"
	head, isObject := bytes.CutSuffix(bytes.TrimRight(configuration, space), []byte("}"))
	if !isObject || !bytes.HasPrefix(bytes.TrimLeft(configuration, space), []byte("{")) {
		return configuration, nil
	}
	options, err := json.Marshal(o)
	if err != nil {
		return nil, fmt.Errorf("plimsoll: the options cannot be written: %w", err)
	}
	joined := append([]byte(nil), head...)
	if !bytes.HasSuffix(bytes.TrimRight(head, space), []byte("{")) {
		joined = append(joined, ',')
	}
	joined = append(joined, `"plimsoll":`...)
	return append(append(joined, options...), '}'), nil
}

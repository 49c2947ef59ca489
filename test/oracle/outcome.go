package main

import (
	"encoding/json"
	"math"
	"sort"
	"strconv"

	v1 "k8s.io/api/core/v1"
	evictionapi "k8s.io/kubernetes/pkg/kubelet/eviction/api"
	"plimsoll/oracle/release"
)

// kubernetesRelease is the release the answers come from.
var kubernetesRelease = release.Kubernetes()

// outcomeLine answers one scenario.
type outcomeLine struct {
	ID         string           `json:"id"`
	Kubernetes string           `json:"kubernetes"`
	Invalid    string           `json:"invalid,omitempty"`
	Errors     []string         `json:"errors,omitempty"`
	Thresholds []thresholdShape `json:"thresholds,omitzero"`
	// ContainerFsThresholds are what the loop put in place of any configured ones at its first step.
	ContainerFsThresholds []thresholdShape `json:"containerFsThresholds,omitempty"`
	Steps                 []stepOutcome    `json:"steps,omitzero"`
}

// stepOutcome holds the state after a step, which is the same in every run, and the distinct
// things the runs did.
type stepOutcome struct {
	Conditions    []string          `json:"conditions"`
	Met           []string          `json:"met"`
	FirstObserved map[string]string `json:"firstObserved"`
	// StateVaries is set where runs disagree about the three members above; they are run 0's then.
	StateVaries bool      `json:"stateVaries,omitempty"`
	Outcomes    []outcome `json:"outcomes"`
	// Signals are those some run ranked pods for.
	Signals []string `json:"signals,omitempty"`
	// Chosen counts the runs by the threshold they went for, when that is asked for: by a signal and
	// the grace period of the evicted pod, by a signal alone when no pod was evicted, and by nothing
	// when no pods were ranked.
	Chosen map[string]int `json:"chosen,omitempty"`
	Admit  []admitAnswer  `json:"admit,omitempty"`
	// Crash is the panic the kubelet would have ended with; no further step follows.
	Crash string `json:"crash,omitempty"`
}

// outcome is what one run of a step did to the node.
type outcome struct {
	Event     *string        `json:"event"`
	Reclaim   []string       `json:"reclaim"`
	Evictions []evictionLine `json:"evictions"`
	Refused   []string       `json:"refused"`
	// LocalStorageRefused are critical pods over a local storage limit, sorted.
	LocalStorageRefused []string `json:"localStorageRefused,omitempty"`
	// Ranking has tied pods in the order of their UIDs; Ties lists the groups of tied pods.
	Ranking []string   `json:"ranking"`
	Ties    [][]string `json:"ties,omitempty"`
}

type evictionLine struct {
	Namespace           string            `json:"namespace"`
	Name                string            `json:"name"`
	UID                 string            `json:"uid"`
	GracePeriodOverride int64             `json:"gracePeriodOverride"`
	Message             string            `json:"message"`
	Annotations         map[string]string `json:"annotations"`
	ConditionMessage    *string           `json:"conditionMessage"`
}

type admitAnswer struct {
	Admit    bool     `json:"admit"`
	Reason   string   `json:"reason,omitempty"`
	Messages []string `json:"messages,omitempty"`
}

func newOutcome() outcome {
	return outcome{
		Reclaim:   []string{},
		Evictions: []evictionLine{},
		Refused:   []string{},
		Ranking:   []string{},
	}
}

func newEviction(pod *v1.Pod, annotations map[string]string) evictionLine {
	if annotations == nil {
		annotations = map[string]string{}
	}
	return evictionLine{
		Namespace:   pod.Namespace,
		Name:        pod.Name,
		UID:         string(pod.UID),
		Annotations: annotations,
	}
}

// inCanonicalOrder sorts what local storage eviction did, which follows the random pod list.
func (o outcome) inCanonicalOrder() outcome {
	if o.Event == nil {
		sort.Slice(o.Evictions, func(i, j int) bool { return o.Evictions[i].UID < o.Evictions[j].UID })
	}
	o.LocalStorageRefused = distinct(o.LocalStorageRefused)
	return o
}

func distinct(names []string) []string {
	set := map[string]bool{}
	for _, name := range names {
		set[name] = true
	}
	return sortedNames(set)
}

// thresholdShape is a threshold in an answer.
type thresholdShape struct {
	Signal      string          `json:"signal"`
	Hard        bool            `json:"hard"`
	Quantity    string          `json:"quantity,omitempty"`
	Percentage  json.RawMessage `json:"percentage,omitempty"`
	GracePeriod string          `json:"gracePeriod"`
	MinReclaim  *valueShape     `json:"minReclaim,omitempty"`
	// Inert marks a mirrored threshold without an operator, which is never met.
	Inert bool `json:"inert,omitempty"`
}

type valueShape struct {
	Quantity   string          `json:"quantity,omitempty"`
	Percentage json.RawMessage `json:"percentage,omitempty"`
}

func newValueShape(value evictionapi.ThresholdValue) valueShape {
	if value.Quantity != nil {
		return valueShape{Quantity: value.Quantity.String()}
	}
	text := strconv.FormatFloat(float64(value.Percentage), 'g', -1, 32)
	if fraction := float64(value.Percentage); math.IsNaN(fraction) || math.IsInf(fraction, 0) {
		text = strconv.Quote(text)
	}
	return valueShape{Percentage: json.RawMessage(text)}
}

func newThresholdShape(threshold evictionapi.Threshold) thresholdShape {
	value := newValueShape(threshold.Value)
	shape := thresholdShape{
		Signal:      string(threshold.Signal),
		Hard:        threshold.GracePeriod == 0,
		Quantity:    value.Quantity,
		Percentage:  value.Percentage,
		GracePeriod: threshold.GracePeriod.String(),
		Inert:       threshold.Operator == "",
	}
	if threshold.MinReclaim != nil {
		minReclaim := newValueShape(*threshold.MinReclaim)
		shape.MinReclaim = &minReclaim
	}
	return shape
}

// The kubelet names these since 1.29, this program whatever the release.
const (
	containerFsAvailable  evictionapi.Signal = "containerfs.available"
	containerFsInodesFree evictionapi.Signal = "containerfs.inodesFree"
)

// signalRank is the canonical order of signals.
var signalRank = map[evictionapi.Signal]int{
	evictionapi.SignalMemoryAvailable:            0,
	evictionapi.SignalAllocatableMemoryAvailable: 1,
	evictionapi.SignalNodeFsAvailable:            2,
	evictionapi.SignalNodeFsInodesFree:           3,
	evictionapi.SignalImageFsAvailable:           4,
	evictionapi.SignalImageFsInodesFree:          5,
	containerFsAvailable:                         6,
	containerFsInodesFree:                        7,
	evictionapi.SignalPIDAvailable:               8,
}

// thresholdShapes lists memory signals before others, then hard before soft, then by signal.
func thresholdShapes(thresholds []evictionapi.Threshold) []thresholdShape {
	sorted := append([]evictionapi.Threshold(nil), thresholds...)
	key := func(threshold evictionapi.Threshold) int {
		rank := signalRank[threshold.Signal]
		if threshold.GracePeriod != 0 {
			rank += 100
		}
		if signalRank[threshold.Signal] > 1 {
			rank += 1000
		}
		return rank
	}
	shapes := []thresholdShape{}
	sort.SliceStable(sorted, func(i, j int) bool { return key(sorted[i]) < key(sorted[j]) })
	for _, threshold := range sorted {
		shapes = append(shapes, newThresholdShape(threshold))
	}
	return shapes
}

// containerFsShapes picks the containerfs thresholds out of a list.
func containerFsShapes(thresholds []evictionapi.Threshold) []thresholdShape {
	mirrored := []evictionapi.Threshold{}
	for _, threshold := range thresholds {
		switch threshold.Signal {
		case containerFsAvailable, containerFsInodesFree:
			mirrored = append(mirrored, threshold)
		}
	}
	return thresholdShapes(mirrored)
}

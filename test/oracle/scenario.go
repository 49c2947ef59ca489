package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	statsapi "k8s.io/kubelet/pkg/apis/stats/v1alpha1"
	kubelettypes "k8s.io/kubernetes/pkg/kubelet/types"
	kjson "sigs.k8s.io/json"
)

// scenarioLine is one film: a configuration, and what the node looked like at each step.
type scenarioLine struct {
	ID     string          `json:"id"`
	Config json.RawMessage `json:"config"`
	Layout layout          `json:"layout"`
	Pods   json.RawMessage `json:"pods"`
	Steps  []stepLine      `json:"steps"`
}

type stepLine struct {
	Time      time.Time       `json:"time"`
	Pods      json.RawMessage `json:"pods"`
	Summary   json.RawMessage `json:"summary"`
	Reclaimed json.RawMessage `json:"reclaimed"`
	Admit     json.RawMessage `json:"admit"`
}

// layout is what the node's disk probe answers.
type layout struct {
	DedicatedImageFs bool `json:"dedicatedImageFs"`
	SplitContainerFs bool `json:"splitContainerFs"`
}

// scenario is a scenarioLine with every document decoded once, to be shared by all runs.
type scenario struct {
	id     string
	config json.RawMessage
	layout layout
	steps  []step
}

type step struct {
	time time.Time
	// pods are the active ones of the list in force.
	pods []*v1.Pod
	// summary and reclaimed are nil where the stats provider answers with an error.
	summary   *statsapi.Summary
	reclaimed *statsapi.Summary
	admit     []*v1.Pod
}

func decodeScenario(line []byte) (*scenario, error) {
	var raw scenarioLine
	if err := json.Unmarshal(line, &raw); err != nil {
		return nil, err
	}
	decoded := &scenario{id: raw.ID, config: raw.Config, layout: raw.Layout}
	pods, err := decodePods(raw.Pods)
	if err != nil {
		return nil, fmt.Errorf("pods: %w", err)
	}
	for i, rawStep := range raw.Steps {
		step, err := decodeStep(rawStep, pods)
		if err != nil {
			return nil, fmt.Errorf("steps[%d].%w", i, err)
		}
		pods = step.pods
		decoded.steps = append(decoded.steps, *step)
	}
	return decoded, nil
}

func decodeStep(raw stepLine, podsBefore []*v1.Pod) (*step, error) {
	decoded := &step{time: raw.Time, pods: podsBefore}
	var err error
	if raw.Pods != nil {
		if decoded.pods, err = decodePods(raw.Pods); err != nil {
			return nil, fmt.Errorf("pods: %w", err)
		}
	}
	if decoded.summary, err = decodeSummary(raw.Summary); err != nil {
		return nil, fmt.Errorf("summary: %w", err)
	}
	decoded.reclaimed = decoded.summary
	if raw.Reclaimed != nil {
		if decoded.reclaimed, err = decodeSummary(raw.Reclaimed); err != nil {
			return nil, fmt.Errorf("reclaimed: %w", err)
		}
	}
	if err := decodeDocument(raw.Admit, &decoded.admit); err != nil {
		return nil, fmt.Errorf("admit: %w", err)
	}
	return decoded, nil
}

// decodePods keeps the active pods, the last one of each UID. The kubelet asks its pod workers
// whether a pod still runs; documents only carry the phase, so pods in a terminal phase are the
// ones left out. Mirror pods are in no list of the kubelet's, which has the static pods themselves.
func decodePods(document json.RawMessage) ([]*v1.Pod, error) {
	var pods []*v1.Pod
	if err := decodeDocument(document, &pods); err != nil {
		return nil, err
	}
	last := map[types.UID]int{}
	for i, pod := range pods {
		if !kubelettypes.IsMirrorPod(pod) {
			last[pod.UID] = i
		}
	}
	active := []*v1.Pod{}
	for i, pod := range pods {
		terminal := pod.Status.Phase == v1.PodFailed || pod.Status.Phase == v1.PodSucceeded
		if listed, found := last[pod.UID]; found && listed == i && !terminal {
			active = append(active, pod)
		}
	}
	return active, nil
}

// decodeSummary gives nil for an absent or null document.
func decodeSummary(document json.RawMessage) (*statsapi.Summary, error) {
	var summary *statsapi.Summary
	err := decodeDocument(document, &summary)
	return summary, err
}

// decodeDocument reads as API clients do: member names match by exact case.
func decodeDocument(document json.RawMessage, into any) error {
	if len(bytes.TrimSpace(document)) == 0 {
		return nil
	}
	return kjson.UnmarshalCaseSensitivePreserveInts(document, into)
}

var errNoSummary = errors.New("the scenario has no summary here")

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
	"plimsoll/oracle/release"
	kjson "sigs.k8s.io/json"
)

// scenarioLine is one scenario: a configuration, and what the node looked like at each step.
type scenarioLine struct {
	ID     string          `json:"id"`
	Config json.RawMessage `json:"config"`
	Layout layout          `json:"layout"`
	Pods   json.RawMessage `json:"pods"`
	Steps  []stepLine      `json:"steps"`
	// AllocatableIgnoresEviction is the flag --experimental-allocatable-ignore-eviction.
	AllocatableIgnoresEviction bool `json:"allocatableIgnoresEviction"`
}

type stepLine struct {
	Time      time.Time       `json:"time"`
	Pods      json.RawMessage `json:"pods"`
	Summary   json.RawMessage `json:"summary"`
	Reclaimed json.RawMessage `json:"reclaimed"`
	Admit     json.RawMessage `json:"admit"`
	// LayoutUnknown makes the node's disk probe fail.
	LayoutUnknown bool `json:"layoutUnknown"`
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
	// allocatableIgnoresEviction keeps thresholds from being copied for allocatable memory.
	allocatableIgnoresEviction bool
}

type step struct {
	time time.Time
	// pods are the active ones of the list in force.
	pods []*v1.Pod
	// summary and reclaimed are nil where the stats provider answers with an error.
	summary   *statsapi.Summary
	reclaimed *statsapi.Summary
	admit     []*v1.Pod
	// layoutUnknown says that the disk probe fails.
	layoutUnknown bool
}

func decodeScenario(line []byte) (*scenario, error) {
	var raw scenarioLine
	if err := json.Unmarshal(line, &raw); err != nil {
		return nil, err
	}
	decoded := &scenario{
		id:                         raw.ID,
		config:                     raw.Config,
		layout:                     raw.Layout,
		allocatableIgnoresEviction: raw.AllocatableIgnoresEviction,
	}
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
	decoded := &step{time: raw.Time, pods: podsBefore, layoutUnknown: raw.LayoutUnknown}
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

// decodePods keeps the active pods as they are allocated, the last one of each UID. Mirror pods are
// in no list of the kubelet's, which has the static pods themselves.
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
		if listed, found := last[pod.UID]; found && listed == i && isActive(pod) {
			active = append(active, release.AllocatedPod(pod))
		}
	}
	return active, nil
}

// isActive stands for the kubelet's pod workers, which know whether a pod still runs. Documents
// carry the phase, the statuses of containers, and whether the pod was deleted: a pod is over when
// none of its containers runs, and its phase is terminal, or it was deleted and has statuses.
func isActive(pod *v1.Pod) bool {
	statuses := append(append([]v1.ContainerStatus{}, pod.Status.ContainerStatuses...),
		pod.Status.InitContainerStatuses...)
	for _, status := range statuses {
		if status.State.Running != nil {
			return true
		}
	}
	terminal := pod.Status.Phase == v1.PodFailed || pod.Status.Phase == v1.PodSucceeded
	return !terminal && (pod.DeletionTimestamp == nil || len(statuses) == 0)
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

var errNoLayout = errors.New("the scenario's file systems cannot be told apart here")

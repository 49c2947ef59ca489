package main

import (
	"fmt"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	statsapi "k8s.io/kubelet/pkg/apis/stats/v1alpha1"
)

// node stands for everything around the eviction loop: it answers with the documents of one step
// and records what the loop does to it.
type node struct {
	layout layout
	step   step
	// pods is the active list in the order of this run.
	pods []*v1.Pod
	// beforeRanking is called once the loop has built its tables.
	beforeRanking func()

	summariesServed int
	recorded        outcome
	// reclaiming tells refusals of the two eviction stages apart.
	reclaiming bool
}

func (n *node) begin(step step, pods []*v1.Pod) {
	n.step, n.pods = step, pods
	n.summariesServed, n.reclaiming = 0, false
	n.recorded = newOutcome()
}

// DedicatedImageFs fails where a kubelet cannot tell its file systems apart yet.
func (n *node) DedicatedImageFs() (bool, error) {
	if n.step.layoutUnknown {
		return false, errNoLayout
	}
	return n.layout.DedicatedImageFs, nil
}

func (n *node) SplitContainerFs() bool { return n.layout.SplitContainerFs }

func (n *node) ActivePods() []*v1.Pod {
	n.beforeRanking()
	return append([]*v1.Pod(nil), n.pods...)
}

// Summary serves the step's summary first, and what was measured after node-level reclaim next.
func (n *node) Summary() (*statsapi.Summary, error) {
	summary := n.step.summary
	if n.summariesServed > 0 {
		summary = n.step.reclaimed
	}
	n.summariesServed++
	if summary == nil {
		return nil, errNoSummary
	}
	return summary, nil
}

func (n *node) DeleteAllUnusedContainers() {
	n.recorded.Reclaim = append(n.recorded.Reclaim, "DeleteAllUnusedContainers")
}

func (n *node) DeleteUnusedImages() {
	n.recorded.Reclaim = append(n.recorded.Reclaim, "DeleteUnusedImages")
}

// Event completes the recorder interface; the eviction loop only uses the other two forms.
func (n *node) Event(object runtime.Object, eventType, reason, message string) {
	n.AnnotatedEventf(object, nil, eventType, reason, "%s", message)
}

// Eventf receives the event on the node: which resource the loop tries to reclaim.
func (n *node) Eventf(object runtime.Object, eventType, reason, format string, args ...any) {
	n.AnnotatedEventf(object, nil, eventType, reason, format, args...)
}

func (n *node) AnnotatedEventf(
	object runtime.Object, annotations map[string]string,
	_, _, format string, args ...any,
) {
	pod, isPod := object.(*v1.Pod)
	if !isPod {
		message := fmt.Sprintf(format, args...)
		n.recorded.Event = &message
		n.reclaiming = true
		return
	}
	n.recorded.Evictions = append(n.recorded.Evictions, newEviction(pod, annotations))
}

// Evict completes the eviction whose event was recorded just before. Releases before 1.35 take the
// message for a format when they make the event, so the message is the status's.
func (n *node) Evict(gracePeriodOverride int64, status v1.PodStatus) {
	eviction := &n.recorded.Evictions[len(n.recorded.Evictions)-1]
	eviction.GracePeriodOverride = gracePeriodOverride
	eviction.Message = status.Message
	eviction.ConditionMessage = disruptionMessage(status)
}

// Refuse records that a critical pod came up for eviction.
func (n *node) Refuse(refersTo func(*v1.Pod) bool) {
	for _, pod := range n.pods {
		if !refersTo(pod) {
			continue
		}
		if n.reclaiming {
			n.recorded.Refused = append(n.recorded.Refused, string(pod.UID))
		} else {
			n.recorded.LocalStorageRefused = append(n.recorded.LocalStorageRefused, string(pod.UID))
		}
		return
	}
}

func disruptionMessage(status v1.PodStatus) *string {
	for i := range status.Conditions {
		if status.Conditions[i].Type == "DisruptionTarget" {
			return &status.Conditions[i].Message
		}
	}
	return nil
}

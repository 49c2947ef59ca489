package main

import (
	"context"
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

func (n *node) HasDedicatedImageFs(context.Context) (bool, error) {
	return n.layout.DedicatedImageFs, nil
}

func (n *node) HasDedicatedContainerFs(context.Context) (bool, error) {
	return n.layout.SplitContainerFs, nil
}

func (n *node) activePods() []*v1.Pod {
	n.beforeRanking()
	return append([]*v1.Pod(nil), n.pods...)
}

// Get serves the step's summary first, and what was measured after node-level reclaim next.
func (n *node) Get(context.Context, bool) (*statsapi.Summary, error) {
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

func (n *node) GetCPUAndMemoryStats(ctx context.Context) (*statsapi.Summary, error) {
	return n.Get(ctx, true)
}

func (n *node) DeleteAllUnusedContainers(context.Context) error {
	n.recorded.Reclaim = append(n.recorded.Reclaim, "DeleteAllUnusedContainers")
	return nil
}

func (n *node) DeleteUnusedImages(context.Context) error {
	n.recorded.Reclaim = append(n.recorded.Reclaim, "DeleteUnusedImages")
	return nil
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
	message := fmt.Sprintf(format, args...)
	pod, isPod := object.(*v1.Pod)
	if !isPod {
		n.recorded.Event = &message
		n.reclaiming = true
		return
	}
	eviction := newEviction(pod, message, annotations)
	n.recorded.Evictions = append(n.recorded.Evictions, eviction)
}

// evict is the pod worker: it takes the status the loop wants, and always succeeds.
func (n *node) evict(
	_ *v1.Pod, _ bool, gracePeriodOverride *int64, setStatus func(*v1.PodStatus),
) error {
	status := &v1.PodStatus{}
	setStatus(status)
	eviction := &n.recorded.Evictions[len(n.recorded.Evictions)-1]
	eviction.GracePeriodOverride = *gracePeriodOverride
	eviction.ConditionMessage = disruptionMessage(status)
	return nil
}

// refuse records that a critical pod came up for eviction.
func (n *node) refuse(pod *v1.Pod) {
	if n.reclaiming {
		n.recorded.Refused = append(n.recorded.Refused, string(pod.UID))
	} else {
		n.recorded.LocalStorageRefused = append(n.recorded.LocalStorageRefused, string(pod.UID))
	}
}

func disruptionMessage(status *v1.PodStatus) *string {
	for i := range status.Conditions {
		if status.Conditions[i].Type == v1.DisruptionTarget {
			return &status.Conditions[i].Message
		}
	}
	return nil
}

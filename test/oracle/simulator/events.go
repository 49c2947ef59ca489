package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	v1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// event is one thing that happened to a pod or a node.
type event struct {
	// Time is in nanoseconds since the start; that of the first event of its instant.
	Time    int64    `json:"time"`
	Kind    string   `json:"kind"`
	By      string   `json:"by"`
	Pod     *podName `json:"pod,omitempty"`
	Node    string   `json:"node,omitempty"`
	What    string   `json:"what,omitempty"`
	Message string   `json:"message,omitempty"`
}

// podName names a pod by its owner and how many the owner had made before, because names that an
// API server generates are chance.
type podName struct {
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
	Owner     string `json:"owner,omitempty"`
}

// standing is where a pod is at the end.
type standing struct {
	Pod    *podName    `json:"pod"`
	Node   string      `json:"node,omitempty"`
	Phase  v1.PodPhase `json:"phase"`
	Reason string      `json:"reason,omitempty"`
}

func podNameOf(pod *v1.Pod) *podName {
	named := &podName{Namespace: pod.Namespace, Name: pod.Name}
	if owner := ownerOf(pod); owner != nil {
		named.Owner = owner.Kind + "/" + owner.Name
	}
	return named
}

// ownerOf is the controller of a pod as its user knows it: the Deployment rather than its
// ReplicaSet, whose name ends with a hash of the template.
func ownerOf(pod *v1.Pod) *ownerName {
	controller := metav1.GetControllerOf(pod)
	if controller == nil {
		return nil
	}
	owner := &ownerName{Kind: controller.Kind, Namespace: pod.Namespace, Name: controller.Name}
	if hash := pod.Labels["pod-template-hash"]; hash != "" && controller.Kind == "ReplicaSet" {
		if name, is := strings.CutSuffix(controller.Name, "-"+hash); is {
			owner.Kind, owner.Name = "Deployment", name
		}
	}
	return owner
}

// chronicle keeps the events of a scenario in their order.
type chronicle struct {
	began time.Time

	mutex  sync.Mutex
	events []event
	silent bool
}

func (c *chronicle) tell(told event) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.silent {
		return
	}
	told.Time = int64(time.Since(c.began))
	c.events = append(c.events, told)
}

// madeBy are the names of an owner's pods, in the order in which they were made.
func (c *chronicle) madeBy(owner ownerName) []string {
	kindAndName := owner.Kind + "/" + owner.Name
	c.mutex.Lock()
	defer c.mutex.Unlock()
	names := []string{}
	for _, told := range c.events {
		if told.Kind == "Created" && told.Pod.Owner == kindAndName &&
			told.Pod.Namespace == owner.Namespace {
			names = append(names, told.Pod.Name)
		}
	}
	return names
}

// instant is the longest gap between two events of one instant. Controllers range over maps, so
// what they do to several objects at once comes in any order, a few calls apart.
const instant = 5 * callLatency

// close ends the chronicle: what comes afterwards is not told.
func (c *chronicle) close() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.silent = true
}

func (c *chronicle) isClosed() bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.silent
}

// inOrder sorts the events of each instant and gives them its time.
func (c *chronicle) inOrder() []event {
	c.mutex.Lock()
	sorted := slices.Clone(c.events)
	c.mutex.Unlock()
	for first := 0; first < len(sorted); {
		last, began := first, sorted[first].Time
		for last+1 < len(sorted) && sorted[last+1].Time-sorted[last].Time <= int64(instant) {
			last++
		}
		of := sorted[first : last+1]
		for index := range of {
			of[index].Time = began
		}
		slices.SortStableFunc(of, compareEvents)
		first = last + 1
	}
	return sorted
}

func compareEvents(a, b event) int {
	return cmp.Or(cmp.Compare(rankOfKind(a), rankOfKind(b)), cmp.Compare(textOf(a), textOf(b)))
}

// kindsInOrder is the order of the kinds within an instant: that of a pod's life, nodes before it.
var kindsInOrder = []string{
	"Registered", "Disconnected", "Reconnected", "Condition", "Tainted", "Untainted", "Preempted",
	"Evicted", "OOMKilled", "Restarted", "Terminating", "Deleted", "Created", "FailedScheduling",
	"Scheduled", "Rejected", "Started",
}

func rankOfKind(of event) int { return slices.Index(kindsInOrder, of.Kind) }

func textOf(of event) string {
	of.Time = 0
	encoded, err := json.Marshal(of)
	must(err)
	return string(encoded)
}

// teller is told what happens. What objects show of it is the same with any API server.
type teller func(event)

func (tell teller) created(who string, object runtime.Object) {
	switch made := object.(type) {
	case *v1.Pod:
		tell(event{Kind: "Created", By: who, Pod: podNameOf(made)})
	case *v1.Node:
		tell(event{Kind: "Registered", By: who, Node: made.Name})
	}
}

func (tell teller) deleted(who string, object runtime.Object) {
	if pod, is := object.(*v1.Pod); is {
		tell(event{Kind: "Deleted", By: who, Pod: podNameOf(pod), Node: pod.Spec.NodeName})
	}
}

func (tell teller) changed(who string, before, after runtime.Object) {
	switch now := after.(type) {
	case *v1.Pod:
		tell.changedPod(who, before.(*v1.Pod), now)
	case *v1.Node:
		was := before.(*v1.Node)
		tell.difference(who, now.Name, "Condition", "", conditionsOf(was), conditionsOf(now))
		tell.difference(who, now.Name, "Tainted", "Untainted", taintsOf(was), taintsOf(now))
	}
}

func (tell teller) changedPod(who string, before, after *v1.Pod) {
	told := event{By: who, Pod: podNameOf(after), Node: after.Spec.NodeName}
	if before.Spec.NodeName == "" && after.Spec.NodeName != "" {
		told.Kind = "Scheduled"
		tell(told)
	}
	// An API server marks a pod that gets no time to end as well, just before it is gone.
	grace := after.DeletionGracePeriodSeconds
	if before.DeletionGracePeriodSeconds == nil && grace != nil && *grace > 0 {
		told.Kind = "Terminating"
		tell(told)
	}
	switch was, is := restartsOf(before), restartsOf(after); {
	case is > was:
		told.Kind = "Restarted"
		tell(told)
	case isKilled(after) && !isKilled(before):
		told.Kind = "OOMKilled"
		tell(told)
		return
	}
	if before.Status.Phase != after.Status.Phase && !hasStopped(after) {
		tell.changedPhase(told, before, after)
	}
}

// hasStopped: that a pod which is deleted has ended is told when it is gone.
func hasStopped(pod *v1.Pod) bool {
	if pod.Status.Phase == v1.PodSucceeded {
		return true
	}
	return pod.Status.Phase == v1.PodFailed && pod.DeletionTimestamp != nil && pod.Status.Reason == ""
}

func (tell teller) changedPhase(told event, before, after *v1.Pod) {
	told.What, told.Message = after.Status.Reason, after.Status.Message
	switch {
	case after.Status.Phase == v1.PodRunning:
		told.Kind = "Started"
	case after.Status.Phase == v1.PodFailed && before.Status.Phase == v1.PodRunning:
		told.Kind = "Evicted"
	case after.Status.Phase == v1.PodFailed && after.Status.Reason == "Evicted":
		told.Kind = kindOfRefusal(after)
	default:
		told.Kind = "Rejected"
	}
	tell(told)
}

func restartsOf(pod *v1.Pod) int32 {
	count := int32(0)
	for _, container := range pod.Status.ContainerStatuses {
		count += container.RestartCount
	}
	return count
}

func isKilled(pod *v1.Pod) bool {
	return slices.ContainsFunc(pod.Status.ContainerStatuses, func(of v1.ContainerStatus) bool {
		return of.State.Terminated != nil && of.State.Terminated.Reason == oomKilled
	})
}

// kindOfRefusal tells a pod that was refused under pressure from one that was evicted before its
// containers ran; both have the reason Evicted.
func kindOfRefusal(pod *v1.Pod) string {
	if strings.HasPrefix(pod.Status.Message, rejectedPrefix) {
		return "Rejected"
	}
	return "Evicted"
}

// difference tells what one sorted list of texts has and the other does not.
func (tell teller) difference(who, node, gained, lost string, before, after []string) {
	for _, text := range after {
		if !slices.Contains(before, text) {
			tell(event{Kind: gained, By: who, Node: node, What: text})
		}
	}
	for _, text := range before {
		if lost != "" && !slices.Contains(after, text) {
			tell(event{Kind: lost, By: who, Node: node, What: text})
		}
	}
}

func conditionsOf(node *v1.Node) []string {
	texts := []string{}
	for _, condition := range node.Status.Conditions {
		texts = append(texts, fmt.Sprintf("%s=%s", condition.Type, condition.Status))
	}
	slices.Sort(texts)
	return texts
}

func taintsOf(node *v1.Node) []string {
	texts := []string{}
	for _, taint := range node.Spec.Taints {
		texts = append(texts, taint.ToString())
	}
	slices.Sort(texts)
	return texts
}

// tellRecorded tells of the Events that components record only what their objects do not show.
func (s *apiServer) tellRecorded(who string, object runtime.Object) {
	recorded, is := object.(*eventsv1.Event)
	if !is || recorded.Regarding.Kind != "Pod" {
		return
	}
	if recorded.Reason != "FailedScheduling" && recorded.Reason != "Preempted" {
		return
	}
	told := event{Kind: recorded.Reason, By: who, Message: recorded.Note}
	told.Pod = &podName{Namespace: recorded.Regarding.Namespace, Name: recorded.Regarding.Name}
	at := targetOf(v1.SchemeGroupVersion.WithKind("Pod"), told.Pod.Namespace, told.Pod.Name)
	if pod, is := s.get(at).(*v1.Pod); is {
		told.Pod = podNameOf(pod)
	}
	s.tell(told)
}

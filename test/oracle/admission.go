package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"sort"
	"sync"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/kubernetes/pkg/kubelet/eviction"
	"k8s.io/kubernetes/pkg/kubelet/lifecycle"
	"k8s.io/kubernetes/pkg/kubelet/preemption"
	"plimsoll/oracle/release"
)

// admissionLine asks whether a node takes a pod.
type admissionLine struct {
	ID           string          `json:"id"`
	Node         json.RawMessage `json:"node"`
	Pods         json.RawMessage `json:"pods"`
	Pod          json.RawMessage `json:"pod"`
	FeatureGates map[string]bool `json:"featureGates"`
}

// admissionAnswer holds every distinct outcome. The kubelet lists its pods from a map; canonical
// are those seen with the pods in order of UID, where only extended resources, which it keeps in a
// map as well, can change places.
type admissionAnswer struct {
	ID         string             `json:"id"`
	Kubernetes string             `json:"kubernetes"`
	Invalid    string             `json:"invalid,omitempty"`
	Canonical  []admissionOutcome `json:"canonical,omitempty"`
	Other      []admissionOutcome `json:"other,omitempty"`
	Crash      string             `json:"crash,omitempty"`
}

type admissionOutcome struct {
	Admit     bool              `json:"admit"`
	Reason    string            `json:"reason,omitempty"`
	Message   string            `json:"message,omitempty"`
	Preempted []preemptedAnswer `json:"preempted,omitempty"`
}

// preemptedAnswer is what the kubelet does to one pod, in the order it does it.
type preemptedAnswer struct {
	UID       string            `json:"uid"`
	Event     string            `json:"event"`
	Phase     v1.PodPhase       `json:"phase"`
	Reason    string            `json:"reason"`
	Message   string            `json:"message"`
	Condition *preemptedContent `json:"condition,omitempty"`
	Grace     *int64            `json:"gracePeriodOverride,omitempty"`
}

type preemptedContent struct {
	Type    string `json:"type"`
	Reason  string `json:"reason"`
	Message string `json:"message"`
}

// admission runs the handlers that judge documents: eviction pressure, then the predicates with
// preemption behind them.
func (a answerer) admission(line []byte) any {
	var raw admissionLine
	if err := json.Unmarshal(line, &raw); err != nil {
		return failure(err)
	}
	answer := admissionAnswer{ID: raw.ID, Kubernetes: kubernetesRelease}
	asked, err := decodeAdmission(raw)
	if err != nil {
		answer.Invalid = err.Error()
		return answer
	}
	restoreGates, err := setFeatureGates(raw.FeatureGates)
	defer restoreGates()
	if err != nil {
		answer.Invalid = err.Error()
		return answer
	}
	a.admit(asked, &answer)
	return answer
}

// admissionCase is an admissionLine with its documents decoded, pods in order of UID.
type admissionCase struct {
	node  *v1.Node
	pods  []*v1.Pod
	pod   *v1.Pod
	level podLevel
}

func decodeAdmission(raw admissionLine) (admissionCase, error) {
	decoded := admissionCase{}
	var err error
	if err = decodeDocument(raw.Node, &decoded.node); err != nil {
		return decoded, fmt.Errorf("node: %w", err)
	}
	if err = decodeDocument(raw.Pod, &decoded.pod); err != nil {
		return decoded, fmt.Errorf("pod: %w", err)
	}
	if decoded.node == nil || decoded.pod == nil {
		return decoded, fmt.Errorf("a node and a pod are needed")
	}
	if err = decodeDocument(raw.Pod, &decoded.level); err != nil {
		return decoded, fmt.Errorf("pod: %w", err)
	}
	var pods []*v1.Pod
	if err = decodeDocument(raw.Pods, &pods); err != nil {
		return decoded, fmt.Errorf("pods: %w", err)
	}
	if err = refusal(decoded, pods, raw); err != nil {
		return decoded, err
	}
	decoded.pods = residents(pods)
	return decoded, nil
}

// residents are the active pods, the last one of each UID. An API server lists a static pod by its
// mirror, which stands for it here.
func residents(pods []*v1.Pod) []*v1.Pod {
	last := map[types.UID]*v1.Pod{}
	for _, pod := range pods {
		last[pod.UID] = pod
	}
	active := []*v1.Pod{}
	for _, pod := range last {
		if isActive(pod) {
			active = append(active, pod)
		}
	}
	sort.Slice(active, func(i, j int) bool { return active[i].UID < active[j].UID })
	return active
}

func (a answerer) admit(asked admissionCase, answer *admissionAnswer) {
	defer func() {
		if reason := recover(); reason != nil {
			answer.Crash = fmt.Sprint(reason)
		}
	}()
	seen := map[string]bool{}
	see := func(outcome admissionOutcome, into *[]admissionOutcome) {
		if text := string(encode(outcome)); !seen[text] {
			seen[text] = true
			*into = append(*into, outcome)
		}
	}
	for range canonicalRuns(release.AllocatedPod(asked.pod), asked.level) {
		see(newAdmissionRun(asked, asked.pods).play(), &answer.Canonical)
	}
	random := rand.New(rand.NewPCG(a.seed, 0))
	pods := append([]*v1.Pod(nil), asked.pods...)
	for range a.runs {
		random.Shuffle(len(pods), func(i, j int) { pods[i], pods[j] = pods[j], pods[i] })
		see(newAdmissionRun(asked, pods).play(), &answer.Other)
	}
}

// canonicalRuns is how often one order of pods is tried: the order of a map only matters where the
// pod asks for two resources in it.
func canonicalRuns(pod *v1.Pod, level podLevel) int {
	scalars := map[v1.ResourceName]bool{}
	lists := []v1.ResourceList{
		pod.Spec.Overhead, level.Spec.Resources.Requests, level.Spec.Resources.Limits,
	}
	for _, containers := range [][]v1.Container{pod.Spec.Containers, pod.Spec.InitContainers} {
		for i := range containers {
			lists = append(lists, containers[i].Resources.Requests)
		}
	}
	for _, list := range lists {
		for name := range list {
			switch name {
			case v1.ResourceCPU, v1.ResourceMemory, v1.ResourceEphemeralStorage, v1.ResourcePods:
			default:
				scalars[name] = true
			}
		}
	}
	switch len(scalars) {
	case 0, 1:
		return 2
	case 2:
		return 40
	default:
		return 250
	}
}

// admissionRun is one question to the kubelet's handlers, with everything around them.
type admissionRun struct {
	node *v1.Node
	pod  *v1.Pod
	// listed is what the kubelet's pod list has, allocated what it has allocated to each of them.
	listed    []*v1.Pod
	allocated []*v1.Pod
	outcome   admissionOutcome
	event     string
}

// newAdmissionRun copies the documents: the handlers write into the node's labels.
func newAdmissionRun(asked admissionCase, pods []*v1.Pod) *admissionRun {
	run := &admissionRun{node: asked.node.DeepCopy(), pod: asked.pod.DeepCopy()}
	for _, pod := range pods {
		run.listed = append(run.listed, pod.DeepCopy())
	}
	run.pod = release.AllocatedPod(run.pod)
	for _, pod := range run.listed {
		run.allocated = append(run.allocated, release.AllocatedPod(pod))
	}
	return run
}

func (r *admissionRun) play() admissionOutcome {
	var others []*v1.Pod
	for _, pod := range r.allocated {
		if pod.UID != r.pod.UID {
			others = append(others, pod)
		}
	}
	attributes := &lifecycle.PodAdmitAttributes{Pod: r.pod, OtherPods: others}
	for _, handler := range []lifecycle.PodAdmitHandler{r.pressure(), r.predicates()} {
		result := release.Admit(handler, attributes)
		r.outcome.Admit = result.Admit
		r.outcome.Reason, r.outcome.Message = result.Reason, result.Message
		if !result.Admit {
			break
		}
	}
	return r.outcome
}

// pressure is the eviction loop's handler, which knows the conditions that it reports.
func (r *admissionRun) pressure() lifecycle.PodAdmitHandler {
	conditions := []v1.NodeConditionType{}
	for _, name := range []v1.NodeConditionType{
		v1.NodeMemoryPressure, v1.NodeDiskPressure, v1.NodePIDPressure,
	} {
		if r.hasCondition(name) {
			conditions = append(conditions, name)
		}
	}
	loop, handler := pressureLoop()
	loop.setConditions(conditions)
	return handler
}

// pressureLoop is made once: an eviction loop that never takes a step.
var pressureLoop = sync.OnceValues(func() (evictionLoop, lifecycle.PodAdmitHandler) {
	config, err := loadConfiguration(nil)
	if err != nil {
		panic(err)
	}
	loop, handler := release.NewLoop(&node{}, config, eviction.Config{}, release.NewClock())
	return newEvictionLoop(loop), handler
})

func (r *admissionRun) hasCondition(name v1.NodeConditionType) bool {
	for _, condition := range r.node.Status.Conditions {
		if condition.Type == name {
			return condition.Status == v1.ConditionTrue
		}
	}
	return false
}

func (r *admissionRun) predicates() lifecycle.PodAdmitHandler {
	preemptable := r.listed
	if release.PreemptsAllocated {
		preemptable = r.allocated
	}
	handler := preemption.NewCriticalPodAdmissionHandler(
		func() []*v1.Pod { return append([]*v1.Pod(nil), preemptable...) },
		release.KillPod(r.kill), r,
	)
	return release.NewPredicates(func() *v1.Node { return r.node }, handler)
}

func (r *admissionRun) kill(pod *v1.Pod, status v1.PodStatus, grace *int64) {
	preempted := preemptedAnswer{
		UID: string(pod.UID), Event: r.event,
		Phase: status.Phase, Reason: status.Reason, Message: status.Message, Grace: grace,
	}
	for _, condition := range status.Conditions {
		preempted.Condition = &preemptedContent{
			Type: string(condition.Type), Reason: condition.Reason, Message: condition.Message,
		}
	}
	r.outcome.Preempted = append(r.outcome.Preempted, preempted)
}

// Event, Eventf and AnnotatedEventf are the recorder; the kubelet uses the second one here.
func (r *admissionRun) Event(_ runtime.Object, eventType, reason, message string) {
	r.event = fmt.Sprintf("%s %s %s", eventType, reason, message)
}

func (r *admissionRun) Eventf(
	object runtime.Object, eventType, reason, format string, args ...any,
) {
	r.Event(object, eventType, reason, fmt.Sprintf(format, args...))
}

func (r *admissionRun) AnnotatedEventf(
	object runtime.Object, _ map[string]string, eventType, reason, format string, args ...any,
) {
	r.Eventf(object, eventType, reason, format, args...)
}

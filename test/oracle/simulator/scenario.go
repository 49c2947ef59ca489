package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/scheme"
	kjson "sigs.k8s.io/json"
)

// scenario is a cluster, what its workloads use, and what is done to it.
type scenario struct {
	ID        string            `json:"id"`
	Until     metav1.Duration   `json:"until"`
	Seed      uint64            `json:"seed"`
	Nodes     []nodeScenario    `json:"nodes"`
	Objects   []json.RawMessage `json:"objects"`
	Workloads []workload        `json:"workloads"`
	Changes   []change          `json:"changes"`
	// TerminatedPodThreshold is kube-controller-manager's --terminated-pod-gc-threshold.
	TerminatedPodThreshold *int `json:"terminatedPodThreshold"`
	// RefusalsMax is how many pods kubelets may refuse before the scenario ends; 0 is any number.
	RefusalsMax int `json:"refusalsMax"`
	// Standing are objects that are there, with UID, status and times, when components start.
	Standing []json.RawMessage `json:"standing"`
	// BetweenStarts is how long a controller starts after the one before it.
	BetweenStarts *metav1.Duration `json:"betweenStarts"`
	// CallsTakeUpTo is the longest that a call takes; each then takes a time of its own.
	CallsTakeUpTo metav1.Duration `json:"callsTakeUpTo"`

	objects  []runtime.Object
	standing []runtime.Object
}

// nodeScenario is a node, which registers RegistersAt after the start, one after the other.
type nodeScenario struct {
	Node        json.RawMessage   `json:"node"`
	RegistersAt metav1.Duration   `json:"registersAt"`
	System      resource.Quantity `json:"system"`
	Kubelet     kubeletSettings   `json:"kubelet"`
	Phases      phases            `json:"phases"`

	node *v1.Node
}

// phases are by how much the first heartbeat and the first step of the eviction loop lag behind the
// registration.
type phases struct {
	Heartbeat metav1.Duration `json:"heartbeat"`
	Eviction  metav1.Duration `json:"eviction"`
}

// kubeletSettings are members of a KubeletConfiguration, in its own notation.
type kubeletSettings struct {
	EvictionHard                     map[string]string `json:"evictionHard"`
	EvictionSoft                     map[string]string `json:"evictionSoft"`
	EvictionSoftGracePeriod          map[string]string `json:"evictionSoftGracePeriod"`
	EvictionMinimumReclaim           map[string]string `json:"evictionMinimumReclaim"`
	EvictionPressureTransitionPeriod *metav1.Duration  `json:"evictionPressureTransitionPeriod"`
	EvictionMaxPodGracePeriod        int64             `json:"evictionMaxPodGracePeriod"`
}

// workload is what each container of an owner's pods uses.
type workload struct {
	Owner  ownerName      `json:"owner"`
	Memory memoryScenario `json:"memory"`
}

type ownerName struct {
	Kind      string `json:"kind"`
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
}

// memoryScenario begins with Base when the container starts and grows by GrowthPerSecond up to Max;
// every spike comes on top while it lasts.
type memoryScenario struct {
	Base            resource.Quantity `json:"base"`
	GrowthPerSecond resource.Quantity `json:"growthPerSecond"`
	Max             resource.Quantity `json:"max"`
	Spikes          []spike           `json:"spikes"`
}

// spike begins At after the start of the container, or of every Every, and lasts For.
type spike struct {
	At    metav1.Duration   `json:"at"`
	For   metav1.Duration   `json:"for"`
	Every metav1.Duration   `json:"every"`
	Add   resource.Quantity `json:"add"`
}

// change is one of: an object to create, a strategic merge patch, an object to delete, a taint of
// a node, a node that loses or regains the network.
type change struct {
	At         metav1.Duration `json:"at"`
	Create     json.RawMessage `json:"create"`
	Patch      *patchChange    `json:"patch"`
	Delete     *ownerName      `json:"delete"`
	Taint      *taintChange    `json:"taint"`
	Untaint    *taintChange    `json:"untaint"`
	DeletePod  *madePod        `json:"deletePod"`
	Disconnect string          `json:"disconnect"`
	Reconnect  string          `json:"reconnect"`

	object runtime.Object
}

type patchChange struct {
	ownerName
	With json.RawMessage `json:"with"`
}

// taintChange adds a taint to those of a node, as "kubectl taint" does: a patch has all of them.
type taintChange struct {
	Node string `json:"node"`
	v1.Taint
}

// madePod is the pod that an owner made as its Number-th one.
type madePod struct {
	Owner  ownerName `json:"owner"`
	Number int       `json:"number"`
}

// played are the kinds that a scenario may hold. Anything else would exist and no component would
// act on it, so it is refused.
var played = map[string]bool{
	"Namespace": true, "Pod": true, "ReplicaSet": true, "Deployment": true, "StatefulSet": true,
	"DaemonSet": true, "Job": true, "PodDisruptionBudget": true,
	"Service": true,
}

// changeable are the kinds that a patch or a deletion may name: those of a scenario, and its nodes.
func changeable(kind string) bool { return kind == "Node" || played[kind] }

func readScenario(line []byte) (scenario, error) {
	told := scenario{}
	unknown, err := kjson.UnmarshalStrict(line, &told)
	if err = errors.Join(append(unknown, err)...); err != nil {
		return told, err
	}
	if told.Until.Duration <= 0 {
		return told, errors.New("until: a scenario needs a length")
	}
	for i := range told.Nodes {
		if err := told.Nodes[i].read(); err != nil {
			return told, fmt.Errorf("nodes[%d]: %w", i, err)
		}
	}
	for i, document := range told.Objects {
		object, err := readObject(document)
		if err != nil {
			return told, fmt.Errorf("objects[%d]: %w", i, err)
		}
		told.objects = append(told.objects, object)
	}
	for i, document := range told.Standing {
		object, err := readObject(document)
		if err != nil {
			return told, fmt.Errorf("standing[%d]: %w", i, err)
		}
		told.standing = append(told.standing, object)
	}
	for i := range told.Changes {
		if err := told.Changes[i].read(); err != nil {
			return told, fmt.Errorf("changes[%d]: %w", i, err)
		}
	}
	return told, nil
}

func (n *nodeScenario) read() error {
	object, err := decodeKnown(n.Node)
	if err != nil {
		return err
	}
	node, is := object.(*v1.Node)
	if !is {
		return errors.New("node: not a Node")
	}
	if node.Status.Capacity.Memory().IsZero() {
		return errors.New("node.status.capacity: a node needs memory")
	}
	for _, list := range []map[string]string{n.Kubelet.EvictionHard, n.Kubelet.EvictionSoft} {
		for signal := range list {
			if signal != "memory.available" {
				return fmt.Errorf("kubelet: a scenario tells of memory alone, not of %s", signal)
			}
		}
	}
	n.node = node
	return nil
}

func (c *change) read() error {
	said := 0
	for _, present := range []bool{
		c.Create != nil, c.Patch != nil, c.Delete != nil, c.Taint != nil,
		c.Untaint != nil, c.DeletePod != nil, c.Disconnect != "", c.Reconnect != "",
	} {
		if present {
			said++
		}
	}
	if said != 1 {
		return errors.New("a change is one of create, patch, delete, taint, untaint, " +
			"deletePod, disconnect, reconnect")
	}
	if c.Create == nil {
		return nil
	}
	object, err := readObject(c.Create)
	c.object = object
	return err
}

func readObject(document json.RawMessage) (runtime.Object, error) {
	object, err := decodeKnown(document)
	if err != nil {
		return nil, err
	}
	if kind := object.GetObjectKind().GroupVersionKind().Kind; !played[kind] {
		return nil, fmt.Errorf("no component that acts on a %s is played", kind)
	}
	return object, nil
}

// decodeKnown decodes an object with its kind and refuses members that the kind does not have.
func decodeKnown(document json.RawMessage) (runtime.Object, error) {
	meta := runtime.TypeMeta{}
	if err := json.Unmarshal(document, &meta); err != nil {
		return nil, err
	}
	object, err := scheme.Scheme.New(meta.GroupVersionKind())
	if err != nil {
		return nil, err
	}
	unknown, err := kjson.UnmarshalStrict(document, object)
	return object, errors.Join(append(unknown, err)...)
}

// at is the memory in use, in bytes, when the container has run for the given time.
func (m memoryScenario) at(running time.Duration) int64 {
	used := m.Base.Value() + m.GrowthPerSecond.Value()*int64(running/time.Second)
	if limit := m.Max.Value(); limit > 0 {
		used = min(used, limit)
	}
	for _, spike := range m.Spikes {
		if spike.lasts(running) {
			used += spike.Add.Value()
		}
	}
	return used
}

func (s spike) lasts(running time.Duration) bool {
	since := running - s.At.Duration
	if since < 0 {
		return false
	}
	if s.Every.Duration > 0 {
		since %= s.Every.Duration
	}
	return since < s.For.Duration
}

package plimsoll

import "encoding/json"

// Policy is a configuration as it is in force: schemas/policy-1.schema.json.
type Policy struct {
	Plimsoll       string `json:"plimsoll"`
	Profile        string `json:"profile"`
	KubeletVersion string `json:"kubeletVersion"`
	// Layout is nil when it is found in the first Summary.
	Layout     *Layout           `json:"layout"`
	Thresholds []PolicyThreshold `json:"thresholds"`
	// PressureTransitionPeriodSeconds is how long a condition stays after its thresholds.
	PressureTransitionPeriodSeconds json.Number `json:"pressureTransitionPeriodSeconds"`
	MaxPodGracePeriodSeconds        int64       `json:"maxPodGracePeriodSeconds"`
	LocalStorageCapacityIsolation   bool        `json:"localStorageCapacityIsolation"`
	// Warnings are traps that a kubelet starts with and says nothing about.
	Warnings []Finding `json:"warnings"`
}

// PolicyThreshold is one threshold of a policy.
type PolicyThreshold struct {
	Signal             string      `json:"signal"`
	Hard               bool        `json:"hard"`
	Origin             string      `json:"origin"`
	Value              string      `json:"value"`
	GracePeriodSeconds json.Number `json:"gracePeriodSeconds"`
	MinReclaim         string      `json:"minReclaim,omitempty"`
}

// Admission is whether the node takes a pod under its conditions: schemas/pod-admit-1.schema.json.
type Admission struct {
	Plimsoll string `json:"plimsoll"`
	Admit    bool   `json:"admit"`
	// Reason and Message are the kubelet's, for a pod that is rejected.
	Reason   string `json:"reason,omitempty"`
	Message  string `json:"message,omitempty"`
	Sentence string `json:"sentence"`
}

// PodTable is what eviction depends on, pod by pod: schemas/pods-1.schema.json. Engine.Report
// writes it after Engine.Pods.
type PodTable struct {
	Plimsoll string     `json:"plimsoll"`
	Pods     []PodFacts `json:"pods"`
}

// PodFacts are what eviction depends on of one pod. Requests and limits are quantities.
type PodFacts struct {
	PodName
	// Active says that the kubelet counts the pod as active.
	Active   bool   `json:"active"`
	QOSClass string `json:"qosClass"`
	Priority int64  `json:"priority"`
	// Critical says that the kubelet refuses to evict it.
	Critical                bool   `json:"critical"`
	MemoryRequest           string `json:"memoryRequest"`
	EphemeralStorageRequest string `json:"ephemeralStorageRequest"`
	// EphemeralStorageLimit is empty when no container has one.
	EphemeralStorageLimit string `json:"ephemeralStorageLimit,omitempty"`
}

package plimsoll

import (
	"encoding/json"
	"time"
)

// Observation is what the Summary says about one signal, in bytes, inodes or processes.
type Observation struct {
	Signal    string `json:"signal"`
	Available int64  `json:"available"`
	Capacity  int64  `json:"capacity"`
	// Time is when the stats were taken; nil when they have no time.
	Time *time.Time `json:"time"`
}

// Threshold is the state of one threshold in a step.
type Threshold struct {
	Signal string `json:"signal"`
	Hard   bool   `json:"hard"`
	// Origin is where it comes from: evictionHard, evictionSoft, default, enforceNodeAllocatable
	// or containerfs.
	Origin string `json:"origin"`
	// Value is as it was written, such as 10%.
	Value string `json:"value"`
	// Limit is the value applied to the capacity; Limit, Available and Capacity are absent without
	// an observation.
	Limit     json.Number `json:"limit,omitempty"`
	Available *int64      `json:"available,omitempty"`
	Capacity  *int64      `json:"capacity,omitempty"`
	// Met says that less than the limit is available.
	Met bool `json:"met"`
	// Unresolved says that it was crossed and that the minimum reclaim is not yet regained.
	Unresolved           bool `json:"unresolved"`
	GracePeriodSatisfied bool `json:"gracePeriodSatisfied"`
	// UpdatedStats says that the stats are newer than at the step before.
	UpdatedStats          bool        `json:"updatedStats"`
	Since                 *time.Time  `json:"since,omitempty"`
	GracePeriodSeconds    json.Number `json:"gracePeriodSeconds"`
	GraceRemainingSeconds json.Number `json:"graceRemainingSeconds,omitempty"`
	MinReclaim            string      `json:"minReclaim,omitempty"`
	// MinReclaimAmount is MinReclaim applied to the capacity.
	MinReclaimAmount json.Number `json:"minReclaimAmount,omitempty"`
	Sentence         string      `json:"sentence"`
}

// RankedPod is one pod in the order of eviction.
type RankedPod struct {
	PodName
	// Position counts from 1, which is evicted first.
	Position          int64       `json:"position"`
	HasStats          bool        `json:"hasStats"`
	ExceedsRequest    *bool       `json:"exceedsRequest,omitempty"`
	Priority          int64       `json:"priority"`
	Usage             json.Number `json:"usage"`
	Request           json.Number `json:"request"`
	UsageMinusRequest json.Number `json:"usageMinusRequest,omitempty"`
	ProcessCount      *int64      `json:"processCount,omitempty"`
	QOSClass          string      `json:"qosClass"`
	// Skipped says why the pod cannot be evicted; empty for one that can.
	Skipped string `json:"skipped,omitempty"`
	// Tied says that it equals the pod before it in every comparator.
	Tied     bool        `json:"tied"`
	Parts    []UsagePart `json:"parts"`
	Sentence string      `json:"sentence"`
}

// UsagePart is a container or a volume of a ranked pod. The amounts are the Summary's, as the
// kubelet takes them: those above 2^63 wrap around.
type UsagePart struct {
	Name                    string `json:"name"`
	Kind                    string `json:"kind"`
	MemoryRequest           string `json:"memoryRequest,omitempty"`
	EphemeralStorageRequest string `json:"ephemeralStorageRequest,omitempty"`
	OOMScoreAdj             *int64 `json:"oomScoreAdj,omitempty"`
	MemoryWorkingSetBytes   *int64 `json:"memoryWorkingSetBytes,omitempty"`
	RootfsUsedBytes         *int64 `json:"rootfsUsedBytes,omitempty"`
	RootfsInodesUsed        *int64 `json:"rootfsInodesUsed,omitempty"`
	LogsUsedBytes           *int64 `json:"logsUsedBytes,omitempty"`
	LogsInodesUsed          *int64 `json:"logsInodesUsed,omitempty"`
	// Of a container: whether its root file system and its logs count in the ranking of this step.
	RootfsCounted *bool  `json:"rootfsCounted,omitempty"`
	LogsCounted   *bool  `json:"logsCounted,omitempty"`
	UsedBytes     *int64 `json:"usedBytes,omitempty"`
	InodesUsed    *int64 `json:"inodesUsed,omitempty"`
	// Of a volume: whether it counts.
	Counted *bool `json:"counted,omitempty"`
}

// Allocatable is how Node Allocatable of one resource is computed, in quantities.
type Allocatable struct {
	Resource       string `json:"resource"`
	Capacity       string `json:"capacity,omitempty"`
	SystemReserved string `json:"systemReserved"`
	KubeReserved   string `json:"kubeReserved"`
	EvictionHard   string `json:"evictionHard,omitempty"`
	Allocatable    string `json:"allocatable,omitempty"`
}

// Counterfactual is a change that would have spared the pod in question.
type Counterfactual struct {
	// Change is request, priority or threshold.
	Change string `json:"change"`
	From   string `json:"from"`
	To     string `json:"to"`
	// Verified says that the step was taken again with the change, and spared the pod.
	Verified bool `json:"verified"`
	// Action and Evicted are what the step does with the change.
	Action   Action   `json:"action"`
	Evicted  *PodName `json:"evicted,omitempty"`
	Sentence string   `json:"sentence"`
}

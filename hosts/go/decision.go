package plimsoll

import (
	"encoding/json"
	"time"
)

// Action is what a step asks of its host.
type Action string

// The actions.
const (
	ActionNone Action = "None"
	// ActionReclaimNodeLevelResources is answered by Reclaim; a step never ends with it.
	ActionReclaimNodeLevelResources Action = "ReclaimNodeLevelResources"
	ActionEvictPod                  Action = "EvictPod"
	// ActionEvictPods evicts for local storage limits, which may be several pods in one step.
	ActionEvictPods Action = "EvictPods"
)

// Decision is what one step decided: schemas/decision-1.schema.json. Numbers are exact; those that
// may have a fraction are json.Number.
type Decision struct {
	Plimsoll string    `json:"plimsoll"`
	Time     time.Time `json:"time"`
	// Number counts steps from 1; 0 before the first one that was not missed.
	Number         int64    `json:"step"`
	Action         Action   `json:"action"`
	NodeConditions []string `json:"nodeConditions"`
	// Reclaim names node-level reclaim functions, in order.
	Reclaim   []string   `json:"reclaim"`
	Evictions []Eviction `json:"evictions"`
	// Alternatives are other outcomes that a kubelet could have had in the same step.
	Alternatives []Alternative `json:"alternatives"`
	// Warnings say what is odd about the time of the step. The digest does not cover them.
	Warnings []StepWarning `json:"warnings,omitempty"`
	// DefaultsAssumed is set in what `plimsoll replay` prints for material without a configuration
	// of the kubelet: the decision holds the material against the defaults.
	DefaultsAssumed bool `json:"defaultsAssumed,omitempty"`
	// Source is "journal" in what `plimsoll replay --journal` prints: the numbers are those of a
	// kubelet's log. Agrees says whether the log reports the same decision, nil where it does not
	// say enough, and Differences what it has otherwise, one sentence each.
	Source      string   `json:"source,omitempty"`
	Agrees      *bool    `json:"agrees,omitempty"`
	Differences []string `json:"differences,omitempty"`
	// Missed is set when no Summary could be read: nothing was decided.
	Missed bool `json:"missed,omitempty"`
	// Digest is the hash of the decision: hosts with equal digests decided alike.
	Digest string `json:"digest"`

	// Signal and Hard are the threshold that was chosen to reclaim; Signal is empty without one.
	Signal string `json:"signal,omitempty"`
	Hard   bool   `json:"hard,omitempty"`
	// Probability is how probable it is that a kubelet chooses that threshold, such as 7/8; empty
	// when there is no other one, and when it is not known.
	Probability string `json:"probability,omitempty"`
	// Failed says why the step ended before it looked at anything.
	Failed string `json:"failed,omitempty"`
	// Crash says where a kubelet would end in a panic, and what was decided instead.
	Crash     string      `json:"crash,omitempty"`
	Resource  string      `json:"resource,omitempty"`
	Limit     json.Number `json:"limit,omitempty"`
	Available *int64      `json:"available,omitempty"`
	Capacity  *int64      `json:"capacity,omitempty"`
	// ReclaimSufficient is nil when nothing was reclaimed at node level.
	ReclaimSufficient *bool `json:"reclaimSufficient,omitempty"`

	// The members below need DetailArithmetic.

	Observations []Observation `json:"observations,omitempty"`
	Thresholds   []Threshold   `json:"thresholds,omitempty"`
	// RankingSignal is the signal that was asked for; empty when the ranking is the decision's.
	RankingSignal   string        `json:"rankingSignal,omitempty"`
	RankingResource string        `json:"rankingResource,omitempty"`
	Ranking         []RankedPod   `json:"ranking,omitempty"`
	NodeAllocatable []Allocatable `json:"nodeAllocatable,omitempty"`
	// UnknownPods are in the Summary and not in the pod list.
	UnknownPods int64 `json:"unknownPods,omitempty"`
	// Refused are critical pods whose turn came and which a kubelet does not evict.
	Refused []PodName `json:"refused,omitempty"`
	// Assumption is what a result with WhatIf rests on.
	Assumption string `json:"assumption,omitempty"`

	// The members below need DetailCounterfactuals.

	// Subject is the pod that the counterfactuals are about, Standing its place in this step.
	Subject         *PodName         `json:"subject,omitempty"`
	Standing        string           `json:"standing,omitempty"`
	Counterfactuals []Counterfactual `json:"counterfactuals,omitempty"`

	// Memory is in what `plimsoll explain` prints: what its host reads in the Summary; nil where the
	// Summary lacks the numbers.
	Memory *Memory `json:"memory,omitempty"`
	// Growth is in what `plimsoll explain` prints: what used up the resource; nil where no threshold
	// is met, or the node does not use more.
	Growth *Growth `json:"growth,omitempty"`
	// OOM is in what `plimsoll explain` prints: what the kernel's OOM killer would do.
	OOM *NodeOOM `json:"oom,omitempty"`
	// Admission is in what `plimsoll explain` prints: the pods that admission would preempt; nil
	// where no pods are known.
	Admission *NodeAdmission `json:"admission,omitempty"`
	// MemoryQOS is in what `plimsoll explain` prints: the files that the kubelet writes for Memory
	// QoS, as schemas/decision-1.schema.json has them; nil where the feature is off.
	MemoryQOS json.RawMessage `json:"memoryQos,omitempty"`
}

// NodeAdmission is what the kubelet's admission would do at one step with a new pod.
type NodeAdmission struct {
	// IsDefault says that the pod is a critical one that requests 256Mi more memory than is left.
	IsDefault bool `json:"isDefault"`
	// LeftBytes is how much memory could still be requested; nil where it is not known.
	LeftBytes *int64 `json:"leftBytes,omitempty"`
	// Answer follows schemas/admission-1.schema.json; JSON null if admission was not evaluated.
	Answer json.RawMessage `json:"answer"`
	// Problem says why it could not be asked.
	Problem string `json:"problem,omitempty"`
	// Assumed lists the assumptions of the answer, one sentence each.
	Assumed []string `json:"assumed"`
}

// NodeOOM is what the kernel's OOM killer would do at one step: schemas/oom-node-1.schema.json.
type NodeOOM struct {
	// Ranking lists what it would kill, in order; JSON null if the Summary lacks the numbers.
	Ranking json.RawMessage `json:"ranking"`
	// Race says whether the kubelet or the kernel would be first; JSON null without an observation
	// before.
	Race json.RawMessage `json:"race"`
	// Terminations are the containers of which the pods so far say that the kernel killed them for
	// memory, or that they ended with 137; empty where there are none.
	Terminations []ContainerTermination `json:"terminations,omitempty"`
}

// ContainerTermination is one container that ended with 137, as the status of its pod says it.
type ContainerTermination struct {
	Pod       PodName `json:"pod"`
	Container string  `json:"container"`
	// IsOOM says that the status names the kernel's OOM killer as the reason.
	IsOOM bool `json:"isOom"`
	// FinishedAt is the time as the status writes it; nil where it writes none.
	FinishedAt *string `json:"finishedAt"`
	// Step is the step in which the pods first said so.
	Step int64 `json:"step"`
}

// Memory is the memory in use in one step.
type Memory struct {
	Node             MemoryUse   `json:"node"`
	SystemContainers []MemoryUse `json:"systemContainers"`
	// Containers are those of the pod that is explained.
	Containers []MemoryUse `json:"containers"`
	// Sentences say why free shows other numbers than the kubelet.
	Sentences []string `json:"sentences"`
}

// MemoryUse is the memory of a node or of a container, in bytes.
type MemoryUse struct {
	// Name is empty for the node.
	Name            string `json:"name,omitempty"`
	AvailableBytes  *int64 `json:"availableBytes,omitempty"`
	UsageBytes      int64  `json:"usageBytes"`
	WorkingSetBytes int64  `json:"workingSetBytes"`
	RSSBytes        int64  `json:"rssBytes"`
	// InactiveFileBytes is usage without the working set.
	InactiveFileBytes int64 `json:"inactiveFileBytes"`
}

// Growth is what used up a resource since the moment when most of it was available.
type Growth struct {
	// Signal measures what is left of the resource.
	Signal string `json:"signal"`
	// Since is that moment, in RFC 3339.
	Since string      `json:"since"`
	Node  UsedAmounts `json:"node"`
	// OutsidePods is nil where a Summary does not say how much the pods use together.
	OutsidePods *UsedAmounts `json:"outsidePods"`
	// Pods are those that grew, the most first.
	Pods []PodGrowth `json:"pods"`
}

// UsedAmounts are bytes, inodes or processes, at the moment of Since and in this step.
type UsedAmounts struct {
	Before int64 `json:"before"`
	Now    int64 `json:"now"`
}

// PodGrowth is how the use of a pod grew.
type PodGrowth struct {
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
	UsedAmounts
}

// PodName names a pod.
type PodName struct {
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
	UID       string `json:"uid"`
}

// Eviction is a pod to evict, and the message that the kubelet sets on it.
type Eviction struct {
	PodName
	// GracePeriodSeconds is the override that is handed to the pod worker.
	GracePeriodSeconds int64  `json:"gracePeriodSeconds"`
	Reason             string `json:"reason,omitempty"`
	// Message is the kubelet's, to the letter; it ends in a space, as the kubelet's does.
	Message     string            `json:"message"`
	Annotations map[string]string `json:"annotations,omitempty"`
	// Cause is the local storage limit that was exceeded; empty for node pressure.
	Cause string `json:"cause,omitempty"`
}

// Alternative is another outcome that a kubelet could have had in the same step.
type Alternative struct {
	Signal      string   `json:"signal"`
	Hard        bool     `json:"hard"`
	Probability string   `json:"probability,omitempty"`
	Reclaim     []string `json:"reclaim"`
	// Pods are tied for the first place under that threshold.
	Pods []Eviction `json:"pods"`
}

// StepWarning says what is odd about the time of a step.
type StepWarning struct {
	Rule    string `json:"rule"`
	Message string `json:"message"`
}

package main

import (
	"encoding/json"
	"fmt"
)

// scenario is a line of input.
type scenario struct {
	ID string `json:"id"`
	// Objects are v1 objects in the order of their arrival, each with its kind.
	Objects []json.RawMessage `json:"objects"`
	// Config is a KubeSchedulerConfiguration; absent, the defaults.
	Config json.RawMessage `json:"config"`
	// Pods are the pending pods to schedule, one after another; absent, all of them in queue order.
	Pods []podName `json:"pods"`
	// Choices are the nodes to assume a pod on, by namespace/name, where the scheduler's own choice
	// is one of several. A node that the scheduler could not have chosen is not followed.
	Choices map[string]string `json:"choices"`
	// Preemption runs PostFilter for pods that fit nowhere.
	Preemption bool `json:"preemption"`
	// Detail 0 leaves the nodes out.
	Detail int `json:"detail"`
	// Measure asks for the time that decisions take instead of the decisions.
	Measure *measurement `json:"measure"`
}

type podName struct {
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
	UID       string `json:"uid,omitempty"`
}

func (name podName) key() string { return name.Namespace + "/" + name.Name }

// answer is a line of output: decisions, or the error that kept the scheduler from starting.
type answer struct {
	ID        string     `json:"id"`
	Decisions []decision `json:"decisions,omitempty"`
	Measured  *measured  `json:"measured,omitempty"`
	Error     *refusal   `json:"error,omitempty"`
}

// refusal says at which stage a scenario was refused: line, objects or configuration.
type refusal struct {
	Stage   string `json:"stage"`
	Message string `json:"message"`
}

// decision is what one scheduling cycle came to.
type decision struct {
	Step int     `json:"step"`
	Pod  podName `json:"pod"`
	// Result is Scheduled, Unschedulable, Gated or Error.
	Result string `json:"result"`
	Node   string `json:"node,omitempty"`
	// Alternatives are the other nodes that the release may choose by chance.
	Alternatives []string `json:"alternatives,omitempty"`
	// Ties are the other nodes with the same total, also where the release always chooses the first.
	Ties []string `json:"ties,omitempty"`
	// Assumed is the pod's node for the pods that follow, when that is not Node.
	Assumed       string       `json:"assumed,omitempty"`
	NominatedNode string       `json:"nominatedNode,omitempty"`
	Victims       []podName    `json:"victims,omitempty"`
	Evaluated     int          `json:"evaluated"`
	Feasible      int          `json:"feasible"`
	Start         int          `json:"start"`
	Message       string       `json:"message,omitempty"`
	Refused       *refusedBy   `json:"refused,omitempty"`
	Nodes         []nodeAnswer `json:"nodes,omitempty"`
	// OrderVaries says that PreFilter named several nodes; the scheduler walks them in the order of
	// a Go map. Nodes are then in the order of the snapshot.
	OrderVaries bool `json:"orderVaries,omitempty"`
}

// refusedBy is a plugin with its reasons, at PreEnqueue, PreFilter or Filter.
type refusedBy struct {
	Plugin  string   `json:"plugin"`
	Reasons []string `json:"reasons"`
}

// nodeAnswer is one node, in order of evaluation. A node has scores when several were feasible.
type nodeAnswer struct {
	Name   string           `json:"name"`
	Filter *refusedBy       `json:"filter,omitempty"`
	Scores map[string]score `json:"scores,omitempty"`
	Total  *int64           `json:"total,omitempty"`
}

type score struct {
	Raw        int64 `json:"raw"`
	Normalized int64 `json:"normalized"`
	Weight     int64 `json:"weight"`
}

func answerLine(line []byte) answer {
	var asked scenario
	if err := json.Unmarshal(line, &asked); err != nil {
		return answer{Error: &refusal{"line", err.Error()}}
	}
	objects, err := readObjects(asked.Objects)
	if err != nil {
		return answer{ID: asked.ID, Error: &refusal{"objects", err.Error()}}
	}
	profile, err := readConfiguration(asked.Config)
	if err != nil {
		return answer{ID: asked.ID, Error: &refusal{"configuration", err.Error()}}
	}
	started, err := start(objects, profile)
	if err != nil {
		return answer{ID: asked.ID, Error: &refusal{"configuration", err.Error()}}
	}
	defer started.stop()
	pods, err := started.pending(asked.Pods)
	if err != nil {
		return answer{ID: asked.ID, Error: &refusal{"line", err.Error()}}
	}
	if asked.Measure != nil {
		measured := started.measure(pods, *asked.Measure)
		return answer{ID: asked.ID, Measured: &measured}
	}
	started.record()
	decisions := make([]decision, 0, len(pods))
	for _, pod := range pods {
		decided := started.schedule(pod, asked)
		if decided == nil {
			continue
		}
		decided.Step = len(decisions) + 1
		decisions = append(decisions, *decided)
	}
	return answer{ID: asked.ID, Decisions: decisions}
}

func mustBe(condition bool, format string, values ...any) {
	if !condition {
		panic(fmt.Sprintf(format, values...))
	}
}

package plimsoll

import "encoding/json"

// Detail is how much a report holds.
type Detail int32

// The details, each with all that the one before it has.
const (
	DetailDecision Detail = iota
	// DetailArithmetic adds the observations, the thresholds and the ranking.
	DetailArithmetic
	// DetailCounterfactuals adds what would have spared the pod; every answer is verified by taking
	// the step again, so it costs more than the step itself.
	DetailCounterfactuals
)

// Step is what one step decided. Detail and Explain ask the engine, and only before its next verb.
type Step struct {
	Decision
	engine *Engine
	call   uint64
}

// Detail returns the decision with more about it.
func (s *Step) Detail(detail Detail) (*Decision, error) {
	if s.call != s.engine.calls {
		return nil, ErrStepPassed
	}
	decision := &Decision{}
	return decision, s.engine.answer(detail, decision)
}

// Explain returns the decision with all detail about one pod: why it was evicted, or why not.
func (s *Step) Explain(pod PodQuery) (*Decision, error) {
	if s.call != s.engine.calls {
		return nil, ErrStepPassed
	}
	subject, err := json.Marshal(pod)
	if err != nil {
		return nil, err
	}
	size, err := s.engine.instance.call(explain, subject)
	if err != nil {
		return nil, err
	}
	decision := &Decision{}
	return decision, json.Unmarshal(s.engine.instance.output[:size], decision)
}

// PodQuery names one pod; UID and NamespacedName make one.
type PodQuery struct {
	Namespace string `json:"namespace,omitempty"`
	Name      string `json:"name,omitempty"`
	UID       string `json:"uid,omitempty"`
}

// UID names the pod with this uid.
func UID(uid string) PodQuery {
	return PodQuery{UID: uid}
}

// NamespacedName names a pod as kubectl does.
func NamespacedName(namespace, name string) PodQuery {
	return PodQuery{Namespace: namespace, Name: name}
}

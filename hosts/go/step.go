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
	if err := s.begin(); err != nil {
		return nil, err
	}
	defer s.engine.end()
	decision := &Decision{}
	return decision, s.engine.answer(detail, decision)
}

// Explain returns the decision with all detail about one pod, or ranked by a signal: why the pod
// was evicted, or why not.
func (s *Step) Explain(query Query) (*Decision, error) {
	if err := s.begin(); err != nil {
		return nil, err
	}
	defer s.engine.end()
	question, err := json.Marshal(query)
	if err != nil {
		return nil, err
	}
	size, err := s.engine.instance.call(explain, question)
	if err != nil {
		return nil, err
	}
	decision := &Decision{}
	return decision, json.Unmarshal(s.engine.instance.output[:size], decision)
}

// begin takes the engine, which must still be at this step.
func (s *Step) begin() error {
	if s.engine == nil {
		return ErrStepPassed
	}
	if err := s.engine.begin(); err != nil {
		return err
	}
	if s.call != s.engine.calls {
		s.engine.end()
		return ErrStepPassed
	}
	return nil
}

// Query is what Step.Explain is asked: a pod, a signal to rank by, or both. UID, NamespacedName and
// RankedBy make one.
type Query struct {
	Namespace string `json:"namespace,omitempty"`
	Name      string `json:"name,omitempty"`
	UID       string `json:"uid,omitempty"`
	// Signal, such as nodefs.available, ranks by another signal than the one that was chosen.
	Signal string `json:"signal,omitempty"`
}

// UID names the pod with this uid.
func UID(uid string) Query {
	return Query{UID: uid}
}

// NamespacedName names a pod as kubectl does.
func NamespacedName(namespace, name string) Query {
	return Query{Namespace: namespace, Name: name}
}

// RankedBy ranks the pods by a signal, such as nodefs.available.
func RankedBy(signal string) Query {
	return Query{Signal: signal}
}

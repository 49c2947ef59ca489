package plimsoll

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
)

// ErrStepPassed is returned for a question about a step that is not the engine's last one.
var ErrStepPassed = errors.New("plimsoll: the step has passed; ask before the next verb")

// Engine is one node: a configuration, a pod list and the state between steps. It serves one
// goroutine at a time; see Fleet for many nodes and many goroutines.
type Engine struct {
	instance *instance
	policy   *Policy
	// configuration is the one in force, with its options.
	configuration []byte
	// podsTouched is set when the pod table may be another one.
	podsTouched bool
	// calls counts the verbs that put another answer in the place of the last one.
	calls uint64
}

// Reclaim runs the node-level reclaim functions that a step asks for, in order, and returns a
// stats Summary taken afterwards; nil when none could be had.
type Reclaim func(functions []string) (summary []byte, err error)

// Policy returns the policy in force, with the warnings about its configuration.
func (e *Engine) Policy() *Policy {
	return e.policy
}

// Configure puts a KubeletConfiguration in force, with a fresh state; the pod list stays.
func (e *Engine) Configure(configuration []byte, options Options) error {
	document, err := options.beside(configuration)
	if err != nil {
		return err
	}
	return e.configureWith(document)
}

func (e *Engine) configureWith(document []byte) error {
	if err := e.change(configure, document); err != nil {
		return err
	}
	policy := &Policy{}
	if err := e.answer(DetailDecision, policy); err != nil {
		return err
	}
	e.policy, e.configuration = policy, slices.Clone(document)
	return nil
}

// Pods replaces the pod list with the pods of this node, a v1 PodList; it returns their number.
func (e *Engine) Pods(podList []byte) (int, error) {
	e.calls++
	count, err := e.instance.call(pods, podList)
	if err == nil {
		e.podsTouched = true
	}
	return int(count), err
}

// Observe takes one step on a stats Summary. When the step needs node-level reclaim it calls
// reclaim and goes on with the Summary that this returns; a nil reclaim reclaims nothing. An error
// of reclaim, or a Summary of it that is refused, ends the step as if it had not been taken.
func (e *Engine) Observe(summary []byte, now time.Time, reclaim Reclaim) (*Step, error) {
	step, err := e.observe(summary, now)
	if err != nil || step.Action != ActionReclaimNodeLevelResources {
		return step, err
	}
	var after []byte
	if reclaim != nil {
		if after, err = reclaim(step.Reclaim); err != nil {
			return nil, err
		}
	}
	return e.reclaimed(after)
}

// observe leaves a step that needs reclaim suspended.
func (e *Engine) observe(summary []byte, now time.Time) (*Step, error) {
	at, err := nanoseconds(now)
	if err != nil {
		return nil, err
	}
	e.calls++
	if _, err := e.instance.call(observe, summary, at); err != nil {
		return nil, err
	}
	return e.step()
}

// reclaimed goes on with a suspended step.
func (e *Engine) reclaimed(summary []byte) (*Step, error) {
	e.calls++
	var err error
	if summary == nil {
		_, err = e.instance.callSize(reclaimed, noSummary)
	} else {
		_, err = e.instance.call(reclaimed, summary)
	}
	if err != nil {
		return nil, err
	}
	return e.step()
}

// Missed takes a step without a Summary, when none could be had: nothing is decided, and grace
// periods and conditions stay.
func (e *Engine) Missed(now time.Time) (*Step, error) {
	at, err := nanoseconds(now)
	if err != nil {
		return nil, err
	}
	e.calls++
	if _, err := e.instance.callSize(observe, noSummary, at); err != nil {
		return nil, err
	}
	return e.step()
}

// Admit says whether the node would take a v1 Pod under its present conditions.
func (e *Engine) Admit(pod []byte) (*Admission, error) {
	if err := e.change(admit, pod); err != nil {
		return nil, err
	}
	admission := &Admission{}
	return admission, e.answer(DetailDecision, admission)
}

// Report returns the JSON about the last verb that was not refused: schemas/policy-1, pods-1,
// decision-1 or admission-1. Step.Detail reads it.
func (e *Engine) Report(detail Detail) (json.RawMessage, error) {
	size, err := e.instance.callSize(report, int32(detail))
	if err != nil {
		return nil, err
	}
	return e.instance.written(size), nil
}

// Save returns the state between steps: grace periods, conditions, the times of stats. It is
// opaque, and only Restore under the same configuration takes it.
func (e *Engine) Save() ([]byte, error) {
	return e.write(save, 0)
}

// Restore takes back a state that Save returned under the same configuration.
func (e *Engine) Restore(state []byte) error {
	return e.change(restore, state)
}

// Freeze returns the decoded pod list as opaque bytes, some 160 KB at 110 pods. Thaw takes it back
// in a twentieth of the time that Pods takes.
func (e *Engine) Freeze() ([]byte, error) {
	return e.write(freeze, partPods)
}

// Thaw replaces the pod list with one that Freeze returned.
func (e *Engine) Thaw(frozen []byte) error {
	e.podsTouched = true
	return e.change(thaw, frozen)
}

// Close frees the engine.
func (e *Engine) Close() error {
	return e.instance.close()
}

func (e *Engine) change(v verb, document []byte) error {
	e.calls++
	_, err := e.instance.call(v, document)
	return err
}

func (e *Engine) write(v verb, argument int32) ([]byte, error) {
	size, err := e.instance.callSize(v, argument)
	if err != nil {
		return nil, err
	}
	return e.instance.written(size), nil
}

// answer reads the report about the last verb.
func (e *Engine) answer(detail Detail, into any) error {
	bytes, err := e.Report(detail)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(bytes, into); err != nil {
		return fmt.Errorf("plimsoll: an answer cannot be read: %w", err)
	}
	return nil
}

func (e *Engine) step() (*Step, error) {
	step := &Step{engine: e, call: e.calls}
	return step, e.answer(DetailDecision, &step.Decision)
}

// Times in nanoseconds are 64 bits wide: the years 1678 to 2261.
const yearMin, yearMax = 1678, 2261

func nanoseconds(now time.Time) (uint64, error) {
	if year := now.UTC().Year(); year < yearMin || year > yearMax {
		return 0, fmt.Errorf("plimsoll: the time of a step is in the year %d; give one from %d to %d",
			year, yearMin, yearMax)
	}
	return uint64(now.UnixNano()), nil
}

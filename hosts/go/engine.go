package plimsoll

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"
)

// Errors of calls that come at the wrong time. They change nothing.
var (
	// ErrStepPassed is returned for a question about a step that is not the engine's last one.
	ErrStepPassed = errors.New("plimsoll: the step has passed; ask before the next verb")
	// ErrInUse is returned to a goroutine that calls an engine while another one does, and to a
	// Reclaim that calls the engine it was called by.
	ErrInUse = errors.New("plimsoll: the engine is in use; an engine serves one goroutine at a " +
		"time, and none during a reclaim: give each goroutine an engine, or use a Fleet")
	// ErrClosed is returned by an engine, a fleet and a core after Close, and by the engine of a
	// fleet's node after the node's turn.
	ErrClosed = errors.New("plimsoll: used after Close, or after the turn of a fleet's node")
)

// Engine is one node: a configuration, a pod list and the state between steps. It serves one
// goroutine at a time; see Fleet for many nodes and many goroutines. Core.New makes engines.
type Engine struct {
	instance *instance
	// isLent says that the instance is a fleet's, and isOver that its turn has ended.
	isLent, isOver bool
	policy         *Policy
	// configuration is the one in force, with its options.
	configuration []byte
	// podsTouched is set when the pod table may be another one.
	podsTouched bool
	// calls counts the verbs that replace the last answer.
	calls uint64
}

// Reclaim runs the node-level reclaim functions that a step asks for, in order, and returns a
// stats Summary taken afterwards; nil when none could be read. It must not call the engine.
type Reclaim func(functions []string) (summary []byte, err error)

// Policy returns the policy in force, with the warnings about its configuration.
func (e *Engine) Policy() *Policy {
	return e.policy
}

// Configure puts a KubeletConfiguration in force, with a fresh state; the pod list stays.
func (e *Engine) Configure(configuration []byte, options Options) error {
	if err := e.begin(); err != nil {
		return err
	}
	defer e.end()
	document, err := options.appendedTo(configuration)
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
	if err := e.begin(); err != nil {
		return 0, err
	}
	defer e.end()
	e.calls++
	count, err := e.instance.call(pods, podList)
	if err == nil {
		e.podsTouched = true
	}
	return int(count), err
}

// NodePods are the pods of one node in a list.
type NodePods struct {
	// Pods is a PodList of the node's pods alone; the same bytes when the list has no others.
	Pods []byte
	// Named is of how many pods the list names the node.
	Named int
	// OtherNodes are the other nodes that the list names, sorted.
	OtherNodes []string
	// LeftOut are the pods of the list that are not in Pods.
	LeftOut LeftOut
}

// LeftOut counts the pods of a list that do not run on a node.
type LeftOut struct {
	OtherNodes int
	// Unscheduled are pods of no node: the scheduler has not placed them.
	Unscheduled int
}

// PodsOfNode takes the pods of one node out of a v1 PodList. A list in which no pod names a node is
// the node's own; in any other, a pod of no node counts only when the kubelet itself has started it
// (a static pod). The engine stays as it is: give Pods what it returns.
func (e *Engine) PodsOfNode(podList []byte, node string) (*NodePods, error) {
	if err := e.begin(); err != nil {
		return nil, err
	}
	defer e.end()
	size, err := e.instance.call(podsOfNode, slices.Concat(podList, []byte(node)), uint64(len(node)))
	if err != nil {
		return nil, err
	}
	var answer struct {
		OtherNodes         []string
		Named, Unscheduled int
	}
	written, err := e.instance.invoke(outputSize)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(e.instance.output[:written], &answer); err != nil {
		return nil, fmt.Errorf("plimsoll: an answer cannot be read: %w", err)
	}
	pods := &NodePods{Pods: podList, Named: answer.Named}
	if int(size) != len(podList) {
		pods.Pods = e.instance.left(size)
		pods.LeftOut = LeftOut{len(answer.OtherNodes), answer.Unscheduled}
	}
	slices.Sort(answer.OtherNodes)
	pods.OtherNodes = slices.Compact(answer.OtherNodes)
	return pods, nil
}

// Observe takes one step on a stats Summary. When the step needs node-level reclaim it calls
// reclaim and goes on with the Summary that this returns; a nil reclaim reclaims nothing. An error
// of reclaim, or a Summary of it that is refused, ends the step as if it had not been taken.
func (e *Engine) Observe(summary []byte, now time.Time, reclaim Reclaim) (*Step, error) {
	if err := e.begin(); err != nil {
		return nil, err
	}
	defer e.end()
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
	if err := e.instance.keepText(); err != nil {
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

// Missed takes a step without a Summary, when none could be read: nothing is decided, and grace
// periods and conditions stay.
func (e *Engine) Missed(now time.Time) (*Step, error) {
	if err := e.begin(); err != nil {
		return nil, err
	}
	defer e.end()
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
	if err := e.begin(); err != nil {
		return nil, err
	}
	defer e.end()
	if err := e.change(admit, pod); err != nil {
		return nil, err
	}
	admission := &Admission{}
	return admission, e.answer(DetailDecision, admission)
}

// Report returns the JSON about the last verb that was not refused: schemas/policy-1, pods-1,
// decision-1 or pod-admit-1. Step.Detail reads it.
func (e *Engine) Report(detail Detail) (json.RawMessage, error) {
	if err := e.begin(); err != nil {
		return nil, err
	}
	defer e.end()
	return e.write(report, int32(detail))
}

// Save returns the state between steps: grace periods, conditions, the times of stats. It is
// opaque, and only Restore under the same configuration takes it.
func (e *Engine) Save() ([]byte, error) {
	if err := e.begin(); err != nil {
		return nil, err
	}
	defer e.end()
	return e.write(save, 0)
}

// Restore takes back a state that Save returned under the same configuration.
func (e *Engine) Restore(state []byte) error {
	if err := e.begin(); err != nil {
		return err
	}
	defer e.end()
	return e.change(restore, state)
}

// Freeze returns the decoded pod list as opaque bytes, some 160 KB at 110 pods. Thaw takes it back
// in a twentieth of the time that Pods takes.
func (e *Engine) Freeze() ([]byte, error) {
	if err := e.begin(); err != nil {
		return nil, err
	}
	defer e.end()
	return e.write(freeze, partPods)
}

// Thaw replaces the pod list with one that Freeze returned.
func (e *Engine) Thaw(frozen []byte) error {
	if err := e.begin(); err != nil {
		return err
	}
	defer e.end()
	e.podsTouched = true
	return e.change(thaw, frozen)
}

// Close frees the engine. A second Close does nothing.
func (e *Engine) Close() error {
	if e.isLent {
		return errors.New("plimsoll: the engine is the fleet's; close the fleet")
	}
	if e.instance == nil {
		return nil
	}
	return e.instance.close()
}

// begin takes the engine for one call; end gives it back. What would run in a closed instance, or
// in one that runs already, would crash the process.
func (e *Engine) begin() error {
	if e.instance == nil {
		return ErrClosed
	}
	if !e.instance.running.TryLock() {
		return ErrInUse
	}
	if e.isOver || e.instance.isClosed {
		e.end()
		return ErrClosed
	}
	return nil
}

func (e *Engine) end() {
	e.instance.running.Unlock()
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
	bytes, err := e.write(report, int32(detail))
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

// Times in nanoseconds are 64 bits wide: from September 1677 to April 2262.
var timeMin, timeMax = time.Unix(0, math.MinInt64).UTC(), time.Unix(0, math.MaxInt64).UTC()

func nanoseconds(now time.Time) (uint64, error) {
	if now.Before(timeMin) || now.After(timeMax) {
		return 0, fmt.Errorf("plimsoll: the time of a step is %v; give one from %v to %v",
			now, timeMin, timeMax)
	}
	return uint64(now.UnixNano()), nil
}

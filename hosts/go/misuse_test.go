package plimsoll_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"plimsoll.dev/plimsoll"
)

// verbsOf are all ways to call an engine; each returns its error.
func verbsOf(engine *plimsoll.Engine) map[string]func() error {
	return map[string]func() error{
		"Configure": func() error {
			return engine.Configure([]byte(configuration), plimsoll.Options{})
		},
		"Pods": func() error { _, err := engine.Pods([]byte(podList)); return err },
		"PodsOfNode": func() error {
			_, err := engine.PodsOfNode([]byte(podList), "n1")
			return err
		},
		"SplitObjects": func() error {
			for _, err := range engine.SplitObjects(strings.NewReader("{}")) {
				if err != nil {
					return err
				}
			}
			return nil
		},
		"Observe": observing(engine, string(summaryWith(50, begin))),
		"Missed":  func() error { _, err := engine.Missed(begin); return err },
		"Admit":   func() error { _, err := engine.Admit([]byte(`{"spec": {}}`)); return err },
		"Report":  func() error { _, err := engine.Report(plimsoll.DetailDecision); return err },
		"Save":    func() error { _, err := engine.Save(); return err },
		"Restore": func() error { return engine.Restore(nil) },
		"Freeze":  func() error { _, err := engine.Freeze(); return err },
		"Thaw":    func() error { return engine.Thaw(nil) },
	}
}

// questionsOf are all ways to ask about a step.
func questionsOf(step *plimsoll.Step) map[string]func() error {
	return map[string]func() error{
		"Detail":  func() error { _, err := step.Detail(plimsoll.DetailArithmetic); return err },
		"Explain": func() error { _, err := step.Explain(plimsoll.UID("2")); return err },
	}
}

func expectEach(t *testing.T, calls map[string]func() error, want error) {
	t.Helper()
	for name, call := range calls {
		if err := call(); !errors.Is(err, want) {
			t.Errorf("%s answers %v", name, err)
		}
	}
}

func TestAClosedEngineAnswersNothing(t *testing.T) {
	core, err := plimsoll.Load(context.Background())
	must(t, err)
	byItself, byItsCore := newEngine(t, core), newEngine(t, core)
	step, err := byItself.Observe(summaryWith(50, begin), begin, nil)
	must(t, err)
	must(t, byItself.Close())
	must(t, byItself.Close())
	expectEach(t, verbsOf(byItself), plimsoll.ErrClosed)
	expectEach(t, questionsOf(step), plimsoll.ErrClosed)
	must(t, core.Close())
	must(t, core.Close())
	expectEach(t, verbsOf(byItsCore), plimsoll.ErrClosed)
	_, err = core.New(context.Background(), []byte("{}"), plimsoll.Options{})
	if !errors.Is(err, plimsoll.ErrClosed) {
		t.Errorf("a closed core makes an engine: %v", err)
	}
}

func TestAnEngineThatNobodyMadeAnswersNothing(t *testing.T) {
	engine := &plimsoll.Engine{}
	expectEach(t, verbsOf(engine), plimsoll.ErrClosed)
	expectEach(t, questionsOf(&plimsoll.Step{}), plimsoll.ErrStepPassed)
	must(t, engine.Close())
}

func TestAnEngineServesOneGoroutineAtATime(t *testing.T) {
	engine := newEngine(t, load(t))
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 100 {
				step, err := engine.Observe(summaryWith(50, begin), begin, nil)
				if err == nil && len(step.NodeConditions) != 1 {
					t.Errorf("reports %v", step.NodeConditions)
				}
				if err != nil && !errors.Is(err, plimsoll.ErrInUse) {
					t.Errorf("is %v", err)
				}
			}
		})
	}
	group.Wait()
}

func TestAReclaimCallsNothingOfItsEngine(t *testing.T) {
	full := []byte(`{"node": {"fs": {"availableBytes": 1, "capacityBytes": 100},` +
		`"runtime": {"imageFs": {"availableBytes": 1, "capacityBytes": 100}}}}`)
	core, err := plimsoll.Load(context.Background())
	must(t, err)
	engine, err := core.New(context.Background(),
		[]byte(`{"evictionHard": {"nodefs.available": "50%"}}`),
		plimsoll.Options{Layout: &plimsoll.Layout{}})
	must(t, err)
	before, err := engine.Save()
	must(t, err)
	step, err := engine.Observe(full, begin, func([]string) ([]byte, error) {
		expectEach(t, verbsOf(engine), plimsoll.ErrInUse)
		closing := map[string]func() error{"Engine.Close": engine.Close, "Core.Close": core.Close}
		expectEach(t, closing, plimsoll.ErrInUse)
		return full, nil
	})
	must(t, err)
	if step.Number != 1 || step.ReclaimSufficient == nil {
		t.Errorf("is %+v", step.Decision)
	}
	must(t, engine.Restore(before))
	func() {
		defer func() { _ = recover() }()
		_, _ = engine.Observe(full, begin, func([]string) ([]byte, error) { panic("no runtime") })
	}()
	after, err := engine.Save()
	must(t, err)
	if string(after) != string(before) {
		t.Error("a reclaim that panics changes the state")
	}
	must(t, core.Close())
}

func TestACancelledContextStartsNothing(t *testing.T) {
	core := load(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	expectEach(t, map[string]func() error{
		"Load": func() error { _, err := plimsoll.Load(ctx); return err },
		"New": func() error {
			_, err := core.New(ctx, []byte("{}"), plimsoll.Options{})
			return err
		},
		"Fleet": func() error {
			_, err := core.Fleet(ctx, 1, []byte("{}"), plimsoll.Options{})
			return err
		},
	}, context.Canceled)
}

func TestAnEngineOfAFleetIsTheNodesForItsTurnOnly(t *testing.T) {
	fleet := newFleet(t, load(t), 1)
	var kept *plimsoll.Engine
	var step *plimsoll.Step
	must(t, fleet.Do("a", func(engine *plimsoll.Engine) error {
		_, err := engine.Pods([]byte(podList))
		must(t, err)
		kept = engine
		step, err = engine.Observe(summaryWith(50, begin), begin, nil)
		must(t, err)
		if engine.Close() == nil {
			t.Error("a turn closes the engine of the fleet")
		}
		return err
	}))
	must(t, fleet.Do("b", func(*plimsoll.Engine) error {
		expectEach(t, verbsOf(kept), plimsoll.ErrClosed)
		expectEach(t, questionsOf(step), plimsoll.ErrClosed)
		return nil
	}))
	for _, node := range []string{"a", "b"} {
		must(t, fleet.Do(node, func(engine *plimsoll.Engine) error {
			missed, err := engine.Missed(begin)
			if want := map[string]int64{"a": 1}[node]; err == nil && missed.Number != want {
				t.Errorf("node %s is at step %d", node, missed.Number)
			}
			return err
		}))
	}
}

func TestATurnThatPanicsChangesNothing(t *testing.T) {
	fleet := newFleet(t, load(t), 1)
	number := func(before func(*plimsoll.Engine)) (count int64) {
		defer func() { _ = recover() }()
		must(t, fleet.Do("a", func(engine *plimsoll.Engine) error {
			before(engine)
			step, err := engine.Missed(begin)
			must(t, err)
			count = step.Number
			return nil
		}))
		return count
	}
	number(func(engine *plimsoll.Engine) {
		_, err := engine.Observe(summaryWith(50, begin), begin, nil)
		must(t, err)
		must(t, engine.Configure([]byte(`{"evictionHard": {}}`), plimsoll.Options{}))
		panic(fmt.Sprint("after ", engine.Policy().Profile))
	})
	if count := number(func(engine *plimsoll.Engine) {
		if thresholds := len(engine.Policy().Thresholds); thresholds == 0 {
			t.Error("the configuration of the turn that panicked stays")
		}
	}); count != 0 {
		t.Errorf("the node is at step %d", count)
	}
}

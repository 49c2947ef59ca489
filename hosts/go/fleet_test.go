package plimsoll_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"plimsoll.dev/plimsoll"
)

// Each node of a fleet has less memory available than the one before, and its own times.
func observeNode(engine *plimsoll.Engine, node, turn int) (*plimsoll.Step, error) {
	if turn == 0 {
		if _, err := engine.Pods([]byte(podList)); err != nil {
			return nil, err
		}
	}
	now := begin.Add(time.Duration(node)*time.Minute + time.Duration(turn)*10*time.Second)
	return engine.Observe(summaryWith(90+node*5+turn, now), now, nil)
}

func TestNodesOfAFleetDecideAsAlone(t *testing.T) {
	const nodes, turns = 8, 4
	core := load(t)
	var want [nodes][turns]string
	for node := range nodes {
		engine := newEngine(t, core)
		for turn := range turns {
			step, err := observeNode(engine, node, turn)
			must(t, err)
			want[node][turn] = step.Digest
		}
	}
	fleet := newFleet(t, core, 2)
	var group sync.WaitGroup
	var got [nodes][turns]string
	failures := make([]error, nodes)
	for node := range nodes {
		group.Go(func() {
			for turn := range turns {
				err := fleet.Do(fmt.Sprint(node), func(engine *plimsoll.Engine) error {
					step, err := observeNode(engine, node, turn)
					if err == nil {
						got[node][turn] = step.Digest
					}
					return err
				})
				failures[node] = errors.Join(failures[node], err)
			}
		})
	}
	group.Wait()
	must(t, errors.Join(failures...))
	if got != want {
		t.Errorf("a fleet decides %v, and nodes alone %v", got, want)
	}
}

func TestANodeKeepsItsConfiguration(t *testing.T) {
	fleet := newFleet(t, load(t), 1)
	lower := []byte(`{"evictionHard": {"memory.available": "10Mi"}}`)
	evictions := func(node string, turn func(*plimsoll.Engine) error) (count int) {
		must(t, fleet.Do(node, func(engine *plimsoll.Engine) error {
			if err := turn(engine); err != nil {
				return err
			}
			step, err := engine.Observe(summaryWith(50, begin), begin, nil)
			if err == nil {
				count = len(step.Evictions)
			}
			return err
		}))
		return count
	}
	setPods := func(engine *plimsoll.Engine) error {
		_, err := engine.Pods([]byte(podList))
		return err
	}
	nothing := func(*plimsoll.Engine) error { return nil }
	if count := evictions("lower", func(engine *plimsoll.Engine) error {
		return errors.Join(engine.Configure(lower, plimsoll.Options{}), setPods(engine))
	}); count != 0 {
		t.Errorf("50Mi under a threshold of 10Mi evict %d pods", count)
	}
	if count := evictions("usual", setPods); count != 1 {
		t.Errorf("50Mi under a threshold of 100Mi evict %d pods", count)
	}
	if count := evictions("lower", nothing); count != 0 {
		t.Errorf("the next turn under 10Mi evicts %d pods", count)
	}
	fleet.Forget("lower")
	if count := evictions("lower", setPods); count != 1 {
		t.Errorf("a node that was forgotten evicts %d pods", count)
	}
}

func TestAnErrorOfATurnIsReturned(t *testing.T) {
	fleet := newFleet(t, load(t), 1)
	failed := errors.New("no Summary")
	err := fleet.Do("a", func(engine *plimsoll.Engine) error {
		_, err := engine.Observe(summaryWith(50, begin), begin, nil)
		return errors.Join(err, failed)
	})
	if !errors.Is(err, failed) {
		t.Errorf("is %v", err)
	}
	must(t, fleet.Do("a", func(engine *plimsoll.Engine) error {
		step, err := engine.Missed(begin)
		if err == nil && step.Number != 1 {
			t.Errorf("the step before the error is lost: %+v", step.Decision)
		}
		return err
	}))
	must(t, fleet.Close())
	must(t, fleet.Close())
	if err := fleet.Do("a", func(*plimsoll.Engine) error { return nil }); err == nil {
		t.Error("a closed fleet gives turns")
	}
}

func TestAFleetNeedsAnEngine(t *testing.T) {
	_, err := load(t).Fleet(context.Background(), 0, []byte("{}"), plimsoll.Options{})
	if err == nil {
		t.Error("a fleet without engines is accepted")
	}
	_, err = load(t).Fleet(context.Background(), 2, []byte("{"), plimsoll.Options{})
	refusal(t, err)
}

// Memory of instances counts neither as Go's heap nor against GOMEMLIMIT.
func TestInstancesAreNotOfTheHeap(t *testing.T) {
	if runtime.GOOS != "linux" && runtime.GOOS != "darwin" {
		t.Skip("instances take their memory from the heap on this operating system")
	}
	core := load(t)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 20 {
		newEngine(t, core)
	}
	runtime.ReadMemStats(&after)
	const instance = 62 << 20
	if grown := after.HeapSys - before.HeapSys; after.HeapSys > before.HeapSys && grown > instance {
		t.Errorf("20 instances take %d bytes of the heap", grown)
	}
}

func newFleet(t *testing.T, core *plimsoll.Core, engines int) *plimsoll.Fleet {
	t.Helper()
	fleet, err := core.Fleet(
		context.Background(), engines, []byte(configuration), plimsoll.Options{})
	must(t, err)
	t.Cleanup(func() { must(t, fleet.Close()) })
	return fleet
}

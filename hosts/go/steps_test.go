package plimsoll_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"
	"time"

	"plimsoll.dev/plimsoll"
)

func packed(t testing.TB, steps []plimsoll.PackableStep, before time.Time) []byte {
	document, err := plimsoll.PackSteps(steps, before)
	must(t, err)
	return document
}

func TestManyStepsAmountToSingleOnes(t *testing.T) {
	core := load(t)
	single, many := newEngine(t, core), newEngine(t, core)
	var packable []plimsoll.PackableStep
	evictions := int64(0)
	for turn := range 6 {
		now := begin.Add(time.Duration(turn) * 10 * time.Second)
		summary := summaryWith(50+30*(turn%3), now)
		step, err := single.Observe(summary, now, nil)
		must(t, err)
		evictions += int64(len(step.Evictions))
		if turn%2 == 0 {
			summary, err = single.FreezeSummary()
			must(t, err)
		}
		packable = append(packable, plimsoll.PackableStep{Time: now, Summary: summary})
	}
	taken, err := many.Steps(packed(t, packable, time.Time{}))
	must(t, err)
	counted := int64(0)
	for _, each := range taken.Evictions {
		counted += each.Count
	}
	if taken.Taken != 6 || taken.Steps != 6 || counted != evictions || counted == 0 {
		t.Errorf("many steps amount to %+v, and single ones evict %d", taken, evictions)
	}
	if !slices.Equal(taken.NodeConditions, []string{"MemoryPressure"}) ||
		taken.ConditionNanoseconds["MemoryPressure"] != int64(50*time.Second) {
		t.Errorf("many steps are under %+v", taken)
	}
	one, err := single.Save()
	must(t, err)
	other, err := many.Save()
	must(t, err)
	if !bytes.Equal(one, other) {
		t.Error("many steps leave another state")
	}
}

func TestManyStepsEndBeforeOneThatIsRefused(t *testing.T) {
	engine := newEngine(t, load(t))
	good := plimsoll.PackableStep{Time: begin, Summary: summaryWith(500, begin)}
	bad := plimsoll.PackableStep{Time: begin, Summary: []byte("{")}
	taken, err := engine.Steps(packed(t, []plimsoll.PackableStep{good, bad}, begin))
	must(t, err)
	if taken.Taken != 1 {
		t.Errorf("takes %d steps", taken.Taken)
	}
	_, err = engine.Steps(packed(t, []plimsoll.PackableStep{bad, good}, begin))
	var refused *plimsoll.Refused
	if !errors.As(err, &refused) || refused.Status != plimsoll.StatusInvalidJson {
		t.Errorf("answers %v", err)
	}
}

// What a step of a sweep costs: frozen, a hundred in one call.
func BenchmarkSteps(b *testing.B) {
	engine := newEngine(b, load(b))
	_, err := engine.Observe(served(), begin, nil)
	must(b, err)
	frozen, err := engine.FreezeSummary()
	must(b, err)
	packable := make([]plimsoll.PackableStep, 100)
	for index := range packable {
		now := begin.Add(time.Duration(index) * 10 * time.Second)
		packable[index] = plimsoll.PackableStep{Time: now, Summary: frozen}
	}
	document := packed(b, packable, time.Time{})
	for b.Loop() {
		_, err := engine.Steps(document)
		must(b, err)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/100, "ns/step")
}

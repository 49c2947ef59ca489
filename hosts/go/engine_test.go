package plimsoll_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"plimsoll.dev/plimsoll"
)

func TestTheKubeletsMessageIsTold(t *testing.T) {
	engine := newEngine(t, load(t))
	step, err := engine.Observe(summaryWith(500, begin), begin, nil)
	must(t, err)
	if step.Action != plimsoll.ActionNone || step.Number != 1 || !step.Time.Equal(begin) {
		t.Errorf("the first step is %+v", step.Decision)
	}
	later := begin.Add(10 * time.Second)
	step, err = engine.Observe(summaryWith(50, later), later, nil)
	must(t, err)
	if step.Action != plimsoll.ActionEvictPod || len(step.Evictions) != 1 {
		t.Fatalf("the step under pressure is %+v", step.Decision)
	}
	// pkg/kubelet/eviction/helpers.go, evictionMessage.
	want := "The node was low on resource: memory. Threshold quantity: 100Mi, available: 50Mi. " +
		"Container b was using 200Mi, request is 10Mi, has larger consumption of memory. "
	evicted := step.Evictions[0]
	if evicted.Name != "greedy" || evicted.Namespace != "shop" || evicted.UID != "2" {
		t.Errorf("evicts %+v", evicted)
	}
	if evicted.Message != want {
		t.Errorf("says %q", evicted.Message)
	}
	if !slices.Equal(step.NodeConditions, []string{"MemoryPressure"}) {
		t.Errorf("reports %v", step.NodeConditions)
	}
}

func TestAStepIsExplainedUntilTheNextVerb(t *testing.T) {
	engine := newEngine(t, load(t))
	step, err := engine.Observe(summaryWith(50, begin), begin, nil)
	must(t, err)
	detailed, err := step.Detail(plimsoll.DetailArithmetic)
	must(t, err)
	if len(detailed.Ranking) != 2 || detailed.Ranking[0].Name != "greedy" {
		t.Errorf("ranks %+v", detailed.Ranking)
	}
	why, err := step.Explain(plimsoll.NamespacedName("shop", "modest"))
	must(t, err)
	if why.Subject == nil || why.Subject.UID != "1" || why.Standing == "" {
		t.Errorf("explains %+v", why)
	}
	ranked, err := step.Explain(plimsoll.RankedBy("pid.available"))
	must(t, err)
	if ranked.RankingSignal != "pid.available" || len(ranked.Ranking) != 2 {
		t.Errorf("ranks %+v by %q", ranked.Ranking, ranked.RankingSignal)
	}
	_, err = step.Explain(plimsoll.UID("3"))
	if refused := refusal(t, err); refused.Status != plimsoll.StatusNotFound {
		t.Errorf("refuses with %v", refused)
	}
	_, err = engine.Missed(begin)
	must(t, err)
	for _, ask := range []func() (*plimsoll.Decision, error){
		func() (*plimsoll.Decision, error) { return step.Detail(plimsoll.DetailArithmetic) },
		func() (*plimsoll.Decision, error) { return step.Explain(plimsoll.UID("1")) },
	} {
		if _, err := ask(); !errors.Is(err, plimsoll.ErrStepPassed) {
			t.Errorf("a step that has passed answers %v", err)
		}
	}
}

func TestThePodsOfANodeAreTakenOutOfAList(t *testing.T) {
	engine := newEngine(t, load(t))
	step, err := engine.Observe(summaryWith(50, begin), begin, nil)
	must(t, err)
	const own = `{"metadata": {"name": "own"}, "spec": {"nodeName": "n1"}}`
	const static = `{"metadata": {"annotations": {"kubernetes.io/config.source": "file"}}}`
	const mixed = `{"items": [{"spec": {"nodeName": "n3"}}, ` + own + `, ` +
		`{"spec": {"nodeName": "n2"}}, {}, ` + static + `, {"spec": {"nodeName": "n3"}}]}`
	for _, test := range []struct {
		list string
		want plimsoll.NodePods
	}{
		{mixed, plimsoll.NodePods{
			Pods:       []byte(`{"items": [` + own + `,` + static + `]}`),
			Named:      1,
			OtherNodes: []string{"n2", "n3"},
			LeftOut:    plimsoll.LeftOut{OtherNodes: 3, Unscheduled: 1},
		}},
		{`{"items": [{}, {}]}`, plimsoll.NodePods{
			Pods:       []byte(`{"items": [{}, {}]}`),
			OtherNodes: []string{},
		}},
	} {
		got, err := engine.PodsOfNode([]byte(test.list), "n1")
		must(t, err)
		if !reflect.DeepEqual(*got, test.want) {
			t.Errorf("%s has %s, named %d, others %v, left out %+v", test.list, got.Pods, got.Named,
				got.OtherNodes, got.LeftOut)
		}
	}
	for list, want := range map[string]plimsoll.Status{
		``:               plimsoll.StatusInvalidJson,
		`{"items": [{}]`: plimsoll.StatusInvalidJson,
		`{"items": [1]}`: plimsoll.StatusWrongType,
		`{}`:             plimsoll.StatusWrongDocument,
	} {
		_, err := engine.PodsOfNode([]byte(list), "n1")
		if refused := refusal(t, err); refused.Status != want {
			t.Errorf("%s is refused with %v", list, refused)
		}
	}
	// The step is still the engine's last one.
	_, err = step.Detail(plimsoll.DetailArithmetic)
	must(t, err)
}

func TestAMissedStepDecidesNothing(t *testing.T) {
	engine := newEngine(t, load(t))
	before, err := engine.Observe(summaryWith(50, begin), begin, nil)
	must(t, err)
	step, err := engine.Missed(begin.Add(time.Second))
	must(t, err)
	if !step.Missed || step.Action != plimsoll.ActionNone || step.Number != before.Number {
		t.Errorf("is %+v", step.Decision)
	}
	if !slices.Equal(step.NodeConditions, before.NodeConditions) {
		t.Errorf("reports %v", step.NodeConditions)
	}
}

func TestReclaimIsCalledInTheMiddleOfAStep(t *testing.T) {
	const disk = `{"node": {"fs": {"availableBytes": %, "capacityBytes": 100},` +
		`"runtime": {"imageFs": {"availableBytes": %, "capacityBytes": 100}}}}`
	full := []byte(strings.ReplaceAll(disk, "%", "1"))
	free := []byte(strings.ReplaceAll(disk, "%", "99"))
	core := load(t)
	ctx := context.Background()
	diskEngine := func() *plimsoll.Engine {
		engine, err := core.New(ctx, []byte(`{"evictionHard": {"nodefs.available": "50%"}}`),
			plimsoll.Options{Layout: &plimsoll.Layout{}})
		must(t, err)
		return engine
	}
	tests := []struct {
		name       string
		summary    []byte
		sufficient bool
	}{
		{"that frees enough", free, true},
		{"that frees nothing", full, false},
		{"after which no Summary can be read", nil, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var asked []string
			step, err := diskEngine().Observe(full, begin, func(functions []string) ([]byte, error) {
				asked = functions
				return test.summary, nil
			})
			must(t, err)
			// pkg/kubelet/eviction/helpers.go, buildSignalToNodeReclaimFuncs, without an imagefs.
			want := []string{"DeleteAllUnusedContainers", "DeleteUnusedImages"}
			if !slices.Equal(asked, want) {
				t.Errorf("asks for %v", asked)
			}
			if step.ReclaimSufficient == nil || *step.ReclaimSufficient != test.sufficient {
				t.Errorf("is %+v", step.Decision)
			}
		})
	}
	failed := errors.New("the runtime does not answer")
	for name, reclaim := range map[string]plimsoll.Reclaim{
		"an error":              func([]string) ([]byte, error) { return nil, failed },
		"an empty Summary":      func([]string) ([]byte, error) { return []byte{}, nil },
		"what is not a Summary": func([]string) ([]byte, error) { return []byte("{"), nil },
	} {
		t.Run(name+" takes the step back", func(t *testing.T) {
			engine, other := diskEngine(), diskEngine()
			before, err := engine.Save()
			must(t, err)
			_, err = engine.Observe(full, begin, reclaim)
			if err == nil {
				t.Fatal("is not an error")
			}
			after, err := engine.Save()
			must(t, err)
			if !bytes.Equal(before, after) {
				t.Error("changed the state")
			}
			step, err := engine.Observe(full, begin, nil)
			must(t, err)
			untouched, err := other.Observe(full, begin, nil)
			must(t, err)
			if step.Digest != untouched.Digest || step.Number != untouched.Number {
				t.Errorf("is %+v then, and %+v without the error", step.Decision, untouched.Decision)
			}
		})
	}
}

func TestWhatIsRefusedChangesNothing(t *testing.T) {
	engine := newEngine(t, load(t))
	tests := []struct {
		name   string
		verb   func() error
		status plimsoll.Status
		path   string
		offset int
	}{
		{"an empty Summary", observing(engine, ""), plimsoll.StatusInvalidJson, "$", 0},
		{"a Summary that is cut off", observing(engine, `{"node": {`), plimsoll.StatusInvalidJson,
			"$.node", 10},
		{"a number that is a text", observing(engine, `{"node": {"memory": {"availableBytes": "1"}}}`),
			plimsoll.StatusWrongType, "$.node.memory.availableBytes", 39},
		{"an empty pod list", func() error { _, err := engine.Pods(nil); return err },
			plimsoll.StatusInvalidJson, "$", 0},
		{"an empty pod", func() error { _, err := engine.Admit(nil); return err },
			plimsoll.StatusInvalidJson, "$", 0},
		{"an empty configuration", func() error { return engine.Configure(nil, plimsoll.Options{}) },
			plimsoll.StatusInvalidJson, "$", 0},
		{"a document that is too large", func() error {
			_, err := engine.Pods(make([]byte, 20<<20+1))
			return err
		}, plimsoll.StatusInputTooLarge, "", -1},
		{"what is not a state", func() error { return engine.Restore([]byte("state")) },
			plimsoll.StatusInvalidState, "", -1},
		{"what is not a frozen list", func() error { return engine.Thaw([]byte("list")) },
			plimsoll.StatusInvalidSnapshot, "", -1},
		{"an unknown detail", func() error { _, err := engine.Report(3); return err },
			plimsoll.StatusInvalidArgument, "", -1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			refused := refusal(t, test.verb())
			status, path, offset := refused.Status, refused.Path, refused.Offset
			if status != test.status || path != test.path || offset != test.offset {
				t.Errorf("is %v at %q, byte %d: %v", status, path, offset, refused)
			}
			if refused.Reason == "" || !json.Valid(refused.JSON) {
				t.Errorf("gives no reason: %s", refused.JSON)
			}
		})
	}
	step, err := engine.Observe(summaryWith(50, begin), begin, nil)
	must(t, err)
	if step.Number != 1 || step.Evictions[0].Name != "greedy" {
		t.Errorf("the step after them is %+v", step.Decision)
	}
}

func TestEveryErrorOfAConfigurationIsTold(t *testing.T) {
	broken := `{"evictionHard": {"memory.available": "100MiB", "disk": "1"}}`
	_, err := load(t).New(context.Background(), []byte(broken), plimsoll.Options{})
	refused := refusal(t, err)
	if refused.Status != plimsoll.StatusInvalidConfiguration || len(refused.Errors) == 0 {
		t.Errorf("is %+v", refused)
	}
	if !strings.HasPrefix(err.Error(), "plimsoll: KubeletConfiguration evictionHard[") {
		t.Errorf("says %q", err)
	}
}

func TestOptionsStandBesideTheConfiguration(t *testing.T) {
	core, ctx := load(t), context.Background()
	options := plimsoll.Options{
		KubeletVersion: "v1.31.2+k3s1", Layout: &plimsoll.Layout{DedicatedImageFs: true},
	}
	for _, document := range []string{"{}", " { } \n", configuration} {
		engine, err := core.New(ctx, []byte(document), options)
		must(t, err)
		policy := engine.Policy()
		if policy.KubeletVersion != "1.31" || policy.Layout == nil || !policy.Layout.DedicatedImageFs {
			t.Errorf("%s comes to %+v", document, policy)
		}
	}
	for _, document := range []string{"", "{", "}", "[{}]", `{"a": "}`, "{} {}", "null"} {
		if _, err := core.New(ctx, []byte(document), options); err == nil {
			t.Errorf("%q is accepted", document)
		}
	}
	_, err := core.New(ctx, []byte("{}"), plimsoll.Options{KubeletVersion: "2"})
	refused := refusal(t, err)
	if len(refused.Errors) != 1 || refused.Errors[0].Path != "plimsoll.kubeletVersion" {
		t.Errorf("a wrong option is %+v", refused)
	}
}

func TestATimeThatNanosecondsCannotSayIsAnError(t *testing.T) {
	engine := newEngine(t, load(t))
	for _, now := range []time.Time{time.Unix(0, math.MinInt64), time.Unix(0, math.MaxInt64)} {
		step, err := engine.Missed(now)
		if err != nil || !step.Time.Equal(now) {
			t.Errorf("%v comes to %v, %v", now, step, err)
		}
	}
	for _, now := range []time.Time{
		{}, time.Unix(0, math.MinInt64).Add(-1), time.Unix(0, math.MaxInt64).Add(1),
	} {
		if _, err := engine.Observe(summaryWith(50, begin), now, nil); err == nil {
			t.Errorf("%v is accepted", now)
		}
		if _, err := engine.Missed(now); err == nil {
			t.Errorf("%v is accepted without a Summary", now)
		}
	}
}

func TestAStateIsRestoredInAnotherEngine(t *testing.T) {
	core := load(t)
	first, second := newEngine(t, core), newEngine(t, core)
	_, err := first.Observe(summaryWith(50, begin), begin, nil)
	must(t, err)
	state, err := first.Save()
	must(t, err)
	frozen, err := first.Freeze()
	must(t, err)
	must(t, second.Thaw(frozen))
	must(t, second.Restore(state))
	now := begin.Add(10 * time.Second)
	want, err := first.Observe(summaryWith(50, now), now, nil)
	must(t, err)
	got, err := second.Observe(summaryWith(50, now), now, nil)
	must(t, err)
	if got.Digest != want.Digest || got.Number != 2 {
		t.Errorf("goes on with %+v instead of %+v", got.Decision, want.Decision)
	}
}

func TestAdmissionFollowsTheConditions(t *testing.T) {
	engine := newEngine(t, load(t))
	pod := []byte(`{"kind": "Pod", "metadata": {"name": "new"}, ` +
		`"spec": {"containers": [{"name": "c"}]}}`)
	admission, err := engine.Admit(pod)
	must(t, err)
	if !admission.Admit {
		t.Errorf("a calm node answers %+v", admission)
	}
	_, err = engine.Observe(summaryWith(50, begin), begin, nil)
	must(t, err)
	admission, err = engine.Admit(pod)
	must(t, err)
	// pkg/kubelet/eviction/eviction_manager.go, Admit.
	want := "The node had condition: [MemoryPressure]. "
	if admission.Admit || admission.Message != want {
		t.Errorf("a node under pressure answers %+v", admission)
	}
}

func TestACoreServesManyGoroutines(t *testing.T) {
	core := load(t)
	var group sync.WaitGroup
	digests := make([]string, 8)
	for index := range digests {
		group.Go(func() {
			engine := newEngine(t, core)
			step, err := engine.Observe(summaryWith(50, begin), begin, nil)
			if err == nil {
				digests[index] = step.Digest
			}
		})
	}
	group.Wait()
	if len(slices.Compact(digests)) != 1 || digests[0] == "" {
		t.Errorf("goroutines come to %v", digests)
	}
}

func observing(engine *plimsoll.Engine, summary string) func() error {
	return func() error {
		_, err := engine.Observe([]byte(summary), begin, nil)
		return err
	}
}

func refusal(t *testing.T, err error) *plimsoll.Refused {
	t.Helper()
	var refused *plimsoll.Refused
	if !errors.As(err, &refused) {
		t.Fatalf("is not a refusal: %v", err)
	}
	return refused
}

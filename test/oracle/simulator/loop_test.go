package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	if err := prepareProcess(); err != nil {
		fail(err)
	}
	os.Exit(m.Run())
}

// nodeOf is a node with 4 CPUs, of whose memory the system uses 1Gi.
func nodeOf(name, memory, more string) string {
	amounts := fmt.Sprintf(`{"cpu":"4","memory":%q,"pods":"110"}`, memory)
	return fmt.Sprintf(`{"node":{"apiVersion":"v1","kind":"Node","metadata":{"name":%q},
		"status":{"capacity":%s,"allocatable":%s}},"system":"1Gi",
		"kubelet":{"evictionHard":{"memory.available":"500Mi"}}%s}`, name, amounts, amounts, more)
}

func deploymentOf(name string, replicas int, container string) string {
	return fmt.Sprintf(`{"apiVersion":"apps/v1","kind":"Deployment",
		"metadata":{"name":%[1]q,"namespace":"shop"},"spec":{"replicas":%[2]d,
		"selector":{"matchLabels":{"app":%[1]q}},"template":{"metadata":{"labels":{"app":%[1]q}},
		"spec":{"containers":[{"name":"main"%[3]s}]}}}}`, name, replicas, container)
}

const requests256Mi = `,"resources":{"requests":{"memory":"256Mi"}}`

func memoryOf(name, memory string) string {
	return fmt.Sprintf(`{"owner":{"kind":"Deployment","namespace":"shop","name":%q},
		"memory":%s}`, name, memory)
}

func lineOf(until string, nodes, objects, workloads []string, more string) string {
	line := fmt.Sprintf(`{"id":"test","until":%q,"nodes":[%s],"objects":[%s],"workloads":[%s]%s}`,
		until, strings.Join(nodes, ","), strings.Join(objects, ","), strings.Join(workloads, ","), more)
	return strings.ReplaceAll(line, "\n", "")
}

// leak is one Deployment that leaks on two nodes.
func leak(phases string) string {
	return lineOf("20m",
		[]string{nodeOf("a", "4Gi", phases), nodeOf("b", "4Gi", `,"registersAt":"1s"`)},
		[]string{deploymentOf("leaky", 1, requests256Mi)},
		[]string{memoryOf("leaky", `{"base":"200Mi","growthPerSecond":"16Mi"}`)}, "")
}

func playOf(t *testing.T, line string) answer {
	t.Helper()
	told := answerLine([]byte(line), inBubble(t))
	if told.Error != "" {
		t.Fatal(told.Error)
	}
	return told
}

// ways are the nodes to which the scheduler sent pods, in order.
func ways(told answer) string {
	nodes := []string{}
	for _, event := range told.Events {
		if event.Kind == "Scheduled" {
			nodes = append(nodes, event.Node)
		}
	}
	return strings.Join(nodes, "")
}

func kinds(told answer, keep func(event) bool) []string {
	found := []string{}
	for _, event := range told.Events {
		if keep(event) {
			found = append(found, strings.TrimSpace(event.Kind+" "+event.What))
		}
	}
	return found
}

func TestAStoryIsTheSameEveryTime(t *testing.T) {
	for _, seed := range []string{"", `,"seed":7`, `,"seed":7,"callsTakeUpTo":"10ms"`} {
		line := strings.TrimSuffix(leak(""), "}") + seed + "}"
		first, second := playOf(t, line), playOf(t, line)
		one, _ := json.Marshal(first)
		other, _ := json.Marshal(second)
		if string(one) != string(other) {
			t.Errorf("played with %q it went otherwise", seed)
		}
	}
}

func TestThePhaseOfTheHeartbeatDecidesWhereAnEvictedPodGoes(t *testing.T) {
	// The eviction loop sees the pressure and a second later the pod has ended. A heartbeat within
	// that second makes the controller taint the node first.
	first := func(heartbeat string) string {
		return ways(playOf(t, leak(`,"phases":{"heartbeat":"`+heartbeat+`"}`)))[:2]
	}
	if way := first("500ms"); way != "ab" {
		t.Errorf("with a heartbeat before the end of the pod the way is %s", way)
	}
	if way := first("5s"); way != "aa" {
		t.Errorf("with a heartbeat after the end of the pod the way is %s", way)
	}
}

func TestANodeIsCordonedAndTainted(t *testing.T) {
	told := playOf(t, lineOf("2m", []string{nodeOf("a", "4Gi", "")},
		[]string{deploymentOf("cart", 1, "")}, nil,
		`,"changes":[
			{"at":"30s","patch":{"kind":"Node","name":"a","with":{"spec":{"unschedulable":true}}}},
			{"at":"60s","taint":{"node":"a","key":"maintenance","effect":"NoExecute"}}]`))
	got := kinds(told, func(of event) bool { return of.Kind == "Tainted" })
	want := []string{
		"Tainted node.kubernetes.io/unschedulable:NoSchedule", "Tainted maintenance:NoExecute",
	}
	if !slices.Equal(got, want) {
		t.Errorf("it went %q", got)
	}
}

func TestPressureIsReportedTaintedAndLifted(t *testing.T) {
	told := playOf(t, lineOf("15m", []string{nodeOf("a", "4Gi", "")},
		[]string{deploymentOf("leaky", 1, "")},
		[]string{memoryOf("leaky", `{"base":"200Mi","growthPerSecond":"16Mi"}`)},
		`,"changes":[{"at":"170s","patch":{"kind":"Deployment","namespace":"shop","name":"leaky",
			"with":{"spec":{"replicas":0}}}}]`))
	got := kinds(told, func(of event) bool {
		return strings.Contains(of.What, "emory") || of.Kind == "Evicted"
	})
	want := []string{
		"Condition MemoryPressure=False", "Condition MemoryPressure=True",
		"Tainted node.kubernetes.io/memory-pressure:NoSchedule", "Evicted Evicted",
		"Condition MemoryPressure=False", "Untainted node.kubernetes.io/memory-pressure:NoSchedule",
	}
	if !slices.Equal(got, want) {
		t.Errorf("it went %q", got)
	}
}

func TestAKubeletUnderPressureRefusesBestEffortUntilTheHeartbeat(t *testing.T) {
	told := playOf(t, lineOf("6m", []string{nodeOf("a", "4Gi", `,"phases":{"heartbeat":"1500ms"}`)},
		[]string{deploymentOf("leaky", 1, "")},
		[]string{memoryOf("leaky", `{"base":"200Mi","growthPerSecond":"16Mi"}`)}, ""))
	refused := 0
	for _, event := range told.Events {
		if event.Kind == "Rejected" {
			refused++
			if event.What != "Evicted" || !strings.Contains(event.Message, "MemoryPressure") {
				t.Fatalf("refused for %s: %s", event.What, event.Message)
			}
		}
	}
	if refused < 10 {
		t.Errorf("%d replacements were refused", refused)
	}
}

func TestAKubeletRefusesWhatItHasNoRoomFor(t *testing.T) {
	pod := `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"large","namespace":"shop"},
		"spec":{"nodeName":"a","containers":[{"name":"main","resources":{"requests":{"cpu":"5"}}}]}}`
	told := playOf(t, lineOf("1m", []string{nodeOf("a", "4Gi", "")}, []string{pod}, nil, ""))
	got := kinds(told, func(of event) bool { return of.Pod != nil })
	if !slices.Equal(got, []string{"Created", "Rejected OutOfcpu"}) {
		t.Errorf("it went %q", got)
	}
}

func TestPodsLeaveANodeThatIsCutOff(t *testing.T) {
	told := playOf(t, lineOf("10m",
		[]string{nodeOf("a", "4Gi", ""), nodeOf("b", "4Gi", `,"registersAt":"8s"`)},
		[]string{deploymentOf("steady", 1, requests256Mi)}, nil,
		`,"changes":[{"at":"1m","disconnect":"a"}]`))
	var cut, marked, replaced time.Duration
	for _, event := range told.Events {
		switch at := time.Duration(event.Time); {
		case event.What == "node.kubernetes.io/unreachable:NoExecute":
			cut = at
		case event.Kind == "Terminating":
			marked = at
		case event.Kind == "Scheduled" && event.Node == "b":
			replaced = at
		}
	}
	if waited := (marked - cut).Round(time.Second); waited != 300*time.Second || replaced < marked {
		t.Errorf("it took %v from the taint, and the replacement came at %v", waited, replaced)
	}
}

func TestAKubeletWithoutTheNetworkEvictsAndTellsOfItLater(t *testing.T) {
	told := playOf(t, lineOf("10m", []string{nodeOf("a", "4Gi", "")},
		[]string{deploymentOf("leaky", 1, requests256Mi)},
		[]string{memoryOf("leaky", `{"base":"200Mi","growthPerSecond":"16Mi"}`)},
		`,"changes":[{"at":"100s","disconnect":"a"},{"at":"400500ms","reconnect":"a"}]`))
	evicted, ready := []time.Duration{}, false
	for _, event := range told.Events {
		if event.Kind == "Evicted" {
			evicted = append(evicted, time.Duration(event.Time))
		}
		ready = ready || event.What == "Ready=True" && time.Duration(event.Time) > 400*time.Second
	}
	// Its look at all pods comes every ten seconds from its start on.
	if len(evicted) == 0 || evicted[0].Round(time.Second) != 410*time.Second || !ready {
		t.Errorf("evictions are told at %v; ready again: %v", evicted, ready)
	}
}

func TestFailedPodsAreCollectedAboveTheThreshold(t *testing.T) {
	line := leak(`,"phases":{"heartbeat":"5s"}`)
	told := playOf(t, strings.TrimSuffix(line, "}")+`,"terminatedPodThreshold":2}`)
	failed := 0
	for _, pod := range told.End {
		if pod.Phase == "Failed" {
			failed++
		}
	}
	collected := slices.ContainsFunc(told.Events, func(of event) bool {
		return of.Kind == "Deleted" && of.By == "podgc"
	})
	if failed > 3 || !collected {
		t.Errorf("%d failed pods stand there", failed)
	}
}

func TestWhatIsNotPlayedIsRefused(t *testing.T) {
	node := nodeOf("a", "2Gi", "")
	pids := strings.Replace(node, "memory.available", "pid.available", 1)
	for _, c := range []struct{ line, says string }{
		{`{"id":"x","until":"1m","nodez":[]}`, `unknown field "nodez"`},
		{`{"id":"x"}`, "a scenario needs a length"},
		{lineOf("1m", nil, []string{`{"apiVersion":"batch/v1","kind":"CronJob"}`}, nil, ""),
			"objects[0]: no component that acts on a CronJob is played"},
		{lineOf("1m", []string{pids}, nil, nil, ""),
			"nodes[0]: kubelet: a scenario tells of memory alone, not of pid.available"},
		{lineOf("1m", nil, nil, nil, `,"changes":[{"at":"1s"}]`), "changes[0]: a change is one of"},
		{lineOf("5m", []string{node}, []string{deploymentOf("big", 1, "")},
			[]string{memoryOf("big", `{"base":"1100Mi"}`)}, ""), "who is killed then is not played"},
		{lineOf("10m", []string{nodeOf("a", "4Gi", `,"phases":{"heartbeat":"1500ms"}`)},
			[]string{deploymentOf("leaky", 1, "")},
			[]string{memoryOf("leaky", `{"base":"200Mi","growthPerSecond":"16Mi"}`)},
			`,"refusalsMax":5`), "more than 5 pods were refused"},
	} {
		if told := answerLine([]byte(c.line), inBubble(t)); !strings.Contains(told.Error, c.says) {
			t.Errorf("%.60s: %q does not say %q", c.line, told.Error, c.says)
		}
	}
}

func TestMemoryFollowsItsScenario(t *testing.T) {
	memory := memoryScenario{}
	scenario := `{"base":"100","growthPerSecond":"10","max":"150",
		"spikes":[{"at":"2s","for":"1s","every":"10s","add":"1000"}]}`
	if err := json.Unmarshal([]byte(scenario), &memory); err != nil {
		t.Fatal(err)
	}
	for running, want := range map[time.Duration]int64{
		0: 100, 1999 * time.Millisecond: 110, 2 * time.Second: 1120, 3 * time.Second: 130,
		time.Minute: 150, 62 * time.Second: 1150,
	} {
		if got := memory.at(running); got != want {
			t.Errorf("after %v it is %d and not %d", running, got, want)
		}
	}
}

func TestEventsOfAnInstantAreSorted(t *testing.T) {
	history := chronicle{events: []event{
		{Time: 0, Kind: "Scheduled", Node: "b"}, {Time: 1e6, Kind: "Created"},
		{Time: 2e6, Kind: "Scheduled", Node: "a"}, {Time: 9e6, Kind: "Evicted"},
	}}
	got := fmt.Sprint(history.inOrder())
	want := fmt.Sprint([]event{
		{Kind: "Created"}, {Kind: "Scheduled", Node: "a"}, {Kind: "Scheduled", Node: "b"},
		{Time: 9e6, Kind: "Evicted"},
	})
	if got != want {
		t.Errorf("they are %s", got)
	}
}

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"k8s.io/kubernetes/pkg/scheduler/framework"
)

func TestMain(m *testing.M) {
	if err := setFeatureGates(); err != nil {
		fail(err)
	}
	os.Exit(m.Run())
}

func nodeLine(name, spec string) string {
	return fmt.Sprintf(`{"kind":"Node","metadata":{"name":%q},"spec":{%s},`+
		`"status":{"allocatable":{"cpu":"4","memory":"8Gi","pods":"10"}}}`, name, spec)
}

func podLine(name, spec string) string {
	return fmt.Sprintf(`{"kind":"Pod","metadata":{"name":%q,"namespace":"shop","uid":%q},`+
		`"spec":{"containers":[{"name":"c","resources":{"requests":{"cpu":"1"}}}]%s}}`,
		name, name, spec)
}

func ask(t *testing.T, members string, objects ...string) answer {
	t.Helper()
	answered := answerLine([]byte(`{"objects":[` + strings.Join(objects, ",") + `]` + members + `}`))
	if answered.Error != nil {
		t.Fatalf("refused: %v", *answered.Error)
	}
	return answered
}

func threeNodes() []string {
	return []string{nodeLine("a", ""), nodeLine("b", ""), nodeLine("c", "")}
}

func TestTheFirstOfEqualNodesIsTheCanonicalChoice(t *testing.T) {
	decided := ask(t, "", append(threeNodes(), podLine("p", ""))...).Decisions[0]
	if decided.Node != "a" || strings.Join(decided.Ties, " ") != "b c" {
		t.Errorf("went to %s with ties %v", decided.Node, decided.Ties)
	}
	if chance := len(decided.Alternatives) > 0; chance != choosesByChance {
		t.Errorf("alternatives are %v", decided.Alternatives)
	}
}

func TestHeapRootIsTheFirstMaximumInPreorder(t *testing.T) {
	for _, c := range []struct {
		totals []int64
		root   int
	}{
		{[]int64{5, 5, 5}, 0},
		{[]int64{1, 5, 5}, 1},
		// Node 3 is below node 1, which comes before node 2 in preorder.
		{[]int64{1, 2, 5, 5}, 3},
		{[]int64{1, 2, 5, 2, 2, 5}, 2},
	} {
		var totals []nodePluginScores
		for index, total := range c.totals {
			totals = append(totals, nodePluginScores{Name: fmt.Sprint(index), TotalScore: total})
		}
		if root := heapRoot(totals); root.Name != fmt.Sprint(c.root) {
			t.Errorf("of %v node %s is the root and not %d", c.totals, root.Name, c.root)
		}
	}
}

func TestChanceReachesEveryEqualNodeAndNoOther(t *testing.T) {
	chosen := map[string]int{}
	for range 60 {
		read, err := readObjects([]json.RawMessage{
			[]byte(nodeLine("a", "")), []byte(nodeLine("b", "")), []byte(nodeLine("c", "")),
			[]byte(nodeLine("d", `"taints":[{"key":"k","effect":"PreferNoSchedule"}]`)),
			[]byte(podLine("p", "")),
		})
		if err != nil {
			t.Fatal(err)
		}
		settings, err := readConfiguration(nil)
		if err != nil {
			t.Fatal(err)
		}
		started, err := start(read, settings)
		if err != nil {
			t.Fatal(err)
		}
		pods, _ := started.pending(nil)
		profile := started.Profiles["default-scheduler"]
		result, err := started.schedulePod(profile, framework.NewCycleState(), pods[0])
		if err != nil {
			t.Fatal(err)
		}
		chosen[result.SuggestedHost]++
		started.stop()
	}
	want := 1
	if choosesByChance {
		want = 3
	}
	if len(chosen) != want || chosen["d"] > 0 {
		t.Errorf("chosen: %v", chosen)
	}
}

func TestAChoiceIsFollowedWhereTheReleaseDrawsLots(t *testing.T) {
	objects := append(threeNodes(), podLine("p", ""), podLine("q", ""))
	first := ask(t, `,"choices":{"shop/p":"c"}`, objects...).Decisions[0]
	if followed := first.Assumed == "c"; followed != choosesByChance {
		t.Errorf("assumed on %q", first.Assumed)
	}
}

func TestEveryNodeIsToldWithItsRefusalOrItsScores(t *testing.T) {
	objects := []string{
		nodeLine("a", ""), nodeLine("b", `"unschedulable":true`), nodeLine("c", ""), podLine("p", ""),
	}
	nodes := ask(t, `,"detail":1`, objects...).Decisions[0].Nodes
	if len(nodes) != 3 || nodes[1].Filter == nil || nodes[1].Filter.Plugin != "NodeUnschedulable" {
		t.Fatalf("nodes are %+v", nodes)
	}
	// LeastAllocated of 1 of 4 processors and 200 MiB of 8 GiB (what a pod without a request counts).
	fit := nodes[0].Scores["NodeResourcesFit"]
	if fit != (score{Raw: 86, Normalized: 86, Weight: 1}) {
		t.Errorf("NodeResourcesFit is %+v", fit)
	}
	if tolerates := nodes[0].Scores["TaintToleration"]; tolerates != (score{0, 100, 3}) {
		t.Errorf("TaintToleration is %+v", tolerates)
	}
}

func TestTheMessageIsTheSchedulers(t *testing.T) {
	objects := []string{
		nodeLine("a", `"taints":[{"key":"k","effect":"NoSchedule"}]`), nodeLine("b", ""),
		podLine("p", `,"nodeSelector":{"disk":"ssd"}`),
	}
	decided := ask(t, "", objects...).Decisions[0]
	want := "0/2 nodes are available: 1 node(s) didn't match Pod's node affinity/selector, " +
		"1 node(s) had untolerated taint"
	if !strings.HasPrefix(decided.Message, want) {
		t.Errorf("message is %s", decided.Message)
	}
}

func TestPreemptionNamesVictimsAndTheNominatedNode(t *testing.T) {
	objects := []string{
		nodeLine("a", ""),
		podLine("low", `,"nodeName":"a","priority":1`),
		`{"kind":"Pod","metadata":{"name":"high","namespace":"shop"},"spec":{"priority":9,` +
			`"containers":[{"name":"c","resources":{"requests":{"cpu":"4"}}}]}}`,
	}
	decided := ask(t, `,"preemption":true`, objects...).Decisions[0]
	if decided.NominatedNode != "a" || len(decided.Victims) != 1 || decided.Victims[0].Name != "low" {
		t.Errorf("nominated %q, victims %v", decided.NominatedNode, decided.Victims)
	}
}

func TestAConfigurationIsRefusedInTheSchedulersWords(t *testing.T) {
	line := `{"objects":[],"config":{"apiVersion":"kubescheduler.config.k8s.io/v1",` +
		`"kind":"KubeSchedulerConfiguration","percentageOfNodesToScore":101}}`
	refused := answerLine([]byte(line)).Error
	want := "percentageOfNodesToScore: Invalid value: 101: not in valid range [0-100]"
	if refused == nil || refused.Message != want {
		t.Errorf("refused is %+v", refused)
	}
}

func TestTheSameLineHasTheSameAnswer(t *testing.T) {
	var lines, first, second bytes.Buffer
	for range 2 {
		for _, name := range []string{"p", "q"} {
			line := append(threeNodes(), podLine(name, ""), podLine(name+"2", ""))
			fmt.Fprintf(&lines, `{"detail":1,"objects":[%s]}`+"\n", strings.Join(line, ","))
		}
	}
	input := lines.String()
	if err := answerLines(strings.NewReader(input), &first); err != nil {
		t.Fatal(err)
	}
	if err := answerLines(strings.NewReader(input), &second); err != nil {
		t.Fatal(err)
	}
	if first.String() != second.String() || strings.Count(first.String(), "\n") != 4 {
		t.Error("two runs differ")
	}
}

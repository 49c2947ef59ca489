package main

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"
)

// played answers every line of a file in testdata.
func played(t *testing.T, name string, runs int) [][]byte {
	t.Helper()
	silenceLog()
	lines, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer lines.Close()
	var answers bytes.Buffer
	if err := answerLines(answerer{runs: runs, seed: 1}, lines, &answers); err != nil {
		t.Fatal(err)
	}
	return bytes.Split(bytes.TrimSpace(answers.Bytes()), []byte("\n"))
}

func playedScenarios(t *testing.T, runs int) map[string]outcomeLine {
	t.Helper()
	byID := map[string]outcomeLine{}
	for _, line := range played(t, "scenarios.ndjson", runs) {
		var answer outcomeLine
		if err := json.Unmarshal(line, &answer); err != nil {
			t.Fatal(err)
		}
		byID[answer.ID] = answer
	}
	return byID
}

// did is one step in short: conditions, met thresholds, and the UIDs some run evicted.
type did struct {
	conditions string
	met        string
	evicted    string
}

func shortened(step stepOutcome) did {
	evicted := map[string]bool{}
	for _, outcome := range step.Outcomes {
		for _, eviction := range outcome.Evictions {
			evicted[eviction.UID] = true
		}
	}
	return did{
		conditions: strings.Join(step.Conditions, " "),
		met:        strings.Join(step.Met, " "),
		evicted:    strings.Join(sortedNames(evicted), " "),
	}
}

// Expected answers come from the specification, section 10; the number of each case is given.
func TestTheKubeletAnswersTheSpecificationsTraps(t *testing.T) {
	const memory, disk = "MemoryPressure", "DiskPressure"
	cases := []struct {
		trap  int
		id    string
		steps []did
	}{
		{1, "available equal to the limit", []did{{}, {memory, "memory.available/hard", "a"}}},
		{10, "defaults on a single disk", []did{{disk, "imagefs.available/hard", "a"}}},
		{11, "mirrored containerfs thresholds wait a step", []did{
			{},
			{disk, "containerfs.available/hard", "a"},
		}},
		{17, "minimum reclaim keeps a crossed threshold met", []did{
			{},
			{memory, "memory.available/hard", ""},
			{memory, "memory.available/hard", ""},
			{memory, "", ""},
		}},
		{17, "the check after reclaim judges with minimum reclaim", []did{
			{disk, "nodefs.available/hard", "a"},
			{disk, "nodefs.available/hard", ""},
		}},
		{20, "summary error changes nothing", []did{
			{memory, "", ""},
			{memory, "", ""},
			{memory, "memory.available/soft", "a"},
		}},
		{21, "memory before disk", []did{
			{disk + " " + memory, "memory.available/hard nodefs.available/hard", "a"},
		}},
		{22, "two disk signals are chosen at random", []did{
			{disk, "imagefs.available/hard nodefs.available/hard", "logs-and-volumes writable-layer"},
		}},
		{23, "no stats first, critical never", []did{{memory, "memory.available/hard", "almost"}}},
	}
	answers := playedScenarios(t, 40)
	for _, c := range cases {
		answer, found := answers[c.id]
		if !found {
			t.Errorf("case %d: no scenario %q", c.trap, c.id)
			continue
		}
		got := []did{}
		for _, step := range answer.Steps {
			got = append(got, shortened(step))
		}
		if !reflect.DeepEqual(got, c.steps) {
			t.Errorf("case %d, %s:\n got %v\nwant %v", c.trap, c.id, got, c.steps)
		}
	}
}

func TestConfigurationsBecomeThresholdsOrErrors(t *testing.T) {
	cases := []struct {
		id         string
		thresholds string
		errors     []string
	}{
		{"a soft threshold without grace is hard",
			"memory.available/hard allocatableMemory.available/hard", nil},
		{"an empty evictionHard leaves no threshold", "", nil},
		{"two texts that are wrong", "", []string{
			"eviction threshold memory.available must be positive: 0",
			"quantities must match the regular expression " +
				"'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
		}},
	}
	answers := playedScenarios(t, 40)
	for _, c := range cases {
		names := []string{}
		for _, threshold := range answers[c.id].Thresholds {
			hardness := "/soft"
			if threshold.Hard {
				hardness = "/hard"
			}
			names = append(names, threshold.Signal+hardness)
		}
		if got := strings.Join(names, " "); got != c.thresholds {
			t.Errorf("%s: thresholds %q, want %q", c.id, got, c.thresholds)
		}
		if got := answers[c.id].Errors; !reflect.DeepEqual(got, c.errors) {
			t.Errorf("%s: errors %q, want %q", c.id, got, c.errors)
		}
	}
}

func TestTiesAreListedAndTheCanonicalOneIsAmongTheOutcomes(t *testing.T) {
	step := playedScenarios(t, 40)["tied pods"].Steps[0]
	first := step.Outcomes[0]
	if len(first.Ties) != 1 || len(first.Ties[0]) != 20 {
		t.Errorf("ties %v, want all twenty pods in one group", first.Ties)
	}
	alone := playedScenarios(t, 1)["tied pods"].Steps[0].Outcomes[0]
	if got := alone.Evictions[0].UID; got != "t00" {
		t.Errorf("run 0 evicts %s, want t00, the first by UID", got)
	}
	if len(step.Outcomes) < 2 {
		t.Error("only one of twenty tied pods was ever evicted")
	}
	if step.Admit[0].Admit || !step.Admit[1].Admit {
		t.Errorf("admit %v, want the best effort pod alone refused", step.Admit)
	}
}

func TestAVolumeWithoutUsageEndsTheKubelet(t *testing.T) {
	step := playedScenarios(t, 40)["a volume without usedBytes"].Steps[0]
	if !strings.Contains(step.Crash, "nil pointer") {
		t.Errorf("crash %q, want a nil pointer dereference", step.Crash)
	}
}

func TestParsersAnswerAsTheKubeletsDo(t *testing.T) {
	wanted := []string{
		`"nano":"1610612736000000000","text":"1536Mi"`,
		`"text":"-1n","value":"1"`,
		`"text":"0","value":"0"`,
		`"text":"1",`,
		`{"skipped":true}`,
		`{"error":"quantities must match`,
		`"text":"1073741823"`,
		`{"cmp":0}`,
		`{"nanoseconds":"90000000000","text":"1m30s"}`,
		`time: unknown unit \"d\" in duration \"1d\"`,
		`"quantity":"10737418400"`,
		`"quantity":"-9223372036854775808"`,
		`strconv.ParseFloat: parsing \" 10\": invalid syntax`,
		`[{"signal":"memory.available","hard":true,"quantity":"100Mi","gracePeriod":"0s"},`,
		`"oomScoreAdj":{"main":875}},{"uid":"b","qosClass":"BestEffort"`,
	}
	answers := played(t, "parsers.ndjson", 40)
	if len(answers) != len(wanted) {
		t.Fatalf("%d answers, want %d", len(answers), len(wanted))
	}
	for i, part := range wanted {
		if !bytes.Contains(answers[i], []byte(part)) {
			t.Errorf("line %d: %s, want it to contain %s", i+1, answers[i], part)
		}
	}
}

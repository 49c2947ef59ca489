package plimsoll_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"plimsoll.dev/plimsoll"
)

const header = `{"plimsoll": "capture/1", "node": "worker-3", "kubelet": "v1.35.8", "config": ` +
	configuration + `}`

// captured is a capture of the lines, of which the first is a header.
func captured(lines ...string) string {
	return strings.Join(append([]string{header}, lines...), "\n") + "\n"
}

func record(seconds, availableMebibytes int, more string) string {
	now := begin.Add(time.Duration(seconds) * time.Second)
	return fmt.Sprintf(`{"time": %q%s, "summary": %s}`,
		now.Format(time.RFC3339), more, summaryWith(availableMebibytes, now))
}

func TestACaptureIsReplayed(t *testing.T) {
	pods := `, "pods": ` + podList
	var outcomes []string
	lines := captured(
		record(0, 500, pods),
		"not a record",
		"",
		`{"time": "2026-01-02T03:04:10Z", "summary": null, "summaryError": "timed out"}`,
		record(10, 50, `, "pods": {"items": 1}`),
		`{"time": "2026-01-02T03:04:20Z", "summary": {"node": 1}}`,
		`{"time": "2026-01-02T03:04:21Z"}`,
		`{"time": "today", "summary": {}}`,
		header,
	)
	for step, err := range replayOf(t, strings.NewReader(lines)) {
		outcomes = append(outcomes, outcomeOf(step, err))
	}
	want := []string{
		"2: None of step 1",
		"line 3: invalid character 'o' in literal null (expecting 'u')",
		"5: missed (timed out)",
		"line 6: plimsoll: PodList $.items (byte 10): an array",
		"6: EvictPod of step 2",
		"line 7: plimsoll: Summary $.node (byte 9): an object",
		"line 8: it has neither a summary nor a summaryError nor pods",
		`line 9: parsing time "today" as "2006-01-02T15:04:05.999999999Z07:00"`,
		"line 10: a second header; give one capture",
	}
	if len(outcomes) != len(want) {
		t.Fatalf("comes to\n%s", strings.Join(outcomes, "\n"))
	}
	for index, outcome := range outcomes {
		if !strings.HasPrefix(outcome, want[index]) {
			t.Errorf("comes to %q instead of %q", outcome, want[index])
		}
	}
}

func TestACaptureIsReplayedForItsNodeAlone(t *testing.T) {
	named := func(text, node string) string {
		return strings.Replace(text, `"worker-3"`, `"`+node+`"`, 1)
	}
	pod := func(name, uid, node string) string {
		return fmt.Sprintf(`{"metadata": {"namespace": "shop", "name": %q, "uid": %q}, `+
			`"spec": {"nodeName": %q, "containers": [{"name": "b"}]}}`, name, uid, node)
	}
	list := func(pods ...string) string {
		return `, "pods": {"items": [` + strings.Join(pods, ", ") + `]}`
	}
	others := list(pod("c", "3", "n2"), pod("d", "4", "n3"), pod("e", "5", "n4"), pod("f", "6", "n5"))
	var outcomes []string
	lines := captured(
		`{"time": "2026-01-02T03:04:00Z", "summary": null`+
			list(pod("modest", "1", "n1"), pod("greedy", "2", "n2"))+`}`,
		named(record(0, 500, ""), ""),
		named(record(10, 50, ""), "n1"),
		named(record(20, 500, others), "n1"),
		named(record(30, 500, ""), "n2"),
		named(record(40, 50, list(pod("greedy", "2", "n1"), pod("modest", "1", "n2"))), "n1"),
	)
	for step, err := range replayOf(t, strings.NewReader(lines)) {
		outcome := outcomeOf(step, err)
		if err == nil {
			for _, eviction := range step.Evictions {
				outcome += " " + eviction.Name
			}
		}
		outcomes = append(outcomes, outcome)
	}
	want := []string{
		"2: missed ()",
		"line 3: plimsoll: the PodList is from nodes n1, n2, and no Summary names one; " +
			"give the documents of one node",
		"3: None of step 1",
		"4: EvictPod of step 2 modest",
		"line 5: plimsoll: the PodList is from node n2, n3, n4 and 1 more, and the capture is of n1; " +
			"give the documents of one node",
		"5: None of step 3",
		"line 6: plimsoll: the Summary is from node n2, and the capture is of n1; " +
			"give the documents of one node",
		"6: missed ()",
		"7: EvictPod of step 4 greedy",
	}
	if !slices.Equal(outcomes, want) {
		t.Errorf("comes to\n%s", strings.Join(outcomes, "\n"))
	}
}

func TestACaptureThatIsCutOffCountsUntilThere(t *testing.T) {
	packed := &bytes.Buffer{}
	writer := gzip.NewWriter(packed)
	_, _ = io.WriteString(writer, captured(record(0, 500, "")))
	must(t, writer.Flush())
	_, _ = io.WriteString(writer, record(10, 500, ""))
	must(t, writer.Flush())
	var steps int
	var last error
	for _, err := range replayOf(t, packed) {
		if last = err; err == nil {
			steps++
		}
	}
	if steps != 1 || !errors.Is(last, io.ErrUnexpectedEOF) {
		t.Errorf("comes to %d steps and %v", steps, last)
	}
}

func TestALongLineIsSkipped(t *testing.T) {
	long := `{"time": "2026-01-02T03:04:05Z", "summary": "` + strings.Repeat("x", 20<<20) + `"}`
	var steps int
	var failures []error
	for _, err := range replayOf(t, strings.NewReader(captured(long, record(0, 500, "")))) {
		if err == nil {
			steps++
		} else {
			failures = append(failures, err)
		}
	}
	if steps != 1 || len(failures) != 1 || !strings.Contains(failures[0].Error(), "line 2") {
		t.Errorf("comes to %d steps and %v", steps, failures)
	}
}

func TestWhatIsNoCaptureIsRefused(t *testing.T) {
	for _, text := range []string{
		"", "\n", "{", `{"plimsoll": "capture/2"}`, record(0, 500, ""), "\x1f\x8b", "\x1f\x8b\x08 none",
	} {
		if _, err := plimsoll.OpenCapture(strings.NewReader(text)); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}

// The recording is from a kubelet v1.35.8 that evicted eleven pods: test/recorded/README.md.
func TestTheRecordedKubeletIsRepeated(t *testing.T) {
	file, err := os.Open(filepath.Join("../../examples", "recorded-memory-hard.plimsoll.ndjson.gz"))
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("the examples are in Plimsoll's repository")
	}
	must(t, err)
	defer func() { _ = file.Close() }()
	var evicted []string
	for step, err := range replayOf(t, file) {
		must(t, err)
		for _, eviction := range step.Evictions {
			evicted = append(evicted, eviction.Name)
		}
		for _, detail := range []plimsoll.Detail{0, 1, 2} {
			_, err := step.Detail(detail)
			must(t, err)
		}
	}
	if len(evicted) != 11 || evicted[0] != "nightly" {
		t.Errorf("evicts %v", evicted)
	}
}

// An answer has no member that the types lack.
func TestTheTypesHaveEveryMemberOfTheSchemas(t *testing.T) {
	for name, into := range map[string]any{
		"decision": &plimsoll.Decision{}, "policy": &plimsoll.Policy{},
		"pods": &plimsoll.PodTable{}, "pod-admit": &plimsoll.Admission{},
		"steps": &plimsoll.TakenSteps{},
	} {
		text, err := os.ReadFile("../../schemas/" + name + "-1.schema.json")
		if errors.Is(err, os.ErrNotExist) {
			t.Skip("the schemas are in Plimsoll's repository")
		}
		must(t, err)
		schema := map[string]any{}
		must(t, json.Unmarshal(text, &schema))
		sample, err := json.Marshal(sampleOf(schema, schema))
		must(t, err)
		decoder := json.NewDecoder(bytes.NewReader(sample))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(into); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// sampleOf is a value with every member that a schema has.
func sampleOf(root, schema map[string]any) any {
	if reference, isReference := schema["$ref"].(string); isReference {
		name := strings.TrimPrefix(reference, "#/$defs/")
		return sampleOf(root, root["$defs"].(map[string]any)[name].(map[string]any))
	}
	if options, hasOptions := schema["anyOf"].([]any); hasOptions {
		return sampleOf(root, options[len(options)-1].(map[string]any))
	}
	if constant, isConstant := schema["const"]; isConstant {
		return constant
	}
	if values, isEnumeration := schema["enum"].([]any); isEnumeration {
		return values[0]
	}
	kind := schema["type"]
	if kinds, isList := kind.([]any); isList {
		kind = kinds[0]
	}
	switch kind {
	case "object":
		object := map[string]any{}
		properties, _ := schema["properties"].(map[string]any)
		for name, property := range properties {
			object[name] = sampleOf(root, property.(map[string]any))
		}
		return object
	case "array":
		return []any{sampleOf(root, schema["items"].(map[string]any))}
	case "integer":
		return 1
	case "number":
		return 0.1
	case "boolean":
		return true
	case "null":
		return nil
	}
	if schema["format"] == "date-time" {
		return "2026-01-02T03:04:05Z"
	}
	return "text"
}

func replayOf(t *testing.T, reader io.Reader) func(func(*plimsoll.ReplayedStep, error) bool) {
	t.Helper()
	capture, err := plimsoll.OpenCapture(reader)
	must(t, err)
	return load(t).Replay(context.Background(), capture, capture.Configuration, capture.Options)
}

func outcomeOf(step *plimsoll.ReplayedStep, err error) string {
	var failed *plimsoll.RecordError
	if errors.As(err, &failed) {
		return fmt.Sprintf("line %d: %v", failed.Line, failed.Err)
	}
	if err != nil {
		return err.Error()
	}
	if step.Missed {
		return fmt.Sprintf("%d: missed (%s)", step.Record.Line, step.Record.SummaryError)
	}
	return fmt.Sprintf("%d: %s of step %d", step.Record.Line, step.Action, step.Number)
}

package main

import (
	"bytes"
	"encoding/json"
	"reflect"
	"sort"

	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/lifecycle"
)

// answerer holds what the command line chose.
type answerer struct {
	runs int
	seed uint64
	// count tells how many runs chose each threshold.
	count bool
}

// scenario runs a scenario many times and reports every distinct thing that happened.
func (a answerer) scenario(line []byte) any {
	decoded, err := decodeScenario(line)
	if err != nil {
		return outcomeLine{ID: decodedID(line), Kubernetes: kubernetesRelease, Invalid: err.Error()}
	}
	answer := outcomeLine{ID: decoded.id, Kubernetes: kubernetesRelease}
	config, err := loadConfiguration(decoded.config)
	if err != nil {
		answer.Errors = errorTexts(err)
		return answer
	}
	if decoded.allocatableIgnoresEviction {
		// The kubelet does so after validation, when it builds its eviction loop.
		config.EnforceNodeAllocatable = []string{}
	}
	restoreGates, err := setFeatureGates(config.FeatureGates)
	defer restoreGates()
	if err != nil {
		answer.Errors = errorTexts(err)
		return answer
	}
	if answer.Errors = a.thresholdErrors(config); len(answer.Errors) > 0 {
		return answer
	}
	a.play(decoded, config, &answer)
	return answer
}

func decodedID(line []byte) string {
	var named struct {
		ID string `json:"id"`
	}
	_ = json.Unmarshal(line, &named)
	return named.ID
}

func (a answerer) thresholdErrors(config *kubeletconfig.KubeletConfiguration) []string {
	texts := map[string]bool{}
	for range a.runs {
		if _, err := evictionConfig(config); err != nil {
			texts[err.Error()] = true
		}
	}
	return sortedNames(texts)
}

func (a answerer) play(
	scenario *scenario, config *kubeletconfig.KubeletConfiguration, answer *outcomeLine,
) {
	answer.Steps = make([]stepOutcome, len(scenario.steps))
	seen := make([]map[string]bool, len(scenario.steps))
	ties := tieCache{}
	for number := range a.runs {
		run, err := newRun(number, a.seed, scenario.layout, config, ties)
		if err != nil {
			answer.Errors = errorTexts(err)
			return
		}
		if number == 0 {
			answer.Thresholds = thresholdShapes(run.loop.configuredThresholds())
		}
		for i, step := range scenario.steps {
			record := run.step(i, step)
			if number == 0 {
				answer.Steps[i], seen[i] = newStepOutcome(record), map[string]bool{}
			}
			answer.Steps[i].add(record, seen[i])
			if a.count {
				answer.Steps[i].Chosen[record.choice()]++
			}
			if record.crash != "" {
				answer.Steps = answer.Steps[:i+1]
				scenario.steps = scenario.steps[:i+1]
				break
			}
		}
		if number == 0 {
			answer.ContainerFsThresholds = containerFsShapes(run.loop.configuredThresholds())
		}
	}
	for i := range answer.Steps {
		answer.Steps[i].sortOutcomes()
	}
}

func newStepOutcome(record stepRecord) stepOutcome {
	return stepOutcome{
		Conditions:    record.conditions,
		Met:           record.met,
		FirstObserved: record.firstObserved,
		Outcomes:      []outcome{},
		Admit:         make([]admitAnswer, len(record.admitted)),
		Chosen:        map[string]int{},
	}
}

// add merges what one more run saw; seen holds the JSON texts of the outcomes listed so far.
func (s *stepOutcome) add(record stepRecord, seen map[string]bool) {
	if record.crash != "" {
		s.Crash = record.crash
		return
	}
	same := reflect.DeepEqual(s.Conditions, record.conditions) &&
		reflect.DeepEqual(s.Met, record.met) &&
		reflect.DeepEqual(s.FirstObserved, record.firstObserved)
	s.StateVaries = s.StateVaries || !same
	if text := string(encode(record.done)); !seen[text] {
		seen[text] = true
		s.Outcomes = append(s.Outcomes, record.done)
	}
	if record.signal != "" {
		s.Signals = distinct(append(s.Signals, record.signal))
	}
	for i, admitted := range record.admitted {
		s.Admit[i].add(admitted)
	}
}

func (s *stepOutcome) sortOutcomes() {
	sort.Slice(s.Outcomes, func(i, j int) bool {
		return bytes.Compare(encode(s.Outcomes[i]), encode(s.Outcomes[j])) < 0
	})
}

func (a *admitAnswer) add(result lifecycle.PodAdmitResult) {
	a.Admit, a.Reason = result.Admit, result.Reason
	if !result.Admit {
		a.Messages = distinct(append(a.Messages, result.Message))
	}
}

// encode leaves <, > and & as they are: thresholds are written with them.
func encode(value any) []byte {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err)
	}
	return bytes.TrimRight(text.Bytes(), "\n")
}

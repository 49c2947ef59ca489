package main

import (
	"fmt"
	"math/rand/v2"

	v1 "k8s.io/api/core/v1"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/eviction"
	evictionapi "k8s.io/kubernetes/pkg/kubelet/eviction/api"
	"k8s.io/kubernetes/pkg/kubelet/lifecycle"
	"plimsoll/oracle/release"
)

// run is one pass through a scenario with one fresh eviction loop.
type run struct {
	number    int
	node      *node
	clock     *release.Clock
	loop      evictionLoop
	admission lifecycle.PodAdmitHandler
	random    *rand.Rand
	wrapped   bool
	stepIndex int
	signal    string
	ties      tieCache
}

// choice names the threshold that a run went for, as far as it shows: the signal that pods were
// ranked for, and the grace period of the pod that was evicted.
func (s stepRecord) choice() string {
	if s.signal == "" {
		return ""
	}
	if len(s.done.Evictions) == 0 {
		return s.signal
	}
	return fmt.Sprintf("%s %d", s.signal, s.done.Evictions[0].GracePeriodOverride)
}

// tieCache holds the ties of a scenario by step and signal. They follow from the documents alone,
// so one run's finding serves all runs.
type tieCache map[tieKey][][]*v1.Pod

type tieKey struct {
	stepIndex int
	signal    string
}

// stepRecord is what one run saw in one step.
type stepRecord struct {
	conditions    []string
	met           []string
	firstObserved map[string]string
	done          outcome
	signal        string
	admitted      []lifecycle.PodAdmitResult
	crash         string
}

// newRun parses the thresholds again and shuffles them, because the kubelet's own order comes from
// ranging over maps whose order depends on how they were filled.
func newRun(
	number int, seed uint64, layout layout, config *kubeletconfig.KubeletConfiguration,
	ties tieCache,
) (*run, error) {
	parsed, err := evictionConfig(config)
	if err != nil {
		return nil, err
	}
	r := &run{
		number: number,
		node:   &node{layout: layout},
		clock:  release.NewClock(),
		random: rand.New(rand.NewPCG(seed, uint64(number))),
		ties:   ties,
	}
	r.shuffle(parsed.Thresholds, config)
	loop, admission := release.NewLoop(r.node, config, parsed, r.clock)
	r.loop, r.admission = newEvictionLoop(loop), admission
	r.node.beforeRanking = r.wrapOnce
	return r, nil
}

// shuffle gives the thresholds of each map another order. The kubelet lists those of evictionHard,
// then those of evictionSoft, then the copies for allocatable memory, and that order stays: where a
// threshold stands decides how often it is chosen.
func (r *run) shuffle(
	thresholds []evictionapi.Threshold, config *kubeletconfig.KubeletConfiguration,
) {
	hard := statedThresholds(config.EvictionHard)
	soft := statedThresholds(config.EvictionSoft)
	for _, group := range [][]evictionapi.Threshold{
		thresholds[:hard], thresholds[hard : hard+soft],
	} {
		r.random.Shuffle(len(group), func(i, j int) { group[i], group[j] = group[j], group[i] })
	}
}

// statedThresholds counts what one map comes to: 0% and 100% state none.
func statedThresholds(statements map[string]string) int {
	parsed, err := eviction.ParseThresholdConfig(nil, statements, nil, nil, nil)
	if err != nil {
		panic("a map of thresholds parses alone if it did with the others: " + err.Error())
	}
	return len(parsed)
}

func (r *run) wrapOnce() {
	if !r.wrapped {
		r.wrapped = true
		r.loop.wrapRankFuncs(r.ranked)
	}
}

// ranked lets the real function rank, and notes the order. Run 0 then hands it the pods once more
// with ties by UID: an order it leaves alone, so an answer the kubelet can really give, and the
// one that is canonical here.
func (r *run) ranked(signal string, rank rankFunc, pods []*v1.Pod) {
	rank(pods)
	key := tieKey{r.stepIndex, signal}
	groups, known := r.ties[key]
	if !known {
		groups = tieGroups(rank, pods)
		r.ties[key] = groups
	}
	canonical := canonicalRanking(groups)
	if r.number == 0 {
		copy(pods, canonical)
		rank(pods)
	}
	r.signal = signal
	r.node.recorded.Ranking = podUIDs(canonical)
	r.node.recorded.Ties = tiesOf(groups)
}

func (r *run) step(index int, step step) (record stepRecord) {
	pods := append([]*v1.Pod(nil), step.pods...)
	r.random.Shuffle(len(pods), func(i, j int) { pods[i], pods[j] = pods[j], pods[i] })
	r.clock.SetTime(step.time)
	r.node.begin(step, pods)
	r.stepIndex, r.signal = index, ""
	defer func() {
		if reason := recover(); reason != nil {
			record = crashRecord(fmt.Sprint(reason))
		}
	}()
	release.Synchronize(r.loop.pointer(), r.node)
	record = stepRecord{
		conditions:    r.loop.conditions(),
		met:           r.loop.met(),
		firstObserved: r.loop.firstObserved(),
		done:          r.node.recorded.inCanonicalOrder(),
		signal:        r.signal,
	}
	for _, pod := range step.admit {
		attributes := &lifecycle.PodAdmitAttributes{Pod: pod, OtherPods: pods}
		record.admitted = append(record.admitted, release.Admit(r.admission, attributes))
	}
	return record
}

func crashRecord(reason string) stepRecord {
	return stepRecord{
		conditions:    []string{},
		met:           []string{},
		firstObserved: map[string]string{},
		crash:         reason,
	}
}

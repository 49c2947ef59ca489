package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"sort"
	"time"

	v1 "k8s.io/api/core/v1"
	statsapi "k8s.io/kubelet/pkg/apis/stats/v1alpha1"
	"plimsoll/oracle/release"
)

// quietConfiguration has the five default signals, with limits no node goes below.
const quietConfiguration = `{"evictionHard":{"memory.available":"1","nodefs.available":"1",
"nodefs.inodesFree":"1","imagefs.available":"1","imagefs.inodesFree":"1"}}`

type medians struct {
	Kubernetes                 string  `json:"kubernetes"`
	Pods                       int     `json:"pods"`
	SummaryBytes               int     `json:"summaryBytes"`
	Iterations                 int     `json:"iterations"`
	DecodeAndSynchronizeMicros float64 `json:"decodeAndSynchronizeMicros"`
	SynchronizeMicros          float64 `json:"synchronizeMicros"`
	RankMicros                 float64 `json:"rankMicros"`
}

// benchmark measures the kubelet's code on one summary and one pod list.
func benchmark(summaryPath, podsPath string, iterations int, to io.Writer) error {
	document, err := os.ReadFile(summaryPath)
	if err != nil {
		return fmt.Errorf("-summary: %w", err)
	}
	pods, err := readPodList(podsPath)
	if err != nil {
		return fmt.Errorf("-pods: %w", err)
	}
	summary := &statsapi.Summary{}
	if err := json.Unmarshal(document, summary); err != nil {
		return fmt.Errorf("-summary: %w", err)
	}
	quiet, err := newQuietLoop(summary, pods)
	if err != nil {
		return err
	}
	answer := medians{
		Kubernetes:   kubernetesRelease,
		Pods:         len(pods),
		SummaryBytes: len(document),
		Iterations:   iterations,
	}
	answer.DecodeAndSynchronizeMicros = medianMicros(iterations, func() func() {
		return func() {
			decoded := &statsapi.Summary{}
			if err := json.Unmarshal(document, decoded); err != nil {
				panic(err)
			}
			quiet.synchronize(decoded)
		}
	})
	answer.SynchronizeMicros = medianMicros(iterations, func() func() {
		return func() { quiet.synchronize(summary) }
	})
	answer.RankMicros = medianMicros(iterations, rankingOf(summary, pods))
	if len(quiet.run.loop.met()) > 0 {
		return fmt.Errorf("-summary: thresholds are met; measure with a healthy node's summary")
	}
	_, err = to.Write(append(encode(answer), '\n'))
	return err
}

func readPodList(path string) ([]*v1.Pod, error) {
	document, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var list v1.PodList
	if err := decodeDocument(document, &list); err != nil {
		return nil, err
	}
	pods := []*v1.Pod{}
	for i := range list.Items {
		pods = append(pods, &list.Items[i])
	}
	return pods, nil
}

// quietLoop is an eviction loop with nothing to do.
type quietLoop struct {
	run *run
}

func newQuietLoop(summary *statsapi.Summary, pods []*v1.Pod) (*quietLoop, error) {
	config, err := loadConfiguration(json.RawMessage(quietConfiguration))
	if err != nil {
		return nil, err
	}
	run, err := newRun(0, 1, layout{}, config, tieCache{})
	if err != nil {
		return nil, err
	}
	run.node.beforeRanking = func() {}
	run.clock.SetTime(time.Unix(1_800_000_000, 0))
	run.node.begin(step{summary: summary}, pods)
	quiet := &quietLoop{run: run}
	quiet.synchronize(summary)
	return quiet, nil
}

func (q *quietLoop) synchronize(summary *statsapi.Summary) {
	node := q.run.node
	node.step.summary, node.summariesServed = summary, 0
	q.run.clock.SetTime(q.run.clock.Now().Add(10 * time.Second))
	release.Synchronize(q.run.loop.pointer(), node)
}

// rankingOf prepares one ranking after the other, each of the same pods in another order.
func rankingOf(summary *statsapi.Summary, pods []*v1.Pod) func() func() {
	byUID := map[string]statsapi.PodStats{}
	for _, podStats := range summary.Pods {
		byUID[podStats.PodRef.UID] = podStats
	}
	stats := func(pod *v1.Pod) (statsapi.PodStats, bool) {
		found, ok := byUID[string(pod.UID)]
		return found, ok
	}
	random := rand.New(rand.NewPCG(1, 1))
	return func() func() {
		shuffled := append([]*v1.Pod(nil), pods...)
		random.Shuffle(len(shuffled), func(i, j int) {
			shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
		})
		return func() { release.RankMemoryPressure(shuffled, stats) }
	}
}

// medianMicros times what prepare gives back, not prepare itself.
func medianMicros(iterations int, prepare func() func()) float64 {
	micros := make([]float64, max(iterations, 1))
	for i := range micros {
		timed := prepare()
		start := time.Now()
		timed()
		micros[i] = float64(time.Since(start).Nanoseconds()) / 1000
	}
	sort.Float64s(micros)
	return micros[len(micros)/2]
}

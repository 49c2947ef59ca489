package main

import (
	"time"

	"k8s.io/kubernetes/pkg/scheduler/framework"
)

// measurement asks how long decisions take; no decision begins after the limit.
type measurement struct {
	Seconds float64 `json:"seconds"`
}

type measured struct {
	Pods        int   `json:"pods"`
	Scheduled   int   `json:"scheduled"`
	Nanoseconds int64 `json:"nanoseconds"`
	// Placements are the nodes of the pods in their order, empty for a pod that fits nowhere.
	Placements []string `json:"placements"`
}

// measure schedules on the profile's own framework: nothing is recorded.
func (started *running) measure(pods []*framework.QueuedPodInfo, asked measurement) measured {
	var taken measured
	began := time.Now()
	limit := time.Duration(asked.Seconds * float64(time.Second))
	for _, pod := range pods {
		if pod.Pod.DeletionTimestamp != nil {
			continue
		}
		if time.Since(began) > limit {
			break
		}
		taken.Pods++
		profile := started.Profiles[pod.Pod.Spec.SchedulerName]
		result, err := started.schedulePod(profile, framework.NewCycleState(), pod)
		taken.Placements = append(taken.Placements, result.SuggestedHost)
		if err != nil {
			continue
		}
		taken.Scheduled++
		if err := started.assume(pod.Pod, result.SuggestedHost); err != nil {
			panic(err)
		}
	}
	taken.Nanoseconds = time.Since(began).Nanoseconds()
	return taken
}

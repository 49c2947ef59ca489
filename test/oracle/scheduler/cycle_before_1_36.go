//go:build before_1_36

package main

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/events"
	"k8s.io/kubernetes/pkg/scheduler"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

func newRecorder(string) events.EventRecorder { return &events.FakeRecorder{} }

func (started *running) enqueue(pod *v1.Pod) { started.SchedulingQueue.Add(started.log, pod) }

func (started *running) schedulePod(
	profile framework.Framework, state cycleState, pod *framework.QueuedPodInfo,
) (scheduler.ScheduleResult, error) {
	return started.SchedulePod(started.ctx, profile, state, pod.Pod)
}

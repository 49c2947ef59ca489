//go:build !before_1_36

package main

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/events"
	"k8s.io/kubernetes/pkg/scheduler"
	internalcache "k8s.io/kubernetes/pkg/scheduler/backend/cache"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

func newRecorder(string) events.EventRecorderLogger { return &events.FakeRecorder{} }

func (started *running) enqueue(pod *v1.Pod) { started.SchedulingQueue.Add(started.ctx, pod) }

// schedulePod takes the snapshot, as ScheduleOne does, and decides.
func (started *running) schedulePod(
	profile framework.Framework, state cycleState, pod *framework.QueuedPodInfo,
) (scheduler.ScheduleResult, error) {
	snapshot := profile.SnapshotSharedLister().(*internalcache.Snapshot)
	if err := started.Cache.UpdateSnapshot(started.log, snapshot); err != nil {
		return scheduler.ScheduleResult{}, err
	}
	return started.SchedulePod(started.ctx, profile, state, pod)
}

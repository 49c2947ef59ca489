package main

import (
	"context"
	"fmt"
	"runtime"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	statsapi "k8s.io/kubelet/pkg/apis/stats/v1alpha1"
)

// Get is the stats provider of the eviction loop: every container uses what its workload says. The
// goroutine of the loop has no end of its own, and a bubble waits for all of its goroutines, so it
// ends here when the scenario is over.
func (k *kubelet) Get(context.Context, bool) (*statsapi.Summary, error) {
	if k.over.Err() != nil {
		runtime.Goexit()
	}
	now := time.Now()
	capacity := k.scenario.node.Status.Capacity.Memory().Value()
	used := k.scenario.System.Value()
	summary := &statsapi.Summary{}
	for _, known := range k.residents() {
		stats := k.statsOf(known, now)
		used += int64(*stats.Memory.WorkingSetBytes)
		summary.Pods = append(summary.Pods, stats)
	}
	if used > capacity {
		k.plays.stop(fmt.Errorf("%s uses %d bytes of %d, and who is killed then is not played",
			k.name, used, capacity))
		used = capacity
	}
	summary.Node = statsapi.NodeStats{NodeName: k.name, Memory: memoryStats(now, used)}
	available := uint64(capacity - used)
	summary.Node.Memory.AvailableBytes = &available
	return summary, nil
}

// watchMemory looks at the node whenever the pod uses more, which is each second after its start:
// the kernel does not wait for the kubelet's next step.
func (k *kubelet) watchMemory(of *resident) {
	for {
		time.Sleep(time.Second)
		k.mutex.Lock()
		ended := of.ended
		k.mutex.Unlock()
		if ended || k.over.Err() != nil || k.endsAtLimit(of) {
			return
		}
		if _, err := k.Get(k.over, false); err != nil {
			k.plays.stop(err)
		}
	}
}

// GetCPUAndMemoryStats completes the stats provider.
func (k *kubelet) GetCPUAndMemoryStats(ctx context.Context) (*statsapi.Summary, error) {
	return k.Get(ctx, false)
}

func (k *kubelet) statsOf(known *resident, now time.Time) statsapi.PodStats {
	pod := known.pod
	stats := statsapi.PodStats{PodRef: statsapi.PodReference{
		Name: pod.Name, Namespace: pod.Namespace, UID: string(pod.UID),
	}}
	sum := int64(0)
	for _, container := range pod.Spec.Containers {
		used := int64(0)
		if !known.started.IsZero() {
			used = k.plays.memoryOf(pod).at(now.Sub(known.started))
		}
		sum += used
		stats.Containers = append(stats.Containers, statsapi.ContainerStats{
			Name: container.Name, Memory: memoryStats(now, used),
		})
	}
	stats.Memory = memoryStats(now, sum)
	return stats
}

func memoryStats(now time.Time, used int64) *statsapi.MemoryStats {
	bytes := uint64(used)
	return &statsapi.MemoryStats{
		Time: metav1.NewTime(now), WorkingSetBytes: &bytes, UsageBytes: &bytes,
	}
}

// HasDedicatedImageFs, HasDedicatedContainerFs, DeleteUnusedImages and DeleteAllUnusedContainers
// complete what the eviction loop knows: one file system, and nothing to reclaim on it.
func (k *kubelet) HasDedicatedImageFs(context.Context) (bool, error) { return false, nil }

func (k *kubelet) HasDedicatedContainerFs(context.Context) (bool, error) { return false, nil }

func (k *kubelet) DeleteUnusedImages(context.Context) error { return nil }

func (k *kubelet) DeleteAllUnusedContainers(context.Context) error { return nil }

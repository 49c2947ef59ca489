package main

import (
	"context"
	"path/filepath"
	"time"

	cri "k8s.io/cri-api/pkg/apis/runtime/v1"
)

func (r *runtime) ContainerStats(
	_ context.Context, request *cri.ContainerStatsRequest,
) (*cri.ContainerStatsResponse, error) {
	one, err := r.container(request.ContainerId)
	if err != nil {
		return nil, err
	}
	return &cri.ContainerStatsResponse{Stats: one.stats()}, nil
}

func (r *runtime) ListContainerStats(
	_ context.Context, request *cri.ListContainerStatsRequest,
) (*cri.ListContainerStatsResponse, error) {
	r.Lock()
	var wanted []*container
	for _, one := range r.oldestFirst() {
		filter := request.GetFilter()
		if (filter.GetId() == "" || filter.Id == one.id) &&
			(filter.GetPodSandboxId() == "" || filter.PodSandboxId == one.sandbox.id) &&
			hasLabels(one.config.Labels, filter.GetLabelSelector()) {
			wanted = append(wanted, one)
		}
	}
	r.Unlock()
	response := &cri.ListContainerStatsResponse{}
	answered := call{Call: "ListContainerStats"}
	for _, one := range wanted {
		stats := one.stats()
		response.Stats = append(response.Stats, stats)
		answered.Stats = append(answered.Stats, measuredOf(stats))
	}
	r.journal.write(answered)
	return response, nil
}

func measuredOf(stats *cri.ContainerStats) measured {
	one := measured{
		ID:         stats.Attributes.Id,
		UsedBytes:  stats.WritableLayer.UsedBytes.Value,
		InodesUsed: stats.WritableLayer.InodesUsed.Value,
	}
	if stats.Memory != nil {
		one.WorkingSetBytes = &stats.Memory.WorkingSetBytes.Value
	}
	return one
}

// stats are read from the container's cgroup and disk at the moment of the call.
func (c *container) stats() *cri.ContainerStats {
	now := time.Now().UnixNano()
	writable := usageOf(c.writable)
	writable.FsId.Mountpoint = writableDirectory
	stats := &cri.ContainerStats{
		Attributes: &cri.ContainerAttributes{
			Id:          c.id,
			Metadata:    c.config.Metadata,
			Labels:      c.config.Labels,
			Annotations: c.config.Annotations,
		},
		WritableLayer: writable,
	}
	if c.life().state != cri.ContainerState_CONTAINER_RUNNING {
		return stats
	}
	memory := tableOf(filepath.Join(c.cgroup, "memory.stat"))
	usage := numberIn(filepath.Join(c.cgroup, "memory.current"))
	cpu := tableOf(filepath.Join(c.cgroup, "cpu.stat"))
	value := func(number uint64) *cri.UInt64Value { return &cri.UInt64Value{Value: number} }
	stats.Cpu = &cri.CpuUsage{
		Timestamp: now, UsageCoreNanoSeconds: value(cpu["usage_usec"] * 1000),
	}
	stats.Memory = &cri.MemoryUsage{
		Timestamp:       now,
		UsageBytes:      value(usage),
		WorkingSetBytes: value(usage - min(usage, memory["inactive_file"])),
		RssBytes:        value(memory["anon"]),
		PageFaults:      value(memory["pgfault"]),
		MajorPageFaults: value(memory["pgmajfault"]),
	}
	return stats
}

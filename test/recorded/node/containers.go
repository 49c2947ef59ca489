package main

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	cri "k8s.io/cri-api/pkg/apis/runtime/v1"
)

type container struct {
	id      string
	config  *cri.ContainerConfig
	sandbox *sandbox
	created time.Time
	process
}

func notFound(id string) error {
	return status.Errorf(codes.NotFound, "there is no %s", id)
}

func (r *runtime) containersOf(sandboxID string) []*container {
	r.Lock()
	defer r.Unlock()
	var found []*container
	for _, one := range r.containers {
		if one.sandbox.id == sandboxID {
			found = append(found, one)
		}
	}
	return found
}

// oldestFirst keeps the order of one answer for the next: a kubelet names containers in it.
func (r *runtime) oldestFirst() []*container {
	return slices.SortedFunc(maps.Values(r.containers), func(one, other *container) int {
		return one.created.Compare(other.created)
	})
}

func (r *runtime) container(id string) (*container, error) {
	r.Lock()
	defer r.Unlock()
	if one := r.containers[id]; one != nil {
		return one, nil
	}
	return nil, notFound(id)
}

func (r *runtime) CreateContainer(
	_ context.Context, request *cri.CreateContainerRequest,
) (*cri.CreateContainerResponse, error) {
	r.Lock()
	defer r.Unlock()
	in := r.sandboxes[request.PodSandboxId]
	if in == nil {
		return nil, notFound(request.PodSandboxId)
	}
	metadata := request.Config.Metadata
	id := fmt.Sprintf("%s_%s_%d", in.id, metadata.Name, metadata.Attempt)
	one := &container{id: id, config: request.Config, sandbox: in, created: time.Now()}
	if err := one.lay(); err != nil {
		return nil, err
	}
	r.containers[id] = one
	return &cri.CreateContainerResponse{ContainerId: id}, nil
}

func (r *runtime) StartContainer(
	_ context.Context, request *cri.StartContainerRequest,
) (*cri.StartContainerResponse, error) {
	one, err := r.container(request.ContainerId)
	if err != nil {
		return nil, err
	}
	r.journal.write(call{Call: "StartContainer", ID: one.id})
	ended := func(code int32) {
		r.journal.write(call{Call: "ContainerEnded", ID: one.id, ExitCode: &code})
	}
	return &cri.StartContainerResponse{}, one.start(ended)
}

func (r *runtime) StopContainer(
	_ context.Context, request *cri.StopContainerRequest,
) (*cri.StopContainerResponse, error) {
	r.journal.write(call{
		Call: "StopContainer", ID: request.ContainerId, Timeout: &request.Timeout,
	})
	one, err := r.container(request.ContainerId)
	if err != nil {
		return nil, err
	}
	one.stop(time.Duration(request.Timeout) * time.Second)
	return &cri.StopContainerResponse{}, nil
}

func (r *runtime) RemoveContainer(
	_ context.Context, request *cri.RemoveContainerRequest,
) (*cri.RemoveContainerResponse, error) {
	r.journal.write(call{Call: "RemoveContainer", ID: request.ContainerId})
	if one, err := r.container(request.ContainerId); err == nil {
		r.remove(one)
	}
	return &cri.RemoveContainerResponse{}, nil
}

func (r *runtime) remove(one *container) {
	one.stop(0)
	one.clear()
	r.Lock()
	defer r.Unlock()
	delete(r.containers, one.id)
}

func (r *runtime) UpdateContainerResources(
	context.Context, *cri.UpdateContainerResourcesRequest,
) (*cri.UpdateContainerResourcesResponse, error) {
	return &cri.UpdateContainerResourcesResponse{}, nil
}

func (r *runtime) ReopenContainerLog(
	context.Context, *cri.ReopenContainerLogRequest,
) (*cri.ReopenContainerLogResponse, error) {
	return &cri.ReopenContainerLogResponse{}, nil
}

func (c *container) logPath() string {
	return filepath.Join(c.sandbox.config.LogDirectory, c.config.LogPath)
}

func (r *runtime) ContainerStatus(
	_ context.Context, request *cri.ContainerStatusRequest,
) (*cri.ContainerStatusResponse, error) {
	one, err := r.container(request.ContainerId)
	if err != nil {
		return nil, err
	}
	now := one.life()
	return &cri.ContainerStatusResponse{Status: &cri.ContainerStatus{
		Id:          one.id,
		Metadata:    one.config.Metadata,
		State:       now.state,
		CreatedAt:   one.created.UnixNano(),
		StartedAt:   unixNano(now.started),
		FinishedAt:  unixNano(now.finished),
		ExitCode:    now.exitCode,
		Image:       one.config.Image,
		ImageRef:    one.config.Image.Image,
		ImageId:     one.config.Image.Image,
		Labels:      one.config.Labels,
		Annotations: one.config.Annotations,
		Mounts:      one.config.Mounts,
		LogPath:     one.logPath(),
	}}, nil
}

// unixNano is 0 for what has not happened yet.
func unixNano(at time.Time) int64 {
	if at.IsZero() {
		return 0
	}
	return at.UnixNano()
}

func (r *runtime) ListContainers(
	_ context.Context, request *cri.ListContainersRequest,
) (*cri.ListContainersResponse, error) {
	r.Lock()
	defer r.Unlock()
	response := &cri.ListContainersResponse{}
	for _, one := range r.oldestFirst() {
		state, filter := one.life().state, request.GetFilter()
		if filter.GetId() != "" && filter.Id != one.id ||
			filter.GetState() != nil && filter.State.State != state ||
			filter.GetPodSandboxId() != "" && filter.PodSandboxId != one.sandbox.id ||
			!hasLabels(one.config.Labels, filter.GetLabelSelector()) {
			continue
		}
		response.Containers = append(response.Containers, &cri.Container{
			Id:           one.id,
			PodSandboxId: one.sandbox.id,
			Metadata:     one.config.Metadata,
			Image:        one.config.Image,
			ImageRef:     one.config.Image.Image,
			ImageId:      one.config.Image.Image,
			State:        state,
			CreatedAt:    one.created.UnixNano(),
			Labels:       one.config.Labels,
			Annotations:  one.config.Annotations,
		})
	}
	return response, nil
}

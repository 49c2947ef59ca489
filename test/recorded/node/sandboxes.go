package main

import (
	"context"
	"fmt"
	"time"

	cri "k8s.io/cri-api/pkg/apis/runtime/v1"
)

// Nothing answers there: containers have no network.
const podAddress = "192.0.2.1"

type sandbox struct {
	id        string
	config    *cri.PodSandboxConfig
	createdAt time.Time
	state     cri.PodSandboxState
}

// nameOf is readable and unlike any other: attempt counts the sandboxes of a pod.
func nameOf(metadata *cri.PodSandboxMetadata) string {
	return fmt.Sprintf(
		"%s_%s_%s_%d", metadata.Namespace, metadata.Name, metadata.Uid, metadata.Attempt,
	)
}

func (r *runtime) RunPodSandbox(
	_ context.Context, request *cri.RunPodSandboxRequest,
) (*cri.RunPodSandboxResponse, error) {
	r.Lock()
	defer r.Unlock()
	config := request.Config
	one := &sandbox{id: nameOf(config.Metadata), config: config, createdAt: time.Now()}
	r.sandboxes[one.id] = one
	r.journal.write(call{
		Call:         "RunPodSandbox",
		ID:           one.id,
		Pod:          config.Metadata.Name,
		CgroupParent: config.GetLinux().GetCgroupParent(),
	})
	return &cri.RunPodSandboxResponse{PodSandboxId: one.id}, nil
}

func (r *runtime) StopPodSandbox(
	_ context.Context, request *cri.StopPodSandboxRequest,
) (*cri.StopPodSandboxResponse, error) {
	r.journal.write(call{Call: "StopPodSandbox", ID: request.PodSandboxId})
	for _, one := range r.containersOf(request.PodSandboxId) {
		one.stop(0)
	}
	r.Lock()
	defer r.Unlock()
	if one := r.sandboxes[request.PodSandboxId]; one != nil {
		one.state = cri.PodSandboxState_SANDBOX_NOTREADY
	}
	return &cri.StopPodSandboxResponse{}, nil
}

func (r *runtime) RemovePodSandbox(
	_ context.Context, request *cri.RemovePodSandboxRequest,
) (*cri.RemovePodSandboxResponse, error) {
	r.journal.write(call{Call: "RemovePodSandbox", ID: request.PodSandboxId})
	for _, one := range r.containersOf(request.PodSandboxId) {
		r.remove(one)
	}
	r.Lock()
	defer r.Unlock()
	delete(r.sandboxes, request.PodSandboxId)
	return &cri.RemovePodSandboxResponse{}, nil
}

func (r *runtime) PodSandboxStatus(
	_ context.Context, request *cri.PodSandboxStatusRequest,
) (*cri.PodSandboxStatusResponse, error) {
	r.Lock()
	defer r.Unlock()
	one := r.sandboxes[request.PodSandboxId]
	if one == nil {
		return nil, notFound(request.PodSandboxId)
	}
	return &cri.PodSandboxStatusResponse{Status: &cri.PodSandboxStatus{
		Id:          one.id,
		Metadata:    one.config.Metadata,
		State:       one.state,
		CreatedAt:   one.createdAt.UnixNano(),
		Network:     &cri.PodSandboxNetworkStatus{Ip: podAddress},
		Labels:      one.config.Labels,
		Annotations: one.config.Annotations,
		Linux: &cri.LinuxPodSandboxStatus{Namespaces: &cri.Namespace{
			Options: one.config.GetLinux().GetSecurityContext().GetNamespaceOptions(),
		}},
	}}, nil
}

func (r *runtime) ListPodSandbox(
	_ context.Context, request *cri.ListPodSandboxRequest,
) (*cri.ListPodSandboxResponse, error) {
	r.Lock()
	defer r.Unlock()
	response := &cri.ListPodSandboxResponse{}
	for _, one := range r.sandboxes {
		filter := request.GetFilter()
		if filter.GetId() != "" && filter.Id != one.id ||
			filter.GetState() != nil && filter.State.State != one.state ||
			!hasLabels(one.config.Labels, filter.GetLabelSelector()) {
			continue
		}
		response.Items = append(response.Items, &cri.PodSandbox{
			Id:          one.id,
			Metadata:    one.config.Metadata,
			State:       one.state,
			CreatedAt:   one.createdAt.UnixNano(),
			Labels:      one.config.Labels,
			Annotations: one.config.Annotations,
		})
	}
	return response, nil
}

func hasLabels(labels, wanted map[string]string) bool {
	for name, value := range wanted {
		if labels[name] != value {
			return false
		}
	}
	return true
}

//go:build !before_1_33

package release

import v1 "k8s.io/api/core/v1"

// AllocatedPod is a pod with the requests that the kubelet has allocated to it, as its status
// reports them: for the containers that can be resized, and for the pod as a whole.
func AllocatedPod(pod *v1.Pod) *v1.Pod {
	allocated := pod.DeepCopy()
	reported := map[string]v1.ResourceList{}
	for _, statuses := range [][]v1.ContainerStatus{
		pod.Status.ContainerStatuses, pod.Status.InitContainerStatuses,
	} {
		for _, status := range statuses {
			if status.AllocatedResources != nil {
				reported[status.Name] = status.AllocatedResources
			}
		}
	}
	for i := range allocated.Spec.Containers {
		allocate(&allocated.Spec.Containers[i], reported)
	}
	for i := range allocated.Spec.InitContainers {
		container := &allocated.Spec.InitContainers[i]
		policy := container.RestartPolicy
		if policy != nil && *policy == v1.ContainerRestartPolicyAlways {
			allocate(container, reported)
		}
	}
	allocatePodLevel(allocated)
	return allocated
}

func allocate(container *v1.Container, reported map[string]v1.ResourceList) {
	if requests, found := reported[container.Name]; found {
		container.Resources.Requests = requests
	}
}

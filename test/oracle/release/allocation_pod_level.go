//go:build !before_1_36

package release

import (
	v1 "k8s.io/api/core/v1"
	podresources "k8s.io/component-helpers/resource"
)

// allocatePodLevel takes the overhead away again, which the kubelet adds to what it reports.
func allocatePodLevel(pod *v1.Pod) {
	if pod.Spec.Resources == nil {
		return
	}
	for name := range pod.Spec.Resources.Requests {
		reported, found := pod.Status.AllocatedResources[name]
		if found && podresources.IsSupportedPodLevelResource(name) {
			allocated := reported.DeepCopy()
			allocated.Sub(pod.Spec.Overhead[name])
			pod.Spec.Resources.Requests[name] = allocated
		}
	}
}

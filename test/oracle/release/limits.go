//go:build !before_1_32

package release

import (
	v1 "k8s.io/api/core/v1"
	podresources "k8s.io/component-helpers/resource"
)

// PodLimits are the limits of a pod that local storage eviction compares with.
func PodLimits(pod *v1.Pod) v1.ResourceList {
	return podresources.PodLimits(pod, podresources.PodResourcesOptions{})
}

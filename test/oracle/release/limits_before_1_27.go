//go:build before_1_27

package release

import (
	v1 "k8s.io/api/core/v1"
	podresources "k8s.io/kubernetes/pkg/api/v1/resource"
)

func PodLimits(pod *v1.Pod) v1.ResourceList {
	_, limits := podresources.PodRequestsAndLimits(pod)
	return limits
}

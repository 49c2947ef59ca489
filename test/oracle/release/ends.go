//go:build !before_1_22

package release

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/kubelet/eviction"
)

// Killed is told of each pod that the kubelet preempts, and with which status the pod is to end.
type Killed = func(pod *v1.Pod, status v1.PodStatus, gracePeriodOverride *int64)

// KillPod stands for the pod worker, which always succeeds.
func KillPod(killed Killed) eviction.KillPodFunc {
	return func(
		pod *v1.Pod, _ bool, gracePeriodOverride *int64, setStatus func(*v1.PodStatus),
	) error {
		status := v1.PodStatus{}
		setStatus(&status)
		killed(pod, status, gracePeriodOverride)
		return nil
	}
}

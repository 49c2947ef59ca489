//go:build !before_1_22

package release

import v1 "k8s.io/api/core/v1"

// evict stands for the pod worker: it takes the status the loop wants, and always succeeds.
func (s surroundings) evict(
	_ *v1.Pod, _ bool, gracePeriodOverride *int64, setStatus func(*v1.PodStatus),
) error {
	status := v1.PodStatus{}
	setStatus(&status)
	s.node.Evict(*gracePeriodOverride, status)
	return nil
}

//go:build before_1_22

package release

import v1 "k8s.io/api/core/v1"

func (s surroundings) evict(_ *v1.Pod, status v1.PodStatus, gracePeriodOverride *int64) error {
	s.node.Evict(*gracePeriodOverride, status)
	return nil
}

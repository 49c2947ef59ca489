package release

import (
	_ "unsafe" // For the link names.

	v1 "k8s.io/api/core/v1"
	statsapi "k8s.io/kubelet/pkg/apis/stats/v1alpha1"
	_ "k8s.io/kubernetes/pkg/kubelet/cm" // For HardEvictionReservation.
	evictionapi "k8s.io/kubernetes/pkg/kubelet/eviction/api"
)

// StatsFunc has the underlying type of the kubelet's unexported type of the same name.
type StatsFunc = func(pod *v1.Pod) (statsapi.PodStats, bool)

//go:linkname ParsePercentage k8s.io/kubernetes/pkg/kubelet/eviction.parsePercentage
func ParsePercentage(input string) (float32, error)

//go:linkname RankMemoryPressure k8s.io/kubernetes/pkg/kubelet/eviction.rankMemoryPressure
func RankMemoryPressure(pods []*v1.Pod, stats StatsFunc)

//go:linkname HardEvictionReservation k8s.io/kubernetes/pkg/kubelet/cm.hardEvictionReservation
func HardEvictionReservation(
	thresholds []evictionapi.Threshold, capacity v1.ResourceList,
) v1.ResourceList

package release

import (
	_ "unsafe" // For the link names.

	v1 "k8s.io/api/core/v1"
	statsapi "k8s.io/kubelet/pkg/apis/stats/v1alpha1"
)

// StatsFunc has the underlying type of the kubelet's unexported type of the same name.
type StatsFunc = func(pod *v1.Pod) (statsapi.PodStats, bool)

//go:linkname ParsePercentage k8s.io/kubernetes/pkg/kubelet/eviction.parsePercentage
func ParsePercentage(input string) (float32, error)

//go:linkname RankMemoryPressure k8s.io/kubernetes/pkg/kubelet/eviction.rankMemoryPressure
func RankMemoryPressure(pods []*v1.Pod, stats StatsFunc)

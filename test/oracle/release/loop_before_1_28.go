//go:build before_1_28 && !before_1_25

package release

import (
	v1 "k8s.io/api/core/v1"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/eviction"
	"k8s.io/kubernetes/pkg/kubelet/lifecycle"
)

func NewLoop(
	node Node, config *kubeletconfig.KubeletConfiguration, thresholds eviction.Config, clock *Clock,
) (eviction.Manager, lifecycle.PodAdmitHandler) {
	around := surroundings{node}
	return eviction.NewManager(
		around, thresholds, around.evict, noMirrorPod, around, around, node,
		&v1.ObjectReference{Kind: "Node", Name: "oracle"}, clock,
		config.LocalStorageCapacityIsolation,
	)
}

//go:build before_1_21

package release

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/eviction"
	"k8s.io/kubernetes/pkg/kubelet/lifecycle"
)

func NewLoop(
	node Node, _ *kubeletconfig.KubeletConfiguration, thresholds eviction.Config, clock *Clock,
) (eviction.Manager, lifecycle.PodAdmitHandler) {
	around := surroundings{node}
	return eviction.NewManager(
		around, thresholds, around.evict, noMirrorPod, around, around, node,
		&v1.ObjectReference{Kind: "Node", Name: "oracle"}, clock, noHostsFile,
	)
}

// noHostsFile leaves out the pod's hosts file, whose size this release adds to what a pod uses: no
// document the kubelet serves tells it.
func noHostsFile(types.UID) string { return "" }

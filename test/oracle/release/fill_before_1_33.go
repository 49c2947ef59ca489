//go:build before_1_33 && !before_1_26

package release

import (
	"maps"

	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/eviction"
)

func FillEvictionHard(config *kubeletconfig.KubeletConfiguration) {
	if config.EvictionHard == nil {
		config.EvictionHard = maps.Clone(eviction.DefaultEvictionHard)
	}
}

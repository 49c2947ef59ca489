//go:build !before_1_33

package release

import (
	"maps"

	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/eviction"
)

// FillEvictionHard follows loadConfigFile of cmd/kubelet, which is not importable at a bearable
// cost: defaulting itself knows no hard thresholds, because they differ between systems.
func FillEvictionHard(config *kubeletconfig.KubeletConfiguration) {
	if config.EvictionHard == nil {
		config.EvictionHard = maps.Clone(eviction.DefaultEvictionHard)
		return
	}
	if !config.MergeDefaultEvictionSettings {
		return
	}
	for signal, threshold := range eviction.DefaultEvictionHard {
		if _, written := config.EvictionHard[signal]; !written {
			config.EvictionHard[signal] = threshold
		}
	}
}

//go:build before_1_26

package release

import kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"

// FillEvictionHard has nothing to do: defaulting fills in the hard thresholds here.
func FillEvictionHard(*kubeletconfig.KubeletConfiguration) {}

//go:build before_1_25

package release

import (
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	kubeletvalidation "k8s.io/kubernetes/pkg/kubelet/apis/config/validation"
)

func Validate(config *kubeletconfig.KubeletConfiguration) error {
	return kubeletvalidation.ValidateKubeletConfiguration(config)
}

//go:build before_1_25

package main

import (
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	kubeletvalidation "k8s.io/kubernetes/pkg/kubelet/apis/config/validation"
)

func validate(config *kubeletconfig.KubeletConfiguration) error {
	return kubeletvalidation.ValidateKubeletConfiguration(config)
}

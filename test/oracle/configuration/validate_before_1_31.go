//go:build before_1_31 && !before_1_25

package main

import (
	kubeletfeature "k8s.io/apiserver/pkg/util/feature"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	kubeletvalidation "k8s.io/kubernetes/pkg/kubelet/apis/config/validation"
)

func validate(config *kubeletconfig.KubeletConfiguration) error {
	return kubeletvalidation.ValidateKubeletConfiguration(config, kubeletfeature.DefaultFeatureGate)
}

//go:build !before_1_31

package main

import (
	kubeletfeature "k8s.io/apiserver/pkg/util/feature"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	kubeletvalidation "k8s.io/kubernetes/pkg/kubelet/apis/config/validation"
)

// validate is the kubelet's general validation. It also looks at the machine it runs on; an answer
// must not depend on that.
func validate(config *kubeletconfig.KubeletConfiguration) error {
	anywhere := config.DeepCopy()
	anywhere.FailCgroupV1 = false
	forgetOOMKill(anywhere)
	return kubeletvalidation.ValidateKubeletConfiguration(anywhere, kubeletfeature.DefaultFeatureGate)
}

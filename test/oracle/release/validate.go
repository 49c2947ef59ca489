//go:build !before_1_31

package release

import (
	kubeletfeature "k8s.io/apiserver/pkg/util/feature"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	kubeletvalidation "k8s.io/kubernetes/pkg/kubelet/apis/config/validation"
)

// Validate is the kubelet's general validation, which knows nothing of threshold texts. It also
// looks at the machine it runs on; an answer here must not depend on that.
func Validate(config *kubeletconfig.KubeletConfiguration) error {
	anywhere := config.DeepCopy()
	anywhere.FailCgroupV1 = false
	return kubeletvalidation.ValidateKubeletConfiguration(anywhere, kubeletfeature.DefaultFeatureGate)
}

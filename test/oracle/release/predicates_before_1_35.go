//go:build before_1_35

package release

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/kubelet/lifecycle"
)

func NewPredicates(
	node func() *v1.Node, failures lifecycle.AdmissionFailureHandler,
) lifecycle.PodAdmitHandler {
	get := func() (*v1.Node, error) { return node(), nil }
	return lifecycle.NewPredicateAdmitHandler(get, failures, noPluginResources)
}

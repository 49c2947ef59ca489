//go:build before_1_37

package release

import "k8s.io/kubernetes/pkg/kubelet/lifecycle"

// Admit asks a handler whether the node takes a pod.
func Admit(
	handler lifecycle.PodAdmitHandler, asked *lifecycle.PodAdmitAttributes,
) lifecycle.PodAdmitResult {
	return handler.Admit(asked)
}

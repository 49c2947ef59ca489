//go:build before_1_27

package main

import (
	"unsafe"

	v1 "k8s.io/api/core/v1"
	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"
	"k8s.io/kubernetes/pkg/kubelet/cm"
	kubecontainer "k8s.io/kubernetes/pkg/kubelet/container"
)

//go:linkname containerConfig k8s.io/kubernetes/pkg/kubelet/kuberuntime.(*kubeGenericRuntimeManager).generateLinuxContainerConfig
func containerConfig(
	manager unsafe.Pointer, container *v1.Container, pod *v1.Pod, uid *int64, username string,
	target *kubecontainer.ContainerID, enforce bool,
) (*runtimeapi.LinuxContainerConfig, error)

//go:linkname setMemoryQoS k8s.io/kubernetes/pkg/kubelet/cm.(*qosContainerManagerImpl).setMemoryQoS
func setMemoryQoS(manager unsafe.Pointer, configs map[v1.PodQOSClass]*cm.CgroupConfig)

// withoutNamespaces answers what a container's configuration asks apart from its resources.
type withoutNamespaces struct{ kubecontainer.RuntimeHelper }

func (withoutNamespaces) GetOrCreateUserNamespaceMappings(
	*v1.Pod,
) (*runtimeapi.UserNamespace, error) {
	return nil, nil
}

func (withoutNamespaces) GetExtraSupplementalGroupsForPod(*v1.Pod) []int64 { return nil }

var runtimeHelper any = withoutNamespaces{}

func containerResources(
	manager unsafe.Pointer, pod *v1.Pod, container *v1.Container, enforce bool,
) *runtimeapi.LinuxContainerResources {
	// The API server gives every pod one.
	if pod.Spec.SecurityContext == nil {
		pod.Spec.SecurityContext = &v1.PodSecurityContext{}
	}
	config, err := containerConfig(manager, container, pod, nil, "", nil, enforce)
	if err != nil {
		panic(err)
	}
	return config.Resources
}

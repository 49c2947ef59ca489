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

func containerResources(
	manager unsafe.Pointer, pod *v1.Pod, container *v1.Container, enforce bool,
) *runtimeapi.LinuxContainerResources {
	config, err := containerConfig(manager, container, pod, nil, "", nil, enforce)
	if err != nil {
		panic(err)
	}
	return config.Resources
}

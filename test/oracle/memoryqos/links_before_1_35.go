//go:build before_1_35 && !before_1_27

package main

import (
	"unsafe"

	v1 "k8s.io/api/core/v1"
	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"
	"k8s.io/kubernetes/pkg/kubelet/cm"
)

//go:linkname containerResources k8s.io/kubernetes/pkg/kubelet/kuberuntime.(*kubeGenericRuntimeManager).generateLinuxContainerResources
func containerResources(
	manager unsafe.Pointer, pod *v1.Pod, container *v1.Container, enforce bool,
) *runtimeapi.LinuxContainerResources

//go:linkname setMemoryQoS k8s.io/kubernetes/pkg/kubelet/cm.(*qosContainerManagerImpl).setMemoryQoS
func setMemoryQoS(manager unsafe.Pointer, configs map[v1.PodQOSClass]*cm.CgroupConfig)

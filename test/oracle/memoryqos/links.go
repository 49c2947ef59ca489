//go:build !before_1_36

package main

import (
	"context"
	"unsafe"

	v1 "k8s.io/api/core/v1"
	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/kubelet/cm"
)

//go:linkname generateResources k8s.io/kubernetes/pkg/kubelet/kuberuntime.(*kubeGenericRuntimeManager).generateLinuxContainerResources
func generateResources(
	manager unsafe.Pointer, ctx context.Context, pod *v1.Pod, container *v1.Container,
	enforce bool,
) *runtimeapi.LinuxContainerResources

//go:linkname setClasses k8s.io/kubernetes/pkg/kubelet/cm.(*qosContainerManagerImpl).setMemoryQoS
func setClasses(
	manager unsafe.Pointer, logger klog.Logger, configs map[v1.PodQOSClass]*cm.CgroupConfig,
)

func containerResources(
	manager unsafe.Pointer, pod *v1.Pod, container *v1.Container, enforce bool,
) *runtimeapi.LinuxContainerResources {
	return generateResources(manager, context.Background(), pod, container, enforce)
}

func setMemoryQoS(manager unsafe.Pointer, configs map[v1.PodQOSClass]*cm.CgroupConfig) {
	setClasses(manager, klog.Background(), configs)
}

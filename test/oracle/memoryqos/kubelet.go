package main

import (
	"reflect"
	"strconv"
	"unsafe"

	"github.com/modern-go/reflect2"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/kubernetes/pkg/kubelet/cm"
	"k8s.io/kubernetes/pkg/kubelet/kuberuntime"
)

const gate = "MemoryQoS"

// The constructors keep the types that they make in the program, where `instanceOf` finds them.
var _ = keep(kuberuntime.NewKubeGenericRuntimeManager, cm.NewQOSContainerManager)

//go:noinline
func keep(what ...any) []any { return what }

// instance is a value of an unexported type of the kubelet, with fields set by name.
type instance struct{ value reflect.Value }

func instanceOf(folder, name string) instance {
	found := reflect2.TypeByPackageName("k8s.io/kubernetes/pkg/kubelet/"+folder, name)
	return instance{reflect.New(found.Type1()).Elem()}
}

func (i instance) pointer() unsafe.Pointer { return i.value.Addr().UnsafePointer() }

func (i instance) field(name string) (reflect.Value, bool) {
	field := i.value.FieldByName(name)
	if !field.IsValid() {
		return field, false
	}
	return reflect.NewAt(field.Type(), field.Addr().UnsafePointer()).Elem(), true
}

// set leaves out a field that the release lacks, and takes a pointer's value where it has no
// pointer.
func (i instance) set(name string, value any) {
	field, found := i.field(name)
	if !found {
		return
	}
	given := reflect.ValueOf(value)
	if given.Kind() == reflect.Pointer && field.Kind() == given.Type().Elem().Kind() {
		if given.IsNil() {
			return
		}
		given = given.Elem()
	}
	field.Set(given.Convert(field.Type()))
}

func setGates(gates map[string]bool) error {
	for name, on := range gates {
		setting := name + "=" + strconv.FormatBool(on)
		if err := utilfeature.DefaultMutableFeatureGate.Set(setting); err != nil {
			return err
		}
	}
	return nil
}

func isEnforced() bool { return utilfeature.DefaultFeatureGate.Enabled(gate) }

func (q question) container(pod *v1.Pod, container *v1.Container) files {
	manager := instanceOf("kuberuntime", "kubeGenericRuntimeManager")
	manager.set("memoryThrottlingFactor", q.Factor)
	manager.set("memoryReservationPolicy", q.Policy)
	manager.set("containerManager", cm.NewStubContainerManager())
	manager.set("getSwapControllerAvailable", func() bool { return false })
	manager.set("getNodeAllocatable", func() v1.ResourceList {
		quantity := resource.NewQuantity(q.Allocatable, resource.BinarySI)
		return v1.ResourceList{v1.ResourceMemory: *quantity}
	})
	if runtimeHelper != nil {
		manager.set("runtimeHelper", runtimeHelper)
	}
	machine, _ := manager.field("machineInfo")
	machine.Set(reflect.New(machine.Type().Elem()))
	machine.Elem().FieldByName("MemoryCapacity").SetUint(uint64(q.Allocatable))
	result := containerResources(manager.pointer(), pod, container, isEnforced())
	written := files{}
	for name, content := range result.Unified {
		written[name] = content
	}
	// Which processes the kernel kills together is another question.
	delete(written, "memory.oom.group")
	if limit := result.MemoryLimitInBytes; limit != 0 {
		written["memory.max"] = strconv.FormatInt(limit, 10)
	}
	return written
}

func (q question) pod(pod *v1.Pod) files {
	config := q.podConfig(pod)
	written := files{}
	for name, content := range config.Unified {
		written[name] = content
	}
	if config.Memory != nil {
		written["memory.max"] = strconv.FormatInt(*config.Memory, 10)
	}
	return written
}

// copies are pods of their own: PodRequests adds the overhead to the pod's own quantities where
// they are fractions such as 1.5Gi of spec.resources, so a second call would count it twice.
func (q question) copies() []*v1.Pod {
	var copies []*v1.Pod
	for _, pod := range q.Pods {
		copies = append(copies, pod.DeepCopy())
	}
	return copies
}

// podConfig calls a function whose last parameter began with 1.36.
func (q question) podConfig(pod *v1.Pod) *cm.ResourceConfig {
	function := reflect.ValueOf(cm.ResourceConfigForPod)
	given := []any{pod.DeepCopy(), true, uint64(100000), isEnforced(), q.Policy}
	arguments := make([]reflect.Value, function.Type().NumIn())
	for i := range arguments {
		arguments[i] = reflect.ValueOf(given[i]).Convert(function.Type().In(i))
	}
	config := function.Call(arguments)[0].Interface().(*cm.ResourceConfig)
	if isEnforced() && q.Factor != nil {
		applyPodLevelMemoryHigh(pod.DeepCopy(), config, *q.Factor)
	}
	return config
}

// classes are the cgroups of all pods and of the classes; the kubelet calls this with the gate on.
func (q question) classes() map[string]files {
	written := map[string]files{}
	if !isEnforced() {
		return written
	}
	manager := instanceOf("cm", "qosContainerManagerImpl")
	manager.set("memoryReservationPolicy", q.Policy)
	manager.set("activePods", func() []*v1.Pod { return q.copies() })
	configs := map[v1.PodQOSClass]*cm.CgroupConfig{}
	for _, class := range []v1.PodQOSClass{
		v1.PodQOSGuaranteed, v1.PodQOSBurstable, v1.PodQOSBestEffort,
	} {
		configs[class] = &cm.CgroupConfig{ResourceParameters: &cm.ResourceConfig{}}
	}
	setMemoryQoS(manager.pointer(), configs)
	for class, config := range configs {
		if len(config.ResourceParameters.Unified) > 0 {
			written[string(class)] = config.ResourceParameters.Unified
		}
	}
	return written
}

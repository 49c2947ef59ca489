//go:build !before_1_37

package main

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	podutil "k8s.io/kubernetes/pkg/api/pod"
	"k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/scheduler"
)

func newInformers(client kubernetes.Interface) informers.SharedInformerFactory {
	return scheduler.NewInformerFactory(client, 0, nil)
}

func (started *running) dequeue(pod *v1.Pod) { started.SchedulingQueue.Delete(started.log, pod) }

// setDefaults does to a new pod what the API server does: resources of a whole pod get theirs after
// admission, where the scheme does not set them.
func setDefaults(pod *v1.Pod) {
	legacyscheme.Scheme.Default(pod)
	if pod.Spec.Resources == nil {
		return
	}
	taken, stored := &core.Pod{}, &v1.Pod{}
	if legacyscheme.Scheme.Convert(pod, taken, nil) != nil {
		return
	}
	podutil.DefaultPodLevelResources(taken)
	if legacyscheme.Scheme.Convert(taken, stored, nil) == nil {
		pod.Spec.Resources = stored.Spec.Resources
	}
}

//go:build before_1_37

package main

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/scheduler"
)

func newInformers(client kubernetes.Interface) informers.SharedInformerFactory {
	return scheduler.NewInformerFactory(client, 0)
}

func (started *running) dequeue(pod *v1.Pod) { started.SchedulingQueue.Delete(pod) }

// setDefaults does to a new pod what the API server does.
func setDefaults(pod *v1.Pod) { legacyscheme.Scheme.Default(pod) }

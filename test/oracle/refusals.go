package main

import (
	"context"

	"github.com/go-logr/logr"
	"k8s.io/klog/v2"
)

// criticalPodRefusal is the log line that is the only trace of a refused eviction.
const criticalPodRefusal = "Eviction manager: cannot evict a critical pod"

// refusals is a log sink that drops everything but refused evictions.
type refusals struct {
	node *node
}

// context carries a logger the eviction loop picks up.
func (r refusals) context() context.Context {
	return klog.NewContext(context.Background(), logr.New(r))
}

func (r refusals) Init(logr.RuntimeInfo)             {}
func (r refusals) Enabled(int) bool                  { return false }
func (r refusals) Info(int, string, ...any)          {}
func (r refusals) WithValues(...any) logr.LogSink    { return r }
func (r refusals) WithName(name string) logr.LogSink { return r }

func (r refusals) Error(_ error, message string, keysAndValues ...any) {
	if message != criticalPodRefusal {
		return
	}
	for _, value := range keysAndValues {
		if reference, ok := value.(klog.ObjectRef); ok {
			r.refuse(reference)
		}
	}
}

func (r refusals) refuse(reference klog.ObjectRef) {
	for _, pod := range r.node.pods {
		if pod.Namespace == reference.Namespace && pod.Name == reference.Name {
			r.node.refuse(pod)
			return
		}
	}
}

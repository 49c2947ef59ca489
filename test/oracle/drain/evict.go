package main

import (
	"context"
	"errors"
	"fmt"
	_ "unsafe"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	policyclient "k8s.io/client-go/kubernetes/typed/policy/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/kubernetes/pkg/apis/core"
	corev1 "k8s.io/kubernetes/pkg/apis/core/v1"
	"k8s.io/kubernetes/pkg/apis/policy"
	"k8s.io/kubernetes/pkg/controller/disruption"
	"k8s.io/kubernetes/pkg/registry/core/pod/storage"
)

//go:linkname newEvictionStorage k8s.io/kubernetes/pkg/registry/core/pod/storage.newEvictionStorage
func newEvictionStorage(
	rest.StandardStorage, policyclient.PodDisruptionBudgetsGetter,
) *storage.EvictionREST

//go:linkname syncBudget k8s.io/kubernetes/pkg/controller/disruption.(*DisruptionController).sync
func syncBudget(*disruption.DisruptionController, context.Context, string) error

// evict asks the eviction subresource for a pod.
func (c *cluster) evict(key string) (eviction, error) {
	told := eviction{Pod: key, Code: 201}
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return told, err
	}
	asked := &policy.Eviction{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name}}
	ctx := request.WithNamespace(c.ctx, namespace)
	subresource := newEvictionStorage(&podStorage{cluster: c}, c.client.PolicyV1())
	answered, err := subresource.Create(ctx, name, asked, nil, &metav1.CreateOptions{})
	refused, failed := answered.(*metav1.Status)
	if err != nil {
		var status apierrors.APIStatus
		if !errors.As(err, &status) {
			return told, err
		}
		refusal := status.Status()
		refused, failed = &refusal, true
	}
	if failed && refused.Status == metav1.StatusFailure {
		told.Code, told.Message = refused.Code, refused.Message
		if refused.Details != nil && len(refused.Details.Causes) > 0 {
			told.Cause = refused.Details.Causes[0].Message
		}
	}
	return told, nil
}

// podStorage is the pods of a cluster as the eviction subresource reads and deletes them.
type podStorage struct {
	rest.StandardStorage
	cluster *cluster
}

func (s *podStorage) Get(
	ctx context.Context, name string, _ *metav1.GetOptions,
) (runtime.Object, error) {
	pod, err := s.cluster.pod(keyIn(ctx, name))
	if err != nil {
		return nil, err
	}
	told := &core.Pod{}
	return told, corev1.Convert_v1_Pod_To_core_Pod(pod.DeepCopy(), told, nil)
}

// Update leaves the pod as it is: a condition is added that is not read before the pod is gone.
func (s *podStorage) Update(ctx context.Context, name string, _ rest.UpdatedObjectInfo,
	_ rest.ValidateObjectFunc, _ rest.ValidateObjectUpdateFunc, _ bool, _ *metav1.UpdateOptions,
) (runtime.Object, bool, error) {
	pod, err := s.Get(ctx, name, nil)
	return pod, false, err
}

func (s *podStorage) Delete(ctx context.Context, name string, _ rest.ValidateObjectFunc,
	_ *metav1.DeleteOptions) (runtime.Object, bool, error) {
	pod, err := s.cluster.pod(keyIn(ctx, name))
	if err != nil {
		return nil, false, err
	}
	// The eviction has charged a budget meanwhile.
	for _, key := range s.cluster.sortedBudgets() {
		if err := s.cluster.refresh(key); err != nil {
			return nil, false, err
		}
	}
	return nil, true, s.cluster.remove(pod)
}

func keyIn(ctx context.Context, name string) string {
	return fmt.Sprintf("%s/%s", request.NamespaceValue(ctx), name)
}

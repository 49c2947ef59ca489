package main

import (
	"context"

	batchv1 "k8s.io/api/batch/v1"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/admission"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	_ "k8s.io/kubernetes/pkg/apis/apps/install"
	"k8s.io/kubernetes/pkg/apis/batch"
	_ "k8s.io/kubernetes/pkg/apis/batch/install"
	"k8s.io/kubernetes/pkg/apis/core"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	corev1qos "k8s.io/kubernetes/pkg/apis/core/v1/helper/qos"
	_ "k8s.io/kubernetes/pkg/apis/policy/install"
	"k8s.io/kubernetes/pkg/registry/batch/job"
	"k8s.io/kubernetes/plugin/pkg/admission/defaulttolerationseconds"
)

// admit gives a new object the API server's defaults, and a new pod what the admission plugins
// DefaultTolerationSeconds and, without a class, Priority add to it.
func admit(object runtime.Object) error {
	legacyscheme.Scheme.Default(object)
	if made, is := object.(*batchv1.Job); is {
		return prepareJob(made)
	}
	pod, is := object.(*v1.Pod)
	if !is {
		return nil
	}
	if err := addTolerations(pod); err != nil {
		return err
	}
	if pod.Spec.Priority == nil {
		none := int32(0)
		pod.Spec.Priority = &none
	}
	pod.Status = v1.PodStatus{Phase: v1.PodPending, QOSClass: corev1qos.ComputePodQOS(pod)}
	return nil
}

// prepareJob gives a Job its selector, and its template the labels for it.
func prepareJob(made *batchv1.Job) error {
	internal := &batch.Job{}
	if err := legacyscheme.Scheme.Convert(made, internal, nil); err != nil {
		return err
	}
	job.Strategy.PrepareForCreate(context.Background(), internal)
	return legacyscheme.Scheme.Convert(internal, made, nil)
}

func addTolerations(pod *v1.Pod) error {
	internal := &core.Pod{}
	if err := legacyscheme.Scheme.Convert(pod, internal, nil); err != nil {
		return err
	}
	plugin := defaulttolerationseconds.NewDefaultTolerationSeconds()
	plugin.InspectFeatureGates(utilfeature.DefaultFeatureGate)
	attributes := admission.NewAttributesRecord(internal, nil,
		core.Kind("Pod").WithVersion("v1"), pod.Namespace, pod.Name,
		core.Resource("pods").WithVersion("v1"), "", admission.Create, nil, false, nil)
	if err := plugin.Admit(context.Background(), attributes, nil); err != nil {
		return err
	}
	return legacyscheme.Scheme.Convert(internal, pod, nil)
}

package main

import (
	v1 "k8s.io/api/core/v1"
	metavalidation "k8s.io/apimachinery/pkg/apis/meta/v1/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/kubernetes/pkg/apis/core/validation"
)

// refusal is what an API server refuses of labels, selectors and quantities, by its own functions.
// Its whole validation would refuse nearly every generated pod, which has only what is evaluated.
func refusal(asked admissionCase, pods []*v1.Pod, raw admissionLine) error {
	errs := metavalidation.ValidateLabels(asked.node.Labels, field.NewPath("metadata", "labels"))
	errs = append(errs, negative(asked.node.Status.Allocatable, field.NewPath("allocatable"))...)
	for _, pod := range append([]*v1.Pod{asked.pod}, pods...) {
		if pod != nil {
			errs = append(errs, refusalsOfPod(pod)...)
		}
	}
	var levels []podLevel
	if err := decodeDocument(raw.Pods, &levels); err != nil {
		return err
	}
	for _, one := range append(levels, asked.level) {
		resources := field.NewPath("spec", "resources")
		errs = append(errs, negative(one.Spec.Resources.Requests, resources.Child("requests"))...)
		errs = append(errs, negative(one.Spec.Resources.Limits, resources.Child("limits"))...)
	}
	return errs.ToAggregate()
}

// podLevel is the pod's own resources, which the types of releases before 1.32 lack.
type podLevel struct {
	Spec struct {
		Resources v1.ResourceRequirements `json:"resources"`
	} `json:"spec"`
}

func refusalsOfPod(pod *v1.Pod) field.ErrorList {
	spec := field.NewPath("spec")
	errs := metavalidation.ValidateLabels(pod.Labels, field.NewPath("metadata", "labels"))
	errs = append(errs,
		metavalidation.ValidateLabels(pod.Spec.NodeSelector, spec.Child("nodeSelector"))...)
	errs = append(errs, negative(pod.Spec.Overhead, spec.Child("overhead"))...)
	for _, containers := range [][]v1.Container{pod.Spec.Containers, pod.Spec.InitContainers} {
		for i := range containers {
			resources := containers[i].Resources
			errs = append(errs, negative(resources.Requests, spec.Child("requests"))...)
			errs = append(errs, negative(resources.Limits, spec.Child("limits"))...)
		}
	}
	if pod.Spec.Affinity == nil || pod.Spec.Affinity.NodeAffinity == nil {
		return errs
	}
	affinity := pod.Spec.Affinity.NodeAffinity
	if required := affinity.RequiredDuringSchedulingIgnoredDuringExecution; required != nil {
		for i := range required.NodeSelectorTerms {
			errs = append(errs, keysOf(&required.NodeSelectorTerms[i], spec.Child("affinity"))...)
		}
	}
	for i := range affinity.PreferredDuringSchedulingIgnoredDuringExecution {
		term := &affinity.PreferredDuringSchedulingIgnoredDuringExecution[i].Preference
		errs = append(errs, keysOf(term, spec.Child("affinity"))...)
	}
	return errs
}

// keysOf leaves values out: before 1.32 an API server takes what no label can have.
func keysOf(term *v1.NodeSelectorTerm, path *field.Path) field.ErrorList {
	errs := field.ErrorList{}
	for _, requirement := range term.MatchExpressions {
		errs = append(errs, metavalidation.ValidateLabelName(requirement.Key, path)...)
	}
	return errs
}

func negative(list v1.ResourceList, path *field.Path) field.ErrorList {
	errs := field.ErrorList{}
	for name, quantity := range list {
		errs = append(errs, validation.ValidateNonnegativeQuantity(quantity, path.Key(string(name)))...)
	}
	return errs
}

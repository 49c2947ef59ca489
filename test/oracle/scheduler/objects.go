package main

import (
	"encoding/json"
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	v1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	_ "k8s.io/kubernetes/pkg/apis/apps/install"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	_ "k8s.io/kubernetes/pkg/apis/policy/install"
	"k8s.io/kubernetes/pkg/apis/scheduling"
	_ "k8s.io/kubernetes/pkg/apis/scheduling/install"
)

// objects are the documents of a scenario as the API server stores them, in order of arrival.
type objects struct {
	nodes        []*v1.Node
	pods         []*v1.Pod
	namespaces   []*v1.Namespace
	services     []*v1.Service
	controllers  []*v1.ReplicationController
	replicaSets  []*appsv1.ReplicaSet
	statefulSets []*appsv1.StatefulSet
	budgets      []*policyv1.PodDisruptionBudget
	classes      []*schedulingv1.PriorityClass
}

func readObjects(documents []json.RawMessage) (*objects, error) {
	var read objects
	for index, document := range documents {
		if err := read.add(document); err != nil {
			return nil, fmt.Errorf("object %d: %w", index, err)
		}
	}
	for _, pod := range read.pods {
		if err := admitPriority(pod, read.classes); err != nil {
			return nil, err
		}
	}
	return &read, nil
}

func (read *objects) add(document json.RawMessage) error {
	var named metav1.TypeMeta
	if err := json.Unmarshal(document, &named); err != nil {
		return err
	}
	switch named.Kind {
	case "Node":
		return decodeInto(document, &read.nodes)
	case "Pod":
		return decodeInto(document, &read.pods)
	case "Namespace":
		return decodeInto(document, &read.namespaces)
	case "Service":
		return decodeInto(document, &read.services)
	case "ReplicationController":
		return decodeInto(document, &read.controllers)
	case "ReplicaSet":
		return decodeInto(document, &read.replicaSets)
	case "StatefulSet":
		return decodeInto(document, &read.statefulSets)
	case "PodDisruptionBudget":
		return decodeInto(document, &read.budgets)
	case "PriorityClass":
		return decodeInto(document, &read.classes)
	}
	return fmt.Errorf("kind %q is not read", named.Kind)
}

// decodeInto appends a document with the defaults that the API server sets.
func decodeInto[Object any](document json.RawMessage, into *[]*Object) error {
	object := new(Object)
	if err := json.Unmarshal(document, object); err != nil {
		return err
	}
	switch typed := any(object).(type) {
	case *v1.Pod:
		setDefaults(typed)
		if whole := typed.Spec.Resources; whole != nil {
			store(whole.Requests)
			store(whole.Limits)
		}
		typed.Namespace = orDefault(typed.Namespace, metav1.NamespaceDefault)
		// The scheduler's cache knows pods by UID.
		typed.UID = types.UID(orDefault(string(typed.UID), typed.Namespace+"/"+typed.Name))
	case *v1.Node:
		legacyscheme.Scheme.Default(typed)
	case *v1.Namespace:
		legacyscheme.Scheme.Default(typed)
	case *v1.Service:
		legacyscheme.Scheme.Default(typed)
	case *v1.ReplicationController:
		legacyscheme.Scheme.Default(typed)
	case *appsv1.ReplicaSet:
		legacyscheme.Scheme.Default(typed)
	case *appsv1.StatefulSet:
		legacyscheme.Scheme.Default(typed)
	}
	*into = append(*into, object)
	return nil
}

// store writes and reads the amounts of a whole pod, as an API server does. The scheduler adds
// overhead to them in place: one such as 1.1Gi, unlike 1181116006400m, would grow each time.
func store(amounts v1.ResourceList) {
	for name, amount := range amounts {
		amounts[name] = resource.MustParse(amount.String())
	}
}

func orDefault(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// admitPriority does what the API server's admission plugin Priority does for a pod that has no
// priority yet.
func admitPriority(pod *v1.Pod, classes []*schedulingv1.PriorityClass) error {
	if pod.Spec.Priority != nil {
		return nil
	}
	class, err := priorityClass(pod.Spec.PriorityClassName, classes)
	if err != nil {
		return err
	}
	priority := int32(scheduling.DefaultPriorityWhenNoDefaultClassExists)
	policy := v1.PreemptLowerPriority
	if class != nil {
		pod.Spec.PriorityClassName = class.Name
		priority = class.Value
		if class.PreemptionPolicy != nil {
			policy = *class.PreemptionPolicy
		}
	}
	pod.Spec.Priority = &priority
	if pod.Spec.PreemptionPolicy == nil {
		pod.Spec.PreemptionPolicy = &policy
	}
	return nil
}

// priorityClass is the class of a name, or the global default, or nil when there is none.
func priorityClass(
	name string, classes []*schedulingv1.PriorityClass,
) (*schedulingv1.PriorityClass, error) {
	switch name {
	case scheduling.SystemNodeCritical:
		return builtIn(name, scheduling.SystemCriticalPriority+1000), nil
	case scheduling.SystemClusterCritical:
		return builtIn(name, scheduling.SystemCriticalPriority), nil
	}
	var lowest *schedulingv1.PriorityClass
	for _, class := range classes {
		if name != "" && class.Name == name {
			return class, nil
		}
		if class.GlobalDefault && (lowest == nil || lowest.Value > class.Value) {
			lowest = class
		}
	}
	if name != "" {
		return nil, fmt.Errorf("no PriorityClass with name %v was found", name)
	}
	return lowest, nil
}

// builtIn is a class that every API server creates.
func builtIn(name string, value int32) *schedulingv1.PriorityClass {
	return &schedulingv1.PriorityClass{ObjectMeta: metav1.ObjectMeta{Name: name}, Value: value}
}

package main

import (
	"reflect"
	"sort"
	"time"
	"unsafe"

	v1 "k8s.io/api/core/v1"
	"k8s.io/kubernetes/pkg/kubelet/eviction"
	evictionapi "k8s.io/kubernetes/pkg/kubelet/eviction/api"
)

// rankFunc sorts pods by the stats it was bound to, first to be evicted first.
type rankFunc func(pods []*v1.Pod)

// rankedFunc takes the place of a rank function and is handed the real one.
type rankedFunc func(signal string, rank rankFunc, pods []*v1.Pod)

// evictionLoop reads the unexported state of the kubelet's eviction loop by field name, so that a
// release which renames a field fails loudly instead of reading something else.
type evictionLoop struct {
	value reflect.Value
}

func newEvictionLoop(loop eviction.Manager) evictionLoop {
	return evictionLoop{value: reflect.ValueOf(loop).Elem()}
}

func (l evictionLoop) pointer() unsafe.Pointer {
	return l.value.Addr().UnsafePointer()
}

// field is an unexported field made readable and writable.
func (l evictionLoop) field(name string) reflect.Value {
	field := l.value.FieldByName(name)
	if !field.IsValid() {
		panic("this Kubernetes release has no eviction state named " + name)
	}
	return reflect.NewAt(field.Type(), field.Addr().UnsafePointer()).Elem()
}

func (l evictionLoop) conditions() []string {
	names := []string{}
	for _, condition := range l.field("nodeConditions").Interface().([]v1.NodeConditionType) {
		names = append(names, string(condition))
	}
	sort.Strings(names)
	return names
}

func (l evictionLoop) setConditions(conditions []v1.NodeConditionType) {
	l.field("nodeConditions").Set(reflect.ValueOf(conditions))
}

func (l evictionLoop) met() []string {
	names := map[string]bool{}
	for _, threshold := range l.field("thresholdsMet").Interface().([]evictionapi.Threshold) {
		names[thresholdName(threshold)] = true
	}
	return sortedNames(names)
}

// firstObserved maps a threshold name to the RFC 3339 time its grace clock started. Of two
// thresholds with one name the earlier time is given.
func (l evictionLoop) firstObserved() map[string]string {
	earliest := map[string]time.Time{}
	observed := l.field("thresholdsFirstObservedAt").MapRange()
	for observed.Next() {
		name := thresholdName(observed.Key().Interface().(evictionapi.Threshold))
		at := observed.Value().Interface().(time.Time)
		if before, found := earliest[name]; !found || at.Before(before) {
			earliest[name] = at
		}
	}
	times := map[string]string{}
	for name, at := range earliest {
		times[name] = at.UTC().Format(time.RFC3339Nano)
	}
	return times
}

// configuredThresholds is the live list, which gains containerfs thresholds in the first step.
func (l evictionLoop) configuredThresholds() []evictionapi.Threshold {
	return l.field("config").FieldByName("Thresholds").Interface().([]evictionapi.Threshold)
}

// wrapRankFuncs replaces every rank function by one that hands the real one to `ranked`. The
// kubelet builds the table early in its first successful step, before it lists the pods.
func (l evictionLoop) wrapRankFuncs(ranked rankedFunc) {
	table := l.field("signalToRankFunc")
	wrapped := map[string]reflect.Value{}
	for entries := table.MapRange(); entries.Next(); {
		signal := entries.Key().String()
		wrapped[signal] = wrapRankFunc(signal, entries.Value(), ranked)
	}
	for signal, wrapper := range wrapped {
		table.SetMapIndex(reflect.ValueOf(evictionapi.Signal(signal)), wrapper)
	}
}

// wrapRankFunc goes through reflection because the kubelet's function types are unexported.
func wrapRankFunc(signal string, real reflect.Value, ranked rankedFunc) reflect.Value {
	return reflect.MakeFunc(real.Type(), func(arguments []reflect.Value) []reflect.Value {
		stats := arguments[1]
		ranked(signal, func(pods []*v1.Pod) {
			real.Call([]reflect.Value{reflect.ValueOf(pods), stats})
		}, arguments[0].Interface().([]*v1.Pod))
		return nil
	})
}

func thresholdName(threshold evictionapi.Threshold) string {
	if threshold.GracePeriod == 0 {
		return string(threshold.Signal) + "/hard"
	}
	return string(threshold.Signal) + "/soft"
}

func sortedNames(set map[string]bool) []string {
	names := []string{}
	for name := range set {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

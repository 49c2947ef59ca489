package main

import (
	"context"
	"time"

	coordinationv1 "k8s.io/api/coordination/v1"
	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/kubelet/nodestatus"
)

// Defaults of a KubeletConfiguration; a lease is renewed every quarter of its duration.
const (
	heartbeatInterval    = 10 * time.Second
	statusReportInterval = 5 * time.Minute
	leaseSeconds         = 40
)

// register creates the node as its kubelet would, ready.
func (k *kubelet) register() {
	node := k.scenario.node.DeepCopy()
	now := metav1.Now()
	node.Status.Conditions = []v1.NodeCondition{{
		Type: v1.NodeReady, Status: v1.ConditionTrue, Reason: "KubeletReady",
		LastHeartbeatTime: now, LastTransitionTime: now,
	}}
	if _, err := k.client.CoreV1().Nodes().Create(k.over, node, metav1.CreateOptions{}); err != nil {
		k.plays.stop(err)
	}
}

// beat renews the lease at every beat, and reports the node's status when a condition changed or
// after five minutes. What fails is tried again with the next beat. Beats come every ten seconds
// from the first one on, however long their calls take. A kubelet waits up to 4 % longer at random,
// which is left out: a scenario says when heartbeats come.
func (k *kubelet) beat() {
	next := time.Now().Add(k.scenario.Phases.Heartbeat.Duration)
	time.Sleep(time.Until(next))
	setters := k.conditionSetters()
	reported := time.Time{}
	for k.over.Err() == nil {
		k.renew()
		if k.reportStatus(setters, time.Since(reported) >= statusReportInterval) {
			reported = time.Now()
		}
		next = next.Add(heartbeatInterval)
		select {
		case <-k.over.Done():
		case <-time.After(time.Until(next)):
		}
	}
}

func (k *kubelet) conditionSetters() []nodestatus.Setter {
	recordEvent := func(_ klog.Logger, kind, reason string) {
		k.recorder.Event(k.reference(), kind, reason, "Node "+k.name+" status is now: "+reason)
	}
	return []nodestatus.Setter{
		nodestatus.MemoryPressureCondition(time.Now, k.loop.IsUnderMemoryPressure, recordEvent),
		nodestatus.DiskPressureCondition(time.Now, k.loop.IsUnderDiskPressure, recordEvent),
		nodestatus.PIDPressureCondition(time.Now, k.loop.IsUnderPIDPressure, recordEvent),
		setReady,
	}
}

// setReady stands for a kubelet whose runtime and network are always fine.
func setReady(_ context.Context, node *v1.Node) error {
	for index := range node.Status.Conditions {
		condition := &node.Status.Conditions[index]
		if condition.Type == v1.NodeReady && condition.Status != v1.ConditionTrue {
			condition.Status, condition.Reason = v1.ConditionTrue, "KubeletReady"
			condition.LastTransitionTime = metav1.Now()
		}
	}
	return nil
}

func (k *kubelet) renew() {
	leases := k.client.CoordinationV1().Leases(v1.NamespaceNodeLease)
	seconds, now := int32(leaseSeconds), metav1.NewMicroTime(time.Now())
	lease, err := leases.Get(k.over, k.name, metav1.GetOptions{})
	if apierrors.IsNotFound(err) {
		made := &coordinationv1.Lease{ObjectMeta: metav1.ObjectMeta{Name: k.name}}
		made.Spec.HolderIdentity, made.Spec.LeaseDurationSeconds = &k.name, &seconds
		made.Spec.RenewTime = &now
		_, _ = leases.Create(k.over, made, metav1.CreateOptions{})
		return
	}
	if err == nil {
		lease.Spec.RenewTime = &now
		_, _ = leases.Update(k.over, lease, metav1.UpdateOptions{})
	}
}

func (k *kubelet) reportStatus(setters []nodestatus.Setter, due bool) bool {
	node, err := k.client.CoreV1().Nodes().Get(k.over, k.name, metav1.GetOptions{})
	if err != nil {
		return false
	}
	before := conditionsOf(node)
	for _, set := range setters {
		must(set(k.over, node))
	}
	changed := false
	for index, text := range conditionsOf(node) {
		changed = changed || index >= len(before) || before[index] != text
	}
	if !changed && !due {
		return false
	}
	for index := range node.Status.Conditions {
		node.Status.Conditions[index].LastHeartbeatTime = metav1.Now()
	}
	_, err = k.client.CoreV1().Nodes().UpdateStatus(k.over, node, metav1.UpdateOptions{})
	return err == nil
}

package main

import (
	"slices"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/kubernetes/pkg/api/v1/pod"
	statusutil "k8s.io/kubernetes/pkg/util/pod"
)

// statusInterval is how often the kubelet's status manager compares what it says of its pods with
// what the API server has.
const statusInterval = 10 * time.Second

// ofKubelet are the conditions of a pod that a kubelet sets; the others stay.
var ofKubelet = []v1.PodConditionType{v1.ContainersReady, v1.PodReady, v1.DisruptionTarget}

// say changes what the kubelet says of a pod. It does not wait until the API server knows it.
func (k *kubelet) say(of *resident, change func(*v1.PodStatus)) {
	k.mutex.Lock()
	change(&of.status)
	of.untold = true
	k.mutex.Unlock()
	select {
	case k.changed <- struct{}{}:
	default:
	}
}

// tellStatuses does what the kubelet's status manager does, in an order that repeats: it tells the
// API server of a change at once. What fails is tried again with the next change of any pod, and
// with every look at all pods, which come every ten seconds from the start on.
func (k *kubelet) tellStatuses() {
	ticker := time.NewTicker(statusInterval)
	defer ticker.Stop()
	for {
		select {
		case <-k.over.Done():
			return
		case <-k.changed:
			k.tellAll(func(of *resident) bool { return of.untold })
		case <-ticker.C:
			k.tellAll(needsToBeTold)
		}
	}
}

func (k *kubelet) tellAll(needs func(*resident) bool) {
	k.mutex.Lock()
	needy := []*resident{}
	for _, known := range k.pods {
		if needs(known) {
			needy = append(needy, known)
		}
	}
	k.mutex.Unlock()
	slices.SortFunc(needy, byUID)
	for _, known := range needy {
		k.tell(known)
	}
}

// needsToBeTold: the API server was not told, has something else by now, or waits for the end.
func needsToBeTold(of *resident) bool {
	if of.untold || of.ended && of.pod.DeletionTimestamp != nil {
		return true
	}
	merged := mergedStatus(of.pod.Status, of.status)
	return merged.Phase != of.pod.Status.Phase ||
		pod.IsPodReadyConditionTrue(merged) != pod.IsPodReadyConditionTrue(of.pod.Status)
}

// tell patches a pod's status, and deletes the object of a pod that was deleted and has ended.
func (k *kubelet) tell(of *resident) {
	k.mutex.Lock()
	uid, status, ended := of.pod.UID, *of.status.DeepCopy(), of.ended
	namespace, name := of.pod.Namespace, of.pod.Name
	k.mutex.Unlock()
	current, err := k.client.CoreV1().Pods(namespace).Get(k.over, name, metav1.GetOptions{})
	if apierrors.IsNotFound(err) || err == nil && current.UID != uid {
		k.told(of, status)
		return
	}
	if err != nil {
		return
	}
	patched, _, unchanged, err := statusutil.PatchPodStatus(k.over, k.client, namespace, name, uid,
		current.Status, mergedStatus(current.Status, status))
	if err != nil {
		return
	}
	k.told(of, status)
	if !unchanged {
		current = patched
	}
	if current.DeletionTimestamp == nil || !ended {
		return
	}
	none := int64(0)
	// When it is gone already, another component deleted it.
	_ = k.client.CoreV1().Pods(namespace).Delete(k.over, name, metav1.DeleteOptions{
		GracePeriodSeconds: &none, Preconditions: metav1.NewUIDPreconditions(string(uid)),
	})
}

// told notes that the API server has a status, unless the kubelet says something else by now.
func (k *kubelet) told(of *resident, status v1.PodStatus) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if of.status.Phase == status.Phase && of.status.Reason == status.Reason {
		of.untold = false
	}
}

// mergedStatus is the status that the API server has, with what a kubelet says of it.
func mergedStatus(before, said v1.PodStatus) v1.PodStatus {
	after := *before.DeepCopy()
	after.Phase, after.Reason, after.Message = said.Phase, said.Reason, said.Message
	after.StartTime, after.ContainerStatuses = said.StartTime, said.ContainerStatuses
	for _, condition := range said.Conditions {
		if slices.Contains(ofKubelet, condition.Type) {
			after.Conditions = statusutil.ReplaceOrAppendPodCondition(after.Conditions, &condition)
		}
	}
	return after
}

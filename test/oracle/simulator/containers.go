package main

import (
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// How a kubelet starts containers again: ten seconds later than the time before, up to five
// minutes; the first time, and long after the last one, at once.
const (
	restartTakes      = time.Second
	restartBackoff    = 10 * time.Second
	restartBackoffMax = 5 * time.Minute
	exitCodeOfKill    = 137
	exitCodeOfStop    = 143
	oomKilled         = "OOMKilled"
)

// finds tells whether a pod ran or had ended before its kubelet came.
func (k *kubelet) finds(known *resident) bool {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	switch known.pod.Status.Phase {
	case v1.PodRunning:
		known.started = time.Now()
		go k.watchMemory(known)
		return true
	case v1.PodSucceeded, v1.PodFailed:
		known.ended = true
		return true
	}
	return false
}

// endsAtLimit ends a pod one of whose containers uses more than its limit, as the kernel does; the
// kubelet reports that it has failed, or starts it again.
func (k *kubelet) endsAtLimit(of *resident) bool {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if !of.endsAt.IsZero() || !k.isBeyondLimit(of) {
		return false
	}
	of.started = time.Time{}
	of.ended = of.pod.Spec.RestartPolicy == v1.RestartPolicyNever
	killed := killedAtLimit(of.pod, of.restarts, metav1.Now())
	if !of.ended {
		k.work <- func() { k.after(k.backOff(of)+restartTakes, func() { k.startAgain(of) }) }
	}
	k.work <- func() { k.say(of, killed) }
	return true
}

func (k *kubelet) backOff(of *resident) time.Duration {
	wait := of.delay
	if of.restarts == 0 || time.Since(of.restarted) > 2*restartBackoffMax {
		wait = 0
	}
	of.delay = min(max(2*wait, restartBackoff), restartBackoffMax)
	of.restarts++
	return wait
}

func (k *kubelet) isBeyondLimit(of *resident) bool {
	used := k.plays.memoryOf(of.pod).at(time.Since(of.started))
	for _, container := range of.pod.Spec.Containers {
		if limit := container.Resources.Limits.Memory().Value(); limit > 0 && used > limit {
			return true
		}
	}
	return false
}

func killedAtLimit(pod *v1.Pod, restarts int32, now metav1.Time) func(*v1.PodStatus) {
	ended := v1.ContainerState{Terminated: &v1.ContainerStateTerminated{
		ExitCode: exitCodeOfKill, Reason: oomKilled, FinishedAt: now,
	}}
	return func(status *v1.PodStatus) {
		if pod.Spec.RestartPolicy == v1.RestartPolicyNever {
			status.Phase = v1.PodFailed
		}
		setContainers(pod, status, v1.ContainerStatus{State: ended, RestartCount: restarts})
		setReadiness(status, v1.ConditionFalse, now)
	}
}

func setContainers(pod *v1.Pod, status *v1.PodStatus, alike v1.ContainerStatus) {
	status.ContainerStatuses = nil
	for _, container := range pod.Spec.Containers {
		alike.Name = container.Name
		status.ContainerStatuses = append(status.ContainerStatuses, alike)
	}
}

func setReadiness(status *v1.PodStatus, to v1.ConditionStatus, now metav1.Time) {
	for index := range status.Conditions {
		switch condition := &status.Conditions[index]; condition.Type {
		case v1.PodReady, v1.ContainersReady:
			condition.Status, condition.LastTransitionTime = to, now
		}
	}
}

// startAgain starts the containers of a pod, which counts as a restart of each of them.
func (k *kubelet) startAgain(of *resident) {
	k.mutex.Lock()
	started := of.endsAt.IsZero() && !of.ended
	if started {
		of.started, of.restarted = time.Now(), time.Now()
	}
	k.mutex.Unlock()
	if !started {
		return
	}
	go k.watchMemory(of)
	k.say(of, func(status *v1.PodStatus) {
		setContainers(of.pod, status, v1.ContainerStatus{RestartCount: of.restarts, Ready: true})
		setReadiness(status, v1.ConditionTrue, metav1.Now())
	})
}

// stopped is what a kubelet says of a pod whose containers it has stopped. That a signal has ended
// them is told only where somebody with a finalizer waits for it.
func stopped(pod *v1.Pod, status *v1.PodStatus) {
	status.Phase = v1.PodSucceeded
	if len(pod.Finalizers) == 0 {
		return
	}
	status.Phase = v1.PodFailed
	setContainers(pod, status, v1.ContainerStatus{State: v1.ContainerState{
		Terminated: &v1.ContainerStateTerminated{
			ExitCode: exitCodeOfStop, FinishedAt: metav1.Now(),
		},
	}})
}

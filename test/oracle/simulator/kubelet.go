package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	typedv1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/record"
	"k8s.io/kubernetes/pkg/kubelet/eviction"
	"k8s.io/kubernetes/pkg/kubelet/lifecycle"
	"k8s.io/kubernetes/pkg/kubelet/preemption"
	"k8s.io/utils/clock"
	"plimsoll/oracle/release"
)

const (
	startTakes           = 2 * time.Second
	stopTakes            = time.Second
	evictionInterval     = 10 * time.Second
	defaultTransition    = 5 * time.Minute
	rejectedPrefix       = "Pod was rejected: "
	queuedWork           = 1 << 16
	betweenTimersOfANode = time.Microsecond
)

// kubelet is a node agent around the kubelet's own eviction loop, its handlers of admission and its
// setters of conditions. That pods start and stop is ours.
type kubelet struct {
	scenario nodeScenario
	name     string
	node     *v1.Node
	plays    *playing
	client   kubernetes.Interface
	recorder record.EventRecorder
	loop     eviction.Manager
	handlers []lifecycle.PodAdmitHandler
	work     chan func()
	over     context.Context
	timers   time.Duration

	mutex sync.Mutex
	pods  map[types.UID]*resident
	// changed: the status of a pod is another one than the API server was told.
	changed chan struct{}
}

// resident is a pod that the kubelet knows.
type resident struct {
	pod     *v1.Pod
	started time.Time
	// endsAt is when a pod that was asked to end has ended; zero before that.
	endsAt time.Time
	// ended: nothing of it runs any more.
	ended    bool
	restarts int32
	// delay is how long the next restart waits, and restarted when the last one was.
	delay     time.Duration
	restarted time.Time
	// status is what the kubelet says of it; untold as long as the API server was not told.
	status v1.PodStatus
	untold bool
	// evicted is what an eviction says of it when it has ended.
	evicted func(*v1.PodStatus)
}

func newKubelet(over context.Context, plays *playing, of nodeScenario) *kubelet {
	k := &kubelet{
		scenario: of, name: of.node.Name, node: of.node, plays: plays, over: over,
		client: plays.on.clientOf(kubeletOf(of.node.Name)),
		work:   make(chan func(), queuedWork), pods: map[types.UID]*resident{},
		changed: make(chan struct{}, 1),
	}
	broadcaster := record.NewBroadcaster(record.WithContext(over))
	broadcaster.StartRecordingToSink(&typedv1.EventSinkImpl{Interface: k.client.CoreV1().Events("")})
	source := v1.EventSource{Component: "kubelet", Host: k.name}
	k.recorder = broadcaster.NewRecorder(scheme.Scheme, source)
	settings := of.Kubelet
	thresholds, err := eviction.ParseThresholdConfig(nil, settings.EvictionHard,
		settings.EvictionSoft, settings.EvictionSoftGracePeriod, settings.EvictionMinimumReclaim)
	if err != nil {
		plays.stop(fmt.Errorf("nodes: kubelet of %s: %w", k.name, err))
	}
	transition := defaultTransition
	if given := settings.EvictionPressureTransitionPeriod; given != nil {
		transition = given.Duration
	}
	loop, pressure := eviction.NewManager(k, eviction.Config{
		PressureTransitionPeriod: transition, Thresholds: thresholds,
		MaxPodGracePeriodSeconds: settings.EvictionMaxPodGracePeriod,
	}, k.kill, k, k, k.recorder, k.reference(), clock.RealClock{}, false)
	critical := preemption.NewCriticalPodAdmissionHandler(k.active, k.kill, k.recorder)
	k.loop = loop
	k.handlers = []lifecycle.PodAdmitHandler{pressure, release.NewPredicates(k.cachedNode, critical)}
	return k
}

func kubeletOf(node string) string { return "kubelet-" + node }

func (k *kubelet) reference() *v1.ObjectReference {
	return &v1.ObjectReference{Kind: "Node", Name: k.name, UID: types.UID(k.name)}
}

// cachedNode is what the predicates check a pod against: the node as the kubelet saw it last.
func (k *kubelet) cachedNode() *v1.Node {
	if node := k.plays.on.nodeFor(kubeletOf(k.name), k.name); node != nil {
		k.node = node
	}
	return k.node.DeepCopy()
}

// run registers the node and does, one after the other, what its pods and its timers ask for.
func (k *kubelet) run() {
	k.register()
	factory := informers.NewSharedInformerFactoryWithOptions(k.client, 0,
		informers.WithTweakListOptions(func(options *metav1.ListOptions) {
			options.FieldSelector = fields.OneTermEqualSelector("spec.nodeName", k.name).String()
		}))
	_, err := factory.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(object any) { k.work <- func() { k.observe(object.(*v1.Pod)) } },
		UpdateFunc: func(_, object any) { k.work <- func() { k.observe(object.(*v1.Pod)) } },
		DeleteFunc: func(object any) { k.work <- func() { k.forget(object) } },
	})
	must(err)
	factory.Start(k.over.Done())
	factory.WaitForCacheSync(k.over.Done())
	time.AfterFunc(k.scenario.Phases.Eviction.Duration, func() {
		if k.over.Err() == nil {
			k.loop.Start(k.over, k, k.active, k.cleanedUp, evictionInterval)
		}
	})
	go k.beat()
	go k.tellStatuses()
	for {
		select {
		case <-k.over.Done():
			factory.Shutdown()
			return
		case task := <-k.work:
			task()
		}
	}
}

// observe acts on what the API server says of a pod: it is new, or it shall end.
func (k *kubelet) observe(pod *v1.Pod) {
	k.mutex.Lock()
	known := k.pods[pod.UID]
	fresh := known == nil
	if fresh {
		known = &resident{status: *pod.Status.DeepCopy()}
		k.pods[pod.UID] = known
	}
	known.pod = pod
	k.mutex.Unlock()
	switch {
	case pod.DeletionTimestamp != nil:
		if asked, _ := k.stop(known); asked {
			k.after(stopTakes, func() { k.end(known) })
		}
	case fresh && !k.finds(known):
		k.take(known)
	}
}

func (k *kubelet) forget(object any) {
	pod, is := object.(*v1.Pod)
	if !is {
		return
	}
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if known := k.pods[pod.UID]; known != nil {
		known.ended = true
	}
	delete(k.pods, pod.UID)
}

// take asks the handlers of admission, and starts the pod or reports that it is refused.
func (k *kubelet) take(new *resident) {
	pod := new.pod
	asked := &lifecycle.PodAdmitAttributes{Pod: pod, OtherPods: k.activeBeside(pod)}
	for _, handler := range k.handlers {
		result := release.Admit(handler, asked)
		if result.Admit {
			continue
		}
		k.mutex.Lock()
		new.ended = true
		k.mutex.Unlock()
		k.say(new, func(status *v1.PodStatus) {
			status.Phase, status.Reason = v1.PodFailed, result.Reason
			status.Message = rejectedPrefix + result.Message
		})
		return
	}
	k.after(startTakes, func() { k.start(new) })
}

func (k *kubelet) start(new *resident) {
	k.mutex.Lock()
	started := new.endsAt.IsZero() && !new.ended
	if started {
		new.started = time.Now()
	}
	k.mutex.Unlock()
	if !started {
		return
	}
	go k.watchMemory(new)
	k.say(new, func(status *v1.PodStatus) {
		now := metav1.Now()
		status.Phase, status.StartTime = v1.PodRunning, &now
		for _, kind := range []v1.PodConditionType{v1.ContainersReady, v1.PodReady} {
			status.Conditions = append(status.Conditions, v1.PodCondition{
				Type: kind, Status: v1.ConditionTrue, LastTransitionTime: now,
			})
		}
	})
}

// after runs a task later. Each one waits a little longer, because timers of one instant fire in
// any order.
func (k *kubelet) after(delay time.Duration, task func()) {
	k.timers += betweenTimersOfANode
	time.AfterFunc(delay+k.timers, func() {
		if k.over.Err() == nil {
			k.work <- task
		}
	})
}

// stop asks the containers of a pod to end, unless they were asked before, and says when they will.
func (k *kubelet) stop(known *resident) (asked bool, endsAt time.Time) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if !known.ended && known.endsAt.IsZero() {
		asked, known.endsAt = true, time.Now().Add(stopTakes)
	}
	return asked, known.endsAt
}

// end is when nothing of a pod runs any more.
func (k *kubelet) end(gone *resident) {
	k.mutex.Lock()
	gone.ended = true
	evicted := gone.evicted
	k.mutex.Unlock()
	k.say(gone, func(status *v1.PodStatus) {
		stopped(gone.pod, status)
		if evicted != nil {
			evicted(status)
		}
		setReadiness(status, v1.ConditionFalse, metav1.Now())
	})
}

// kill is what the eviction loop and the preemption of critical pods call: it returns when the pod
// has ended, whether the API server hears of it or not. A pod that ends already is not asked again,
// but what is said of it is that it was evicted.
func (k *kubelet) kill(pod *v1.Pod, _ bool, _ *int64, change func(*v1.PodStatus)) error {
	k.mutex.Lock()
	known := k.pods[pod.UID]
	if known != nil && !known.ended {
		known.evicted = change
	}
	k.mutex.Unlock()
	if known == nil {
		return nil
	}
	asked, endsAt := k.stop(known)
	time.Sleep(time.Until(endsAt))
	if asked {
		k.end(known)
	}
	return nil
}

// active are the pods of which something runs or may run, in the order of their UIDs.
func (k *kubelet) active() []*v1.Pod {
	pods := []*v1.Pod{}
	for _, known := range k.residents() {
		pods = append(pods, known.pod)
	}
	return pods
}

func (k *kubelet) activeBeside(pod *v1.Pod) []*v1.Pod {
	return slices.DeleteFunc(k.active(), func(other *v1.Pod) bool { return other.UID == pod.UID })
}

func (k *kubelet) residents() []*resident {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	found := []*resident{}
	for _, known := range k.pods {
		if !known.ended {
			found = append(found, known)
		}
	}
	slices.SortFunc(found, byUID)
	return found
}

func byUID(a, b *resident) int { return strings.Compare(string(a.pod.UID), string(b.pod.UID)) }

func (k *kubelet) cleanedUp(pod *v1.Pod) bool {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	known := k.pods[pod.UID]
	return known == nil || known.ended
}

package main

import (
	"context"
	"fmt"
	"sort"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/scheduler"
	"k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/framework"
)

// running is a scheduler over the objects of one scenario, without an API server: its cache and its
// informers' stores are filled by hand.
type running struct {
	*scheduler.Scheduler
	ctx    context.Context
	cancel context.CancelFunc
	log    klog.Logger
	server *apiServer
	// recorded are the frameworks of the profiles, by the name of the scheduler.
	recorded map[string]*recordedFramework
	objects  *objects
	// standing are the pods of the cache as they stand there, by namespace/name.
	standing map[string]*v1.Pod
}

func start(objects *objects, settings *config.KubeSchedulerConfiguration) (*running, error) {
	ctx, cancel := context.WithCancel(context.Background())
	server := &apiServer{}
	client, err := kubernetes.NewForConfig(&rest.Config{
		Host: "http://127.0.0.1:1", Transport: server, QPS: -1,
	})
	if err != nil {
		cancel()
		return nil, err
	}
	informerFactory := newInformers(client)
	if err := objects.fill(informerFactory); err != nil {
		cancel()
		return nil, err
	}
	made, err := scheduler.New(ctx, client, informerFactory, nil, newRecorder,
		scheduler.WithComponentConfigVersion(settings.TypeMeta.APIVersion),
		scheduler.WithProfiles(settings.Profiles...),
		scheduler.WithPercentageOfNodesToScore(settings.PercentageOfNodesToScore),
		scheduler.WithExtenders(settings.Extenders...),
		scheduler.WithParallelism(1),
	)
	if err != nil {
		cancel()
		return nil, err
	}
	started := &running{
		Scheduler: made, ctx: ctx, cancel: cancel, log: klog.Background(), server: server,
		recorded: map[string]*recordedFramework{}, objects: objects, standing: map[string]*v1.Pod{},
	}
	return started, started.fillCache()
}

// record keeps from here on what every scheduling cycle does.
func (started *running) record() {
	for name, profile := range started.Profiles {
		started.recorded[name] = record(profile)
	}
}

func (started *running) stop() { started.cancel() }

// fill puts into the informers' stores what plugins list: nothing is watched.
func (read *objects) fill(informerFactory informers.SharedInformerFactory) error {
	core := informerFactory.Core().V1()
	apps := informerFactory.Apps().V1()
	return firstError(
		addAll(core.Nodes().Informer(), read.nodes),
		addAll(core.Pods().Informer(), read.pods),
		addAll(core.Namespaces().Informer(), read.namespaces),
		addAll(core.Services().Informer(), read.services),
		addAll(core.ReplicationControllers().Informer(), read.controllers),
		addAll(apps.ReplicaSets().Informer(), read.replicaSets),
		addAll(apps.StatefulSets().Informer(), read.statefulSets),
		addAll(informerFactory.Policy().V1().PodDisruptionBudgets().Informer(), read.budgets),
	)
}

func addAll[Object any](informer cache.SharedIndexInformer, objects []*Object) error {
	for _, object := range objects {
		if err := informer.GetStore().Add(object); err != nil {
			return err
		}
	}
	return nil
}

func firstError(errors ...error) error {
	for _, err := range errors {
		if err != nil {
			return err
		}
	}
	return nil
}

func (started *running) fillCache() error {
	for _, node := range started.objects.nodes {
		started.Cache.AddNode(started.log, node)
	}
	for _, pod := range started.objects.pods {
		if pod.Spec.NodeName == "" {
			continue
		}
		if isOver(pod) {
			continue
		}
		if err := started.Cache.AddPod(started.log, pod); err != nil {
			return err
		}
		started.standing[nameOf(pod).key()] = pod
	}
	for _, pod := range started.objects.pods {
		if !started.isPending(pod) {
			continue
		}
		// The queue nominates a pod as it takes it in, unless the pod is gated. No pod is taken from
		// it here but by skip; it is where the scheduler finds a nominated pod's spec.
		started.enqueue(pod)
	}
	return nil
}

// isOver says whether the scheduler's informer leaves a pod out.
func isOver(pod *v1.Pod) bool {
	return pod.Status.Phase == v1.PodSucceeded || pod.Status.Phase == v1.PodFailed
}

// isPending says whether a pod waits for one of this scheduler's profiles, also one that is being
// deleted.
func (started *running) isPending(pod *v1.Pod) bool {
	_, mine := started.Profiles[pod.Spec.SchedulerName]
	return mine && pod.Spec.NodeName == "" && !isOver(pod)
}

// skip takes a pod that is being deleted from the queue, as its turn does: if it was nominated, it
// still is, and the scheduler no longer finds its spec.
func (started *running) skip(pod *framework.QueuedPodInfo) {
	started.dequeue(pod.Pod)
	started.SchedulingQueue.AddNominatedPod(started.log, pod.PodInfo, nil)
}

// pending are the pods of these names, or all that wait, in the order of the queue.
func (started *running) pending(names []podName) ([]*framework.QueuedPodInfo, error) {
	byName := map[string]*v1.Pod{}
	var waiting []*framework.QueuedPodInfo
	for _, pod := range started.objects.pods {
		if !started.isPending(pod) {
			continue
		}
		byName[nameOf(pod).key()] = pod
		waiting = append(waiting, queued(pod))
	}
	if names == nil {
		for _, profile := range started.Profiles {
			less := profile.QueueSortFunc()
			sort.SliceStable(waiting, func(i, j int) bool { return less(waiting[i], waiting[j]) })
			break
		}
		return waiting, nil
	}
	var chosen []*framework.QueuedPodInfo
	for _, name := range names {
		pod, ok := byName[name.key()]
		if !ok {
			return nil, fmt.Errorf("pod %s does not wait for this scheduler", name.key())
		}
		chosen = append(chosen, queued(pod))
	}
	return chosen, nil
}

// queued is a pod as it has been in the queue since it was created.
func queued(pod *v1.Pod) *framework.QueuedPodInfo {
	// As the queue does: a pod is tried even when a selector of it cannot be parsed.
	info, _ := framework.NewPodInfo(pod)
	created := pod.CreationTimestamp.Time
	if created.IsZero() {
		created = time.Unix(0, 0)
	}
	waiting := &framework.QueuedPodInfo{PodInfo: info}
	waiting.Timestamp = created
	return waiting
}

func nameOf(pod *v1.Pod) podName {
	return podName{Namespace: pod.Namespace, Name: pod.Name, UID: string(pod.UID)}
}

// assume places a pod on a node for the cycles that follow.
func (started *running) assume(pod *v1.Pod, node string) error {
	assumed := pod.DeepCopy()
	assumed.Spec.NodeName = node
	if err := started.Cache.AssumePod(started.log, assumed); err != nil {
		return err
	}
	started.SchedulingQueue.DeleteNominatedPodIfExists(assumed)
	started.standing[nameOf(pod).key()] = assumed
	return nil
}

package main

import (
	"context"
	"time"

	eventsv1 "k8s.io/api/events/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/events"
	"k8s.io/client-go/util/flowcontrol"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/pkg/controller/daemon"
	"k8s.io/kubernetes/pkg/controller/deployment"
	"k8s.io/kubernetes/pkg/controller/disruption"
	"k8s.io/kubernetes/pkg/controller/job"
	"k8s.io/kubernetes/pkg/controller/nodelifecycle"
	"k8s.io/kubernetes/pkg/controller/podgc"
	"k8s.io/kubernetes/pkg/controller/replicaset"
	"k8s.io/kubernetes/pkg/controller/statefulset"
	"k8s.io/kubernetes/pkg/controller/tainteviction"
	"k8s.io/kubernetes/pkg/scheduler"
	"k8s.io/kubernetes/pkg/scheduler/profile"
)

// Defaults of kube-controller-manager's flags.
const (
	nodeMonitorPeriod       = 5 * time.Second
	nodeStartupGracePeriod  = time.Minute
	nodeMonitorGracePeriod  = 50*time.Second - whileCodeRuns
	evictionRate            = 0.1
	secondaryEvictionRate   = 0.01
	largeClusterThreshold   = 50
	unhealthyZoneThreshold  = 0.55
	terminatedPodThreshold  = 12500
	daemonBackoff           = time.Second
	daemonBackoffMax        = 15 * time.Minute
	betweenControllerStarts = 137 * time.Millisecond
	attemptTakes            = time.Microsecond
)

// whileCodeRuns passes between two node checks besides the period itself. In a bubble time stands
// still while code runs, and the tenth look would come when the grace is not yet over.
const whileCodeRuns = time.Microsecond

// startScheduler runs kube-scheduler with its queue, informers and events, one node at a time.
func startScheduler(ctx context.Context, server *apiServer) {
	client := server.clientOf("scheduler")
	factory := newInformers(client)
	sink := &events.EventSinkImpl{Interface: client.EventsV1()}
	broadcaster := events.NewBroadcaster(withoutWaiting{sink})
	must(broadcaster.StartRecordingToSinkWithContext(ctx))
	recorders := profile.NewRecorderFactory(broadcaster)
	recorderOf := func(name string) events.EventRecorderLogger { return takingTime{recorders(name)} }
	made, err := scheduler.New(ctx, client, factory, nil, recorderOf, scheduler.WithParallelism(1))
	must(err)
	factory.Start(ctx.Done())
	go func() {
		factory.WaitForCacheSync(ctx.Done())
		if made.WaitForHandlersSync(ctx) == nil {
			made.Run(ctx)
		}
		broadcaster.Shutdown()
		factory.Shutdown()
	}()
}

// takingTime lets some time pass behind each attempt at a pod. The queue orders pods by the time of
// their last attempt, and of those at one instant any may come first.
type takingTime struct{ events.EventRecorderLogger }

func (t takingTime) Eventf(
	pod, related runtime.Object, kind, reason, action, note string, of ...any,
) {
	t.EventRecorderLogger.Eventf(pod, related, kind, reason, action, note, of...)
	time.Sleep(attemptTakes)
}

func (t takingTime) WithLogger(logger klog.Logger) events.EventRecorderLogger {
	return takingTime{t.EventRecorderLogger.WithLogger(logger)}
}

// withoutWaiting sends events and does not wait for the answer. The broadcaster holds a lock while
// it ends a series of events, and looks for such series every six minutes and every thirty: where
// one waits for the other's lock, virtual time stands still forever.
type withoutWaiting struct{ events.EventSink }

func (w withoutWaiting) Create(
	ctx context.Context, told *eventsv1.Event,
) (*eventsv1.Event, error) {
	sent := told.DeepCopy()
	go func() {
		if _, err := w.EventSink.Create(ctx, sent); err != nil && ctx.Err() == nil {
			utilruntime.HandleError(err)
		}
	}()
	return told, nil
}

// Patch tells how often an event came again, which a scenario does not.
func (withoutWaiting) Patch(
	_ context.Context, told *eventsv1.Event, _ []byte,
) (*eventsv1.Event, error) {
	return told, nil
}

// controllers collects the controllers that share one set of informers.
type controllers struct {
	ctx     context.Context
	server  *apiServer
	factory informers.SharedInformerFactory
	runs    []func(context.Context)
}

// startControllers runs the controllers with one worker each. They start one after the other, so
// that no two of their tickers ever fire in one instant, in which the order would be chance.
func startControllers(ctx context.Context, server *apiServer, told scenario) {
	all := controllers{ctx: ctx, server: server}
	between := betweenControllerStarts
	if told.BetweenStarts != nil {
		between = told.BetweenStarts.Duration
	}
	all.factory = informers.NewSharedInformerFactory(server.clientOf("informers"), 0)
	all.addOwners()
	all.addOfNodes()
	all.addOfPods(told.TerminatedPodThreshold)
	all.addJobs()
	all.factory.Start(ctx.Done())
	go func() {
		all.factory.WaitForCacheSync(ctx.Done())
		for index, run := range all.runs {
			time.AfterFunc(time.Duration(index+1)*between, func() {
				if ctx.Err() == nil {
					run(ctx)
				}
			})
		}
		<-ctx.Done()
		all.factory.Shutdown()
	}()
}

func (c *controllers) add(run func(context.Context), err error) {
	must(err)
	c.runs = append(c.runs, run)
}

func (c *controllers) addWithWorker(run func(context.Context, int), err error) {
	c.add(func(ctx context.Context) { run(ctx, 1) }, err)
}

func (c *controllers) addOwners() {
	apps, core := c.factory.Apps().V1(), c.factory.Core().V1()
	deployments, err := deployment.NewDeploymentController(c.ctx, apps.Deployments(),
		apps.ReplicaSets(), core.Pods(), c.server.clientOf("deployment"))
	c.addWithWorker(deployments.Run, err)
	replicaSets := replicaset.NewReplicaSetController(c.ctx, apps.ReplicaSets(), core.Pods(),
		c.server.clientOf("replicaset"), replicaset.BurstReplicas)
	c.addWithWorker(replicaSets.Run, nil)
	statefulSets := statefulset.NewStatefulSetController(c.ctx, core.Pods(), apps.StatefulSets(),
		core.PersistentVolumeClaims(), apps.ControllerRevisions(), c.server.clientOf("statefulset"))
	c.addWithWorker(statefulSets.Run, nil)
	daemonSets, err := daemon.NewDaemonSetsController(c.ctx, apps.DaemonSets(),
		apps.ControllerRevisions(), core.Pods(), core.Nodes(), c.server.clientOf("daemonset"),
		flowcontrol.NewBackOff(daemonBackoff, daemonBackoffMax))
	c.addWithWorker(daemonSets.Run, err)
}

func (c *controllers) addOfNodes() {
	core := c.factory.Core().V1()
	lifecycle, err := nodelifecycle.NewNodeLifecycleController(c.ctx,
		c.factory.Coordination().V1().Leases(), core.Pods(), core.Nodes(),
		c.factory.Apps().V1().DaemonSets(), c.server.clientOf("node-lifecycle"),
		nodeMonitorPeriod, nodeStartupGracePeriod, nodeMonitorGracePeriod, evictionRate,
		secondaryEvictionRate, largeClusterThreshold, unhealthyZoneThreshold)
	c.add(lifecycle.Run, err)
	taints, err := tainteviction.New(c.ctx, c.server.clientOf("taint-eviction"), core.Pods(),
		core.Nodes(), "taint-eviction-controller")
	c.add(taints.Run, err)
}

func (c *controllers) addOfPods(podThreshold *int) {
	apps, core := c.factory.Apps().V1(), c.factory.Core().V1()
	threshold := terminatedPodThreshold
	if podThreshold != nil {
		threshold = *podThreshold
	}
	collector := podgc.NewPodGC(c.ctx, c.server.clientOf("podgc"), core.Pods(),
		core.Nodes(), threshold)
	c.add(collector.Run, nil)
	disruptions := disruption.NewDisruptionController(c.ctx, core.Pods(),
		c.factory.Policy().V1().PodDisruptionBudgets(), core.ReplicationControllers(),
		apps.ReplicaSets(), apps.Deployments(), apps.StatefulSets(), c.server.clientOf("disruption"),
		nil, nil, nil)
	c.add(runsDisruptions(disruptions), nil)
}

func (c *controllers) addJobs() {
	jobs, err := job.NewController(c.ctx, c.server.clientOf("job"), c.factory.Core().V1().Pods(),
		c.factory.Batch().V1().Jobs(), nil, nil)
	c.addWithWorker(jobs.Run, err)
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

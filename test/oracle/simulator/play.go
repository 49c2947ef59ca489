package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/util/retry"
)

const (
	// objectsCreatedAt is when the components have long listed what there is.
	objectsCreatedAt = 2 * time.Second
	// lastCalls is how long components are still answered after the end.
	lastCalls = time.Minute
)

// cluster is what a scenario runs on: the API server of a bubble, or processes.
type cluster interface {
	// clientOf is a clientset of Kubernetes whose calls are made by this component.
	clientOf(who string) kubernetes.Interface
	// setNetwork takes a component's network away or gives it back. Watches stay; their events wait.
	setNetwork(who string, connected bool)
	// nodeFor is a node as a component sees it; nil without the network.
	nodeFor(who, name string) *v1.Node
}

// playing is a scenario on its way.
type playing struct {
	scenario scenario
	on       cluster
	history  *chronicle
	user     kubernetes.Interface

	mutex sync.Mutex
	end   context.CancelFunc
	err   error

	refusals int
}

// inBubble plays scenarios in bubbles of this test.
func inBubble(t *testing.T) func(scenario) answer {
	return func(told scenario) answer { return play(t, told) }
}

// play runs a scenario in a bubble of its own, which begins at midnight UTC on 1 January 2000.
func play(t *testing.T, told scenario) answer {
	answered := answer{ID: told.ID, Kubernetes: kubernetesRelease}
	clear(handledErrors)
	synctest.Test(t, func(*testing.T) { playInBubble(told, &answered) })
	answered.Handled = maps.Clone(handledErrors)
	return answered
}

func playInBubble(told scenario, answered *answer) {
	over, end := context.WithCancel(context.Background())
	history := &chronicle{began: time.Now()}
	var playing *playing
	server := newAPIServer(told, func(of event) { playing.tell(of) })
	playing = newPlaying(told, server, history, end)
	for _, object := range told.standing {
		server.stand(object)
	}
	startControllers(over, server, told)
	startScheduler(over, server)
	playing.begin(over, playing.newKubelets(over))
	takeTurnsUntil(over, server, time.Now().Add(told.Until.Duration))
	answered.Events, answered.End = history.inOrder(), server.standings()
	answered.Turns = server.turns
	if playing.err != nil {
		answered.Error = playing.err.Error()
	}
	end()
	history.close()
	server.takeTurns(time.Now().Add(lastCalls))
}

func newPlaying(told scenario, on cluster, history *chronicle, end context.CancelFunc) *playing {
	return &playing{scenario: told, on: on, history: history, user: on.clientOf("user"), end: end}
}

func (p *playing) newKubelets(over context.Context) []*kubelet {
	kubelets := []*kubelet{}
	for _, node := range p.scenario.Nodes {
		kubelets = append(kubelets, newKubelet(over, p, node))
	}
	return kubelets
}

// begin has the kubelets register when it is time, and the user act.
func (p *playing) begin(over context.Context, kubelets []*kubelet) {
	for _, kubelet := range kubelets {
		time.AfterFunc(kubelet.scenario.RegistersAt.Duration, func() {
			if over.Err() == nil {
				kubelet.run()
			}
		})
	}
	go p.act(over)
}

// tell keeps an event, and ends a scenario in which pods are refused as fast as calls go: with so
// many of them it would take hours.
func (p *playing) tell(told event) {
	p.history.tell(told)
	if told.Kind != "Rejected" {
		return
	}
	p.refusals++
	if most := p.scenario.RefusalsMax; most > 0 && p.refusals > most {
		p.stop(fmt.Errorf("more than %d pods were refused", most))
	}
}

// takeTurnsUntil goes in steps of a second, so that a scenario that cannot go on ends soon.
func takeTurnsUntil(over context.Context, server *apiServer, until time.Time) {
	for time.Now().Before(until) && over.Err() == nil {
		next := time.Now().Add(time.Second)
		if next.After(until) {
			next = until
		}
		server.takeTurns(next)
	}
}

// stop ends a scenario that cannot go on; the first reason is printed.
func (p *playing) stop(err error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.err == nil && !p.history.isClosed() {
		p.err = fmt.Errorf("after %s: %w", time.Since(p.history.began), err)
		p.end()
	}
}

// act creates the objects and makes the changes, as a user of the cluster.
func (p *playing) act(over context.Context) {
	defer func() {
		if reason := recover(); reason != nil {
			p.stop(fmt.Errorf("%v\n%s", reason, debug.Stack()))
		}
	}()
	began := p.history.began
	wait := func(until time.Duration) {
		select {
		case <-over.Done():
		case <-time.After(time.Until(began.Add(until))):
		}
	}
	wait(objectsCreatedAt)
	for _, object := range p.scenario.objects {
		p.request(over, "POST", collectionOf(object), encode(object))
	}
	changes := slices.Clone(p.scenario.Changes)
	slices.SortStableFunc(changes, func(a, b change) int {
		return int(a.At.Duration - b.At.Duration)
	})
	for _, change := range changes {
		wait(change.At.Duration)
		if over.Err() != nil {
			return
		}
		p.make(over, change)
	}
}

func (p *playing) make(over context.Context, change change) {
	switch {
	case change.object != nil:
		p.request(over, "POST", collectionOf(change.object), encode(change.object))
	case change.Patch != nil:
		p.request(over, "PATCH", pathOf(change.Patch.ownerName), change.Patch.With)
	case change.Delete != nil:
		p.request(over, "DELETE", pathOf(*change.Delete), nil)
	case change.Taint != nil:
		p.retaint(over, *change.Taint, true)
	case change.Untaint != nil:
		p.retaint(over, *change.Untaint, false)
	case change.DeletePod != nil:
		p.deletePod(over, *change.DeletePod)
	case change.Disconnect != "":
		p.setNetwork(change.Disconnect, false, "Disconnected")
	default:
		p.setNetwork(change.Reconnect, true, "Reconnected")
	}
}

// retaint adds a taint to its node or takes it away.
func (p *playing) retaint(over context.Context, change taintChange, on bool) {
	nodes := p.user.CoreV1().Nodes()
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		node, err := nodes.Get(over, change.Node, metav1.GetOptions{})
		if err != nil {
			return err
		}
		node.Spec.Taints = slices.DeleteFunc(node.Spec.Taints, func(taint v1.Taint) bool {
			return taint.MatchTaint(&change.Taint)
		})
		if on {
			node.Spec.Taints = append(node.Spec.Taints, change.Taint)
		}
		_, err = nodes.Update(over, node, metav1.UpdateOptions{})
		return err
	})
	if err != nil && over.Err() == nil {
		p.stop(fmt.Errorf("the taint %s of node %s: %w", change.Key, change.Node, err))
	}
}

// deletePod asks for the end of a pod by its owner and number; one that is gone already stays gone.
func (p *playing) deletePod(over context.Context, named madePod) {
	names := p.history.madeBy(named.Owner)
	if named.Number < 1 || named.Number > len(names) {
		p.stop(fmt.Errorf("%s %s has made %d pods, not %d", named.Owner.Kind, named.Owner.Name,
			len(names), named.Number))
		return
	}
	pods := p.user.CoreV1().Pods(named.Owner.Namespace)
	err := pods.Delete(over, names[named.Number-1], metav1.DeleteOptions{})
	if err != nil && !apierrors.IsNotFound(err) && over.Err() == nil {
		p.stop(err)
	}
}

func (p *playing) setNetwork(node string, connected bool, kind string) {
	p.on.setNetwork(kubeletOf(node), connected)
	p.history.tell(event{Kind: kind, By: "user", Node: node})
}

// memoryOf is the scenario of a pod's containers; a pod whose owner has none uses nothing.
func (p *playing) memoryOf(pod *v1.Pod) memoryScenario {
	owner := ownerOf(pod)
	if owner == nil {
		owner = &ownerName{Kind: "Pod", Namespace: pod.Namespace, Name: pod.Name}
	}
	for _, told := range p.scenario.Workloads {
		if told.Owner == *owner {
			return told.Memory
		}
	}
	return memoryScenario{}
}

func (s *apiServer) standings() []standing {
	pods := targetOf(v1.SchemeGroupVersion.WithKind("Pod"), "", "")
	found := []standing{}
	for _, object := range s.matching(pods, func(runtime.Object) bool { return true }) {
		pod := object.(*v1.Pod)
		found = append(found, standing{
			Pod: podNameOf(pod), Node: pod.Spec.NodeName,
			Phase: pod.Status.Phase, Reason: pod.Status.Reason,
		})
	}
	return found
}

// request asks the API server as the user, and ends a scenario whose change is refused.
func (p *playing) request(over context.Context, method, path string, body json.RawMessage) {
	asked := p.user.CoreV1().RESTClient().Verb(method).AbsPath(path)
	if body != nil {
		asked = asked.Body([]byte(body))
	}
	if method == "PATCH" {
		asked = asked.SetHeader("Content-Type", "application/strategic-merge-patch+json")
	}
	if err := asked.Do(over).Error(); err != nil && over.Err() == nil {
		p.stop(fmt.Errorf("%s %s: %w", method, path, err))
	}
}

func collectionOf(object runtime.Object) string {
	return collection(kindOf(object).GroupVersion().String(), kindOf(object).Kind,
		metaOf(object).GetNamespace())
}

func collection(version, kind, namespace string) string {
	prefix := "/apis/" + version
	if version == "v1" {
		prefix = "/api/v1"
	}
	if namespace != "" {
		prefix += "/namespaces/" + namespace
	}
	at := targetOf(v1.SchemeGroupVersion.WithKind(kind), "", "")
	return prefix + "/" + at.resource.Resource
}

// pathOf finds the group of a kind among those that a change may name.
func pathOf(named ownerName) string {
	for _, kind := range kindsByResource {
		if kind.Kind == named.Kind && kind.Version == "v1" && changeable(kind.Kind) &&
			scheme.Scheme.IsVersionRegistered(kind.GroupVersion()) {
			all := collection(kind.GroupVersion().String(), named.Kind, named.Namespace)
			return all + "/" + named.Name
		}
	}
	return "/api/v1/" + named.Kind + "/" + named.Name
}

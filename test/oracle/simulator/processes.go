package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
)

// processes is a control plane of processes, with a kubeconfig for each component that is here.
type processes struct {
	kubeconfigs string

	mutex    sync.Mutex
	networks map[string]*network
}

func (p *processes) clientOf(who string) kubernetes.Interface {
	file := filepath.Join(p.kubeconfigs, who+".kubeconfig")
	config, err := clientcmd.BuildConfigFromFlags("", file)
	must(err)
	config.QPS = -1
	through := p.networkOf(who)
	config.Wrap(func(inner http.RoundTripper) http.RoundTripper { return linked{inner, through} })
	client, err := kubernetes.NewForConfig(config)
	must(err)
	return client
}

func (p *processes) networkOf(who string) *network {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.networks[who] == nil {
		p.networks[who] = &network{}
	}
	return p.networks[who]
}

func (p *processes) setNetwork(who string, connected bool) { p.networkOf(who).set(connected) }

func (p *processes) nodeFor(who, name string) *v1.Node {
	nodes := p.clientOf(who).CoreV1().Nodes()
	node, err := nodes.Get(context.Background(), name, metav1.GetOptions{})
	if err != nil {
		return nil
	}
	return node
}

// network is what the calls and the watches of a component go through.
type network struct {
	mutex sync.Mutex
	// back is closed when the network comes back; nil while it is there.
	back chan struct{}
}

func (n *network) set(connected bool) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	switch {
	case connected && n.back != nil:
		close(n.back)
		n.back = nil
	case !connected && n.back == nil:
		n.back = make(chan struct{})
	}
}

func (n *network) lost() <-chan struct{} {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	return n.back
}

type linked struct {
	inner   http.RoundTripper
	through *network
}

func (l linked) RoundTrip(request *http.Request) (*http.Response, error) {
	if l.through.lost() != nil {
		return nil, syscall.ECONNREFUSED
	}
	response, err := l.inner.RoundTrip(request)
	if err == nil {
		response.Body = heldBody{response.Body, l.through, request.Context()}
	}
	return response, err
}

// heldBody keeps what a watch brings until the network is back.
type heldBody struct {
	io.ReadCloser
	through *network
	of      context.Context
}

func (b heldBody) Read(into []byte) (int, error) {
	count, err := b.ReadCloser.Read(into)
	if back := b.through.lost(); back != nil {
		select {
		case <-back:
		case <-b.of.Done():
		}
	}
	return count, err
}

func answerOnProcesses(from io.Reader, to io.Writer) error {
	on := &processes{kubeconfigs: *kubeconfigs, networks: map[string]*network{}}
	begins := time.UnixMilli(*beginsAt)
	return answerLines(from, to, func(told scenario) answer { return playOn(on, told, begins) })
}

// playOn plays a scenario in real time. Events are printed when the API server's watches show them.
func playOn(on *processes, told scenario, begins time.Time) answer {
	over, end := context.WithCancel(context.Background())
	defer end()
	history := &chronicle{began: begins}
	playing := newPlaying(told, on, history, end)
	if told.standing != nil || told.BetweenStarts != nil || told.CallsTakeUpTo.Duration != 0 {
		playing.stop(errors.New(
			"standing, betweenStarts and callsTakeUpTo are not played on processes"))
	}
	playing.watch(over)
	kubelets := playing.newKubelets(over)
	if late := time.Since(begins); late > 0 {
		playing.stop(fmt.Errorf("it should have begun %s ago", late))
	}
	time.Sleep(time.Until(begins))
	playing.begin(over, kubelets)
	select {
	case <-over.Done():
	case <-time.After(time.Until(begins.Add(told.Until.Duration))):
	}
	history.close()
	answered := answer{ID: told.ID, Kubernetes: kubernetesRelease, Events: history.inOrder()}
	playing.mutex.Lock()
	defer playing.mutex.Unlock()
	if playing.err != nil {
		answered.Error = playing.err.Error()
	}
	return answered
}

// watch prints the events of pods and nodes.
func (p *playing) watch(over context.Context) {
	factory := informers.NewSharedInformerFactory(p.user, 0)
	tell := teller(p.history.tell)
	handlers := cache.ResourceEventHandlerFuncs{
		AddFunc: func(object any) { tell.created("", object.(runtime.Object)) },
		UpdateFunc: func(before, after any) {
			tell.changed("", before.(runtime.Object), after.(runtime.Object))
		},
		DeleteFunc: func(gone any) {
			if pod, is := gone.(*v1.Pod); is {
				tell.deleted("", pod)
			}
		},
	}
	core := factory.Core().V1()
	for _, watched := range []cache.SharedInformer{core.Pods().Informer(), core.Nodes().Informer()} {
		_, err := watched.AddEventHandler(handlers)
		must(err)
	}
	factory.Start(over.Done())
	factory.WaitForCacheSync(over.Done())
}

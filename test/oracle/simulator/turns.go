package main

import (
	"bytes"
	"cmp"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing/synctest"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
)

// callLatency is what every call takes of virtual time, where a scenario does not say otherwise.
const callLatency = time.Millisecond

// apiServer is the API server of a bubble: clients of Kubernetes reach it through their transport.
//
// It is also what makes a scenario repeat. Whatever a component does to another goes through here,
// and here one thing happens at a time: when all goroutines of the bubble are blocked, one call is
// served or one event is delivered to one watch, and then all are waited for again. So nothing
// races, and which of several things comes first is a choice of takeTurns: the canonical one, or
// one that the seed draws.
type apiServer struct {
	objects

	mutex sync.Mutex
	calls []*call
	cut   map[string]bool
	wake  chan struct{}

	seed  uint64
	drawn *rand.Rand
	upTo  time.Duration
	turns int
}

// call is a request that waits for its turn.
type call struct {
	who     string
	body    []byte
	due     time.Time
	request *http.Request
	reply   chan *http.Response
}

func newAPIServer(told scenario, tell teller) *apiServer {
	server := &apiServer{objects: newObjects(tell), cut: map[string]bool{}}
	server.seed, server.upTo = told.Seed, told.CallsTakeUpTo.Duration
	server.wake = make(chan struct{}, 1)
	if told.Seed != 0 {
		server.drawn = rand.New(rand.NewPCG(told.Seed, 0))
	}
	return server
}

func (s *apiServer) clientOf(who string) kubernetes.Interface {
	client, err := kubernetes.NewForConfig(&rest.Config{
		Host:      "http://scenario",
		QPS:       -1,
		Transport: transport{server: s, who: who},
		// The clients' default is protobuf.
		ContentConfig: rest.ContentConfig{
			ContentType: "application/json", AcceptContentTypes: "application/json",
		},
	})
	must(err)
	return client
}

func (s *apiServer) setNetwork(who string, connected bool) {
	s.mutex.Lock()
	s.cut[who] = !connected
	s.mutex.Unlock()
	s.nudge()
}

func (s *apiServer) nodeFor(who, name string) *v1.Node {
	s.mutex.Lock()
	isCut := s.cut[who]
	s.mutex.Unlock()
	at := targetOf(v1.SchemeGroupVersion.WithKind("Node"), "", name)
	if node, is := s.get(at).(*v1.Node); is && !isCut {
		return node
	}
	return nil
}

func (s *apiServer) nudge() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

type transport struct {
	server *apiServer
	who    string
}

func (t transport) RoundTrip(request *http.Request) (*http.Response, error) {
	waiting := &call{who: t.who, request: request, reply: make(chan *http.Response, 1)}
	if request.Body != nil {
		var err error
		if waiting.body, err = io.ReadAll(request.Body); err != nil {
			return nil, err
		}
	}
	waiting.due = time.Now().Add(t.server.latencyOf(waiting))
	if !t.server.accept(waiting) {
		return nil, syscall.ECONNREFUSED
	}
	select {
	case response := <-waiting.reply:
		return response, nil
	case <-request.Context().Done():
		return nil, request.Context().Err()
	}
}

// latencyOf is what a call takes: always the same, or drawn from what it says and when, because
// which of several goroutines makes its call first is chance, and so are timeouts of watches.
func (s *apiServer) latencyOf(of *call) time.Duration {
	if s.upTo <= callLatency {
		return callLatency
	}
	hash := fnv.New64a()
	fmt.Fprint(hash, s.seed, time.Now().UnixNano(), of.who, of.request.Method, of.request.URL.Path)
	return callLatency + time.Duration(hash.Sum64()%uint64(s.upTo-callLatency))
}

func (s *apiServer) accept(waiting *call) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.cut[waiting.who] {
		return false
	}
	s.calls = append(s.calls, waiting)
	s.nudge()
	return true
}

// takeTurns runs the bubble until the given time. It belongs to the bubble's first goroutine.
func (s *apiServer) takeTurns(until time.Time) {
	for {
		synctest.Wait()
		act, next := s.choose(until)
		if act != nil {
			s.turns++
			act()
			continue
		}
		if !time.Now().Before(until) {
			return
		}
		alarm := time.NewTimer(time.Until(next))
		select {
		case <-s.wake:
		case <-alarm.C:
		}
		alarm.Stop()
	}
}

// choose picks what happens now: events in the order of versions, then calls in the order they are
// due; with a seed any of them. When nothing can happen it says when to look again.
func (s *apiServer) choose(until time.Time) (act func(), next time.Time) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	watches := s.watchesWithEvents()
	ready, next := s.readyCalls(until)
	count := len(watches) + len(ready)
	if count == 0 {
		return nil, next
	}
	index := 0
	if s.drawn != nil {
		index = s.drawn.IntN(count)
	}
	if index < len(watches) {
		return watches[index].deliver, next
	}
	served := ready[index-len(watches)]
	s.calls = slices.DeleteFunc(s.calls, func(other *call) bool { return other == served })
	return func() {
		if served.request.Context().Err() == nil {
			served.reply <- s.serve(served)
		}
	}, next
}

func (s *apiServer) watchesWithEvents() []*watch {
	s.watches = slices.DeleteFunc(s.watches, func(w *watch) bool { return w.body.ended() })
	waiting := []*watch{}
	for _, open := range s.watches {
		if len(open.events) > 0 && !s.cut[open.who] {
			waiting = append(waiting, open)
		}
	}
	slices.SortStableFunc(waiting, func(a, b *watch) int {
		return cmp.Or(cmp.Compare(a.events[0].version, b.events[0].version), cmp.Compare(a.who, b.who))
	})
	return waiting
}

func (s *apiServer) readyCalls(until time.Time) (ready []*call, next time.Time) {
	next = until
	now := time.Now()
	for _, waiting := range s.calls {
		if !waiting.due.After(now) {
			ready = append(ready, waiting)
		} else if waiting.due.Before(next) {
			next = waiting.due
		}
	}
	slices.SortStableFunc(ready, compareCalls)
	return ready, next
}

func compareCalls(a, b *call) int {
	return cmp.Or(
		a.due.Compare(b.due),
		cmp.Compare(a.who, b.who),
		cmp.Compare(a.request.URL.RequestURI(), b.request.URL.RequestURI()),
		cmp.Compare(a.request.Method, b.request.Method),
		bytes.Compare(a.body, b.body),
	)
}

func respond(to *call, status int, body io.ReadCloser) *http.Response {
	return &http.Response{
		StatusCode: status, Status: fmt.Sprint(status, " ", http.StatusText(status)),
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header:  http.Header{"Content-Type": {"application/json"}},
		Request: to.request, Body: body,
	}
}

func wholeBody(content []byte) io.ReadCloser {
	return io.NopCloser(strings.NewReader(string(content)))
}

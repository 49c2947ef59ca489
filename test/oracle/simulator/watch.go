package main

import (
	"bytes"
	"io"
	"sync"

	"k8s.io/apimachinery/pkg/runtime"
)

// watch is an open watch of a component; its events wait here until they get their turn.
type watch struct {
	who      string
	resource string
	selects  func(runtime.Object) bool
	events   []watchEvent
	body     *watchBody
}

type watchEvent struct {
	version int
	frame   []byte
}

// notify appends what this watch sees of a change from one object to the other; nil is none. A
// change that enters or leaves the selector looks like a creation or a deletion.
func (w *watch) notify(version int, before, after runtime.Object, encoded []byte) {
	saw := before != nil && w.selects(before)
	sees := after != nil && w.selects(after)
	switch {
	case sees && saw:
		w.add(version, "MODIFIED", encoded)
	case sees:
		w.add(version, "ADDED", encoded)
	case saw:
		w.add(version, "DELETED", encoded)
	}
}

func (w *watch) add(version int, kind string, object []byte) {
	frame := make([]byte, 0, len(object)+len(kind)+24)
	frame = append(frame, `{"type":"`...)
	frame = append(frame, kind...)
	frame = append(frame, `","object":`...)
	frame = append(frame, object...)
	w.events = append(w.events, watchEvent{version, append(frame, '}', '\n')})
}

func (w *watch) deliver() {
	w.body.write(w.events[0].frame)
	w.events = w.events[1:]
}

// watchBody is the body of a response that goes on. Its writer never waits, and its reader waits on
// channels of the bubble alone, so that the bubble knows when it has nothing to do.
type watchBody struct {
	mutex  sync.Mutex
	buffer bytes.Buffer
	filled chan struct{}
	over   <-chan struct{}
	closed chan struct{}
	close  sync.Once
}

func newWatchBody(over <-chan struct{}) *watchBody {
	return &watchBody{filled: make(chan struct{}, 1), over: over, closed: make(chan struct{})}
}

func (b *watchBody) write(frame []byte) {
	b.mutex.Lock()
	b.buffer.Write(frame)
	b.mutex.Unlock()
	select {
	case b.filled <- struct{}{}:
	default:
	}
}

func (b *watchBody) Read(into []byte) (int, error) {
	for {
		if count := b.take(into); count > 0 {
			return count, nil
		}
		select {
		case <-b.filled:
		case <-b.over:
			return 0, io.EOF
		case <-b.closed:
			return 0, io.EOF
		}
	}
}

func (b *watchBody) take(into []byte) int {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	count, _ := b.buffer.Read(into)
	return count
}

func (b *watchBody) Close() error {
	b.close.Do(func() { close(b.closed) })
	return nil
}

func (b *watchBody) ended() bool {
	select {
	case <-b.over:
		return true
	case <-b.closed:
		return true
	default:
		return false
	}
}

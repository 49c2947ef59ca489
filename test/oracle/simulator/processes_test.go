package main

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func TestANodeWithoutItsNetwork(t *testing.T) {
	more := make(chan string)
	server := httptest.NewServer(http.HandlerFunc(func(to http.ResponseWriter, _ *http.Request) {
		for {
			to.(http.Flusher).Flush()
			fmt.Fprintln(to, <-more)
		}
	}))
	defer server.CloseClientConnections()
	through := &network{}
	client := &http.Client{Transport: linked{http.DefaultTransport, through}}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	ask := func() (*http.Response, error) {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL, nil)
		must(err)
		return client.Do(request)
	}
	watch, err := ask()
	must(err)
	lines := make(chan string, 2)
	go func() {
		for scanner := bufio.NewScanner(watch.Body); scanner.Scan(); {
			lines <- scanner.Text()
		}
	}()
	more <- "before"
	if line := <-lines; line != "before" {
		t.Errorf("the watch brings %q", line)
	}
	through.set(false)
	if _, err := ask(); err == nil {
		t.Error("a call is answered")
	}
	more <- "meanwhile"
	select {
	case line := <-lines:
		t.Errorf("the watch brings %q", line)
	case <-time.After(100 * time.Millisecond):
	}
	through.set(true)
	if line := <-lines; line != "meanwhile" {
		t.Errorf("then the watch brings %q", line)
	}
}

func TestWhatObjectsShow(t *testing.T) {
	pod := func(change func(*v1.Pod)) *v1.Pod {
		made := &v1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "cart"}}
		change(made)
		return made
	}
	ending := func(seconds int64) *v1.Pod {
		return pod(func(p *v1.Pod) { p.DeletionGracePeriodSeconds = &seconds })
	}
	same := func(*v1.Pod) {}
	for _, c := range []struct {
		says, kind    string
		before, after *v1.Pod
	}{
		{"bound", "Scheduled", pod(same), pod(func(p *v1.Pod) { p.Spec.NodeName = "worker-1" })},
		{"asked to end", "Terminating", pod(same), ending(30)},
		{"deleted without time to end", "", pod(same), ending(0)},
		{"asked to end again", "", ending(30), ending(1)},
		{"started", "Started", pod(same), pod(func(p *v1.Pod) { p.Status.Phase = v1.PodRunning })},
	} {
		kind := ""
		teller(func(told event) { kind = told.Kind }).changed("", c.before, c.after)
		if kind != c.kind {
			t.Errorf("a pod that is %s: %q is told, not %q", c.says, kind, c.kind)
		}
	}
}

package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"k8s.io/kubernetes/pkg/scheduler/framework"
)

// apiServer answers what preemption asks of the API server, and keeps which pods it deletes and
// which lose their nomination.
type apiServer struct {
	deleted   []podName
	withdrawn []podName
}

func (server *apiServer) RoundTrip(request *http.Request) (*http.Response, error) {
	parts := strings.Split(strings.Trim(request.URL.Path, "/"), "/")
	if len(parts) < 6 || parts[4] != "pods" {
		return nil, fmt.Errorf("%s %s is not served", request.Method, request.URL.Path)
	}
	pod := podName{Namespace: parts[3], Name: parts[5]}
	body := fmt.Sprintf(`{"kind":"Pod","apiVersion":"v1","metadata":{"namespace":%q,"name":%q}}`,
		pod.Namespace, pod.Name)
	switch request.Method {
	case http.MethodDelete:
		server.deleted = append(server.deleted, pod)
	case http.MethodPatch:
		patch, err := io.ReadAll(request.Body)
		if err != nil {
			return nil, err
		}
		if bytes.Contains(patch, []byte(`"nominatedNodeName":null`)) {
			server.withdrawn = append(server.withdrawn, pod)
		}
	}
	return &http.Response{
		StatusCode: http.StatusOK, Request: request,
		Header: http.Header{"Content-Type": []string{"application/json"}},
		Body:   io.NopCloser(bytes.NewReader([]byte(body))),
	}, nil
}

// preempt runs PostFilter as the scheduling cycle does after a failure. Its victims are gone for
// the pods that follow, and the pod is marked as nominated.
func (started *running) preempt(
	decided *decision, profile *recordedFramework,
	state cycleState, pod *framework.QueuedPodInfo, fitError *framework.FitError,
) {
	started.server.deleted = nil
	started.server.withdrawn = nil
	statuses := nodeStatuses(fitError.Diagnosis)
	result, answered := profile.RunPostFilterPlugins(started.ctx, state, pod.Pod, statuses)
	fitError.Diagnosis.PostFilterMsg = answered.Message()
	decided.Victims = started.server.deleted
	for index, victim := range decided.Victims {
		gone := started.standing[victim.key()]
		mustBe(gone != nil, "%s is a victim and does not stand anywhere", victim.key())
		decided.Victims[index].UID = string(gone.UID)
		err := started.Cache.RemovePod(started.log, gone)
		mustBe(err == nil, "%s cannot be removed: %v", victim.key(), err)
		delete(started.standing, victim.key())
	}
	// What the informer would report of the patches.
	for _, other := range started.objects.pods {
		if slices.Contains(started.server.withdrawn, podName{other.Namespace, other.Name, ""}) {
			other.Status.NominatedNodeName = ""
			started.SchedulingQueue.DeleteNominatedPodIfExists(other)
		}
	}
	if result == nil || result.NominatingInfo == nil {
		return
	}
	started.SchedulingQueue.DeleteNominatedPodIfExists(pod.Pod)
	pod.Pod.Status.NominatedNodeName = result.NominatedNodeName
	if result.NominatedNodeName != "" {
		decided.NominatedNode = result.NominatedNodeName
		started.SchedulingQueue.AddNominatedPod(started.log, pod.PodInfo, result.NominatingInfo)
	}
}

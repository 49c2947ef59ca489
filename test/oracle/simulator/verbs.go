package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"k8s.io/client-go/kubernetes/scheme"
)

// serve answers one call.
func (s *apiServer) serve(asked *call) *http.Response {
	t, err := readPath(asked.request.URL.Path)
	if err != nil {
		return refuse(asked, apierrors.NewBadRequest(err.Error()))
	}
	if asked.request.Method == http.MethodGet && t.name == "" {
		return s.serveCollection(asked, t)
	}
	answered, err := s.serveObject(asked, t)
	if err != nil {
		return refuse(asked, err)
	}
	return respond(asked, http.StatusOK, wholeBody(encode(answered)))
}

func (s *apiServer) serveCollection(asked *call, t target) *http.Response {
	query := asked.request.URL.Query()
	selects, err := selectorOf(query.Get("labelSelector"), query.Get("fieldSelector"))
	if err != nil {
		return refuse(asked, apierrors.NewBadRequest(err.Error()))
	}
	if query.Get("watch") == "" {
		return respond(asked, http.StatusOK, wholeBody(s.encodeList(t, selects)))
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	opened := s.openWatch(asked, t, query.Get("sendInitialEvents") == "true", selects)
	return respond(asked, http.StatusOK, opened.body)
}

func (s *apiServer) serveObject(asked *call, t target) (runtime.Object, error) {
	switch method := asked.request.Method; {
	case method == http.MethodPost && t.subresource == "binding":
		return s.bind(asked, t)
	case method == http.MethodPost && t.subresource == "":
		return s.create(asked, t)
	case method == http.MethodPut, method == http.MethodPatch:
		return s.update(asked, t)
	case method == http.MethodDelete:
		return s.delete(asked, t)
	case method == http.MethodGet:
		return s.find(t)
	}
	return nil, apierrors.NewMethodNotSupported(t.resource.GroupResource(), asked.request.Method)
}

func refuse(asked *call, err error) *http.Response {
	var known apierrors.APIStatus
	if !errors.As(err, &known) {
		known = apierrors.NewInternalError(err)
	}
	status := known.Status()
	status.Kind, status.APIVersion = "Status", "v1"
	encoded, err := json.Marshal(status)
	must(err)
	return respond(asked, int(status.Code), wholeBody(encoded))
}

func (s *apiServer) find(t target) (runtime.Object, error) {
	if found := s.get(t); found != nil {
		return found, nil
	}
	return nil, apierrors.NewNotFound(t.resource.GroupResource(), t.name)
}

// create counts generated names and UIDs instead of drawing them.
func (s *apiServer) create(asked *call, t target) (runtime.Object, error) {
	made, err := scheme.Scheme.New(t.kind)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(asked.body, made); err != nil {
		return nil, apierrors.NewBadRequest(err.Error())
	}
	if t.resource.Resource == "events" {
		s.tellRecorded(asked.who, made)
		return made, nil
	}
	named := metaOf(made)
	if prefix := named.GetGenerateName(); named.GetName() == "" {
		s.names[prefix]++
		named.SetName(fmt.Sprintf("%s%05d", prefix, s.names[prefix]))
	}
	t.name = named.GetName()
	if s.get(t) != nil {
		return nil, apierrors.NewAlreadyExists(t.resource.GroupResource(), t.name)
	}
	s.uids++
	named.SetNamespace(t.namespace)
	named.SetUID(types.UID(fmt.Sprintf("%08d-%s", s.uids, t.name)))
	named.SetCreationTimestamp(metav1.Now())
	named.SetGeneration(1)
	if err := admit(made); err != nil {
		return nil, err
	}
	s.put(t, made)
	s.tell.created(asked.who, made)
	return made.DeepCopyObject(), nil
}

// update serves replacements and patches of an object or its status.
func (s *apiServer) update(asked *call, t target) (runtime.Object, error) {
	before, err := s.find(t)
	if err != nil {
		return nil, err
	}
	after, err := changedBy(asked, t, before)
	if err != nil {
		return nil, err
	}
	old, now := metaOf(before), metaOf(after)
	if read := now.GetResourceVersion(); read != "" && read != old.GetResourceVersion() {
		return nil, apierrors.NewConflict(t.resource.GroupResource(), t.name,
			errors.New("the object has been modified"))
	}
	if t.subresource == "status" {
		after = withStatus(before, after)
	} else if status := memberOf(after, "Status"); status.IsValid() {
		status.Set(memberOf(before, "Status"))
	}
	keepIdentity(before, after)
	if equality.Semantic.DeepEqual(before, after) {
		return after, nil
	}
	if isReleased(after) {
		s.put(t, nil)
		s.tell.deleted(asked.who, after)
		return after, nil
	}
	s.put(t, after)
	s.tell.changed(asked.who, before, after)
	return after.DeepCopyObject(), nil
}

func changedBy(asked *call, t target, before runtime.Object) (runtime.Object, error) {
	content := asked.body
	if asked.request.Method == http.MethodPatch {
		form := asked.request.Header.Get("Content-Type")
		if form != string(types.StrategicMergePatchType) {
			return nil, apierrors.NewBadRequest("the server of a scenario knows no patch of type " + form)
		}
		empty, err := scheme.Scheme.New(t.kind)
		if err != nil {
			return nil, err
		}
		content, err = strategicpatch.StrategicMergePatch(encode(before), content, empty)
		if err != nil {
			return nil, apierrors.NewBadRequest(err.Error())
		}
	}
	after, err := scheme.Scheme.New(t.kind)
	if err != nil {
		return nil, err
	}
	return after, json.Unmarshal(content, after)
}

// withStatus takes the status alone, and of a node the annotations as well.
func withStatus(before, asked runtime.Object) runtime.Object {
	after := before.DeepCopyObject()
	memberOf(after, "Status").Set(memberOf(asked, "Status"))
	if _, is := after.(*v1.Node); is {
		metaOf(after).SetAnnotations(metaOf(asked).GetAnnotations())
	}
	return after
}

// keepIdentity restores what no update may change, and counts a generation where the spec changed.
func keepIdentity(before, after runtime.Object) {
	old, now := metaOf(before), metaOf(after)
	now.SetUID(old.GetUID())
	now.SetCreationTimestamp(old.GetCreationTimestamp())
	now.SetResourceVersion(old.GetResourceVersion())
	now.SetGeneration(old.GetGeneration())
	was, is := memberOf(before, "Spec"), memberOf(after, "Spec")
	if is.IsValid() && !equality.Semantic.DeepEqual(was.Interface(), is.Interface()) {
		now.SetGeneration(old.GetGeneration() + 1)
	}
}

// delete lets a pod that still runs on a node end first: the node deletes it without grace then.
func (s *apiServer) delete(asked *call, t target) (runtime.Object, error) {
	found, err := s.find(t)
	if err != nil {
		return nil, err
	}
	options := metav1.DeleteOptions{}
	if len(asked.body) > 0 {
		if err := json.Unmarshal(asked.body, &options); err != nil {
			return nil, apierrors.NewBadRequest(err.Error())
		}
	}
	if wanted := options.Preconditions; wanted != nil && wanted.UID != nil &&
		*wanted.UID != metaOf(found).GetUID() {
		return nil, apierrors.NewConflict(t.resource.GroupResource(), t.name,
			errors.New("the UID in the precondition is another"))
	}
	if pod, is := found.(*v1.Pod); is {
		if grace := graceOf(pod, options); grace > 0 {
			s.terminate(asked.who, t, pod, grace)
			return pod.DeepCopy(), nil
		}
	}
	if len(metaOf(found).GetFinalizers()) > 0 {
		return s.hold(asked.who, t, found), nil
	}
	s.put(t, nil)
	s.tell.deleted(asked.who, found)
	return found, nil
}

// hold keeps an object that is to be deleted until its last finalizer is gone.
func (s *apiServer) hold(who string, t target, object runtime.Object) runtime.Object {
	named, none, now := metaOf(object), int64(0), metav1.Now()
	isNew := named.GetDeletionTimestamp() == nil
	if !isNew {
		// What is left of a longer grace period goes.
		grace := time.Duration(*named.GetDeletionGracePeriodSeconds()) * time.Second
		now = metav1.NewTime(named.GetDeletionTimestamp().Add(-grace))
	}
	if isNew || *named.GetDeletionGracePeriodSeconds() != 0 {
		named.SetDeletionTimestamp(&now)
		named.SetDeletionGracePeriodSeconds(&none)
		s.put(t, object)
	}
	return object.DeepCopyObject()
}

// isReleased reports whether an object was deleted before and has just lost its last finalizer.
func isReleased(object runtime.Object) bool {
	named := metaOf(object)
	grace := named.GetDeletionGracePeriodSeconds()
	return named.GetDeletionTimestamp() != nil && len(named.GetFinalizers()) == 0 &&
		grace != nil && *grace == 0
}

// graceOf is how many seconds a pod gets to end: none before it is bound and after it has ended.
func graceOf(pod *v1.Pod, options metav1.DeleteOptions) int64 {
	ended := pod.Status.Phase == v1.PodFailed || pod.Status.Phase == v1.PodSucceeded
	switch {
	case pod.Spec.NodeName == "" || ended:
		return 0
	case options.GracePeriodSeconds != nil:
		return *options.GracePeriodSeconds
	case pod.Spec.TerminationGracePeriodSeconds != nil:
		return *pod.Spec.TerminationGracePeriodSeconds
	}
	return v1.DefaultTerminationGracePeriodSeconds
}

func (s *apiServer) terminate(who string, t target, pod *v1.Pod, grace int64) {
	if pod.DeletionTimestamp != nil {
		return
	}
	before := pod.DeepCopy()
	ends := metav1.NewTime(time.Now().Add(time.Duration(grace) * time.Second))
	pod.DeletionTimestamp, pod.DeletionGracePeriodSeconds = &ends, &grace
	s.put(t, pod)
	s.tell.changed(who, before, pod)
}

func (s *apiServer) bind(asked *call, t target) (runtime.Object, error) {
	found, err := s.find(t)
	if err != nil {
		return nil, err
	}
	binding := v1.Binding{}
	if err := json.Unmarshal(asked.body, &binding); err != nil {
		return nil, apierrors.NewBadRequest(err.Error())
	}
	pod := found.DeepCopyObject().(*v1.Pod)
	if pod.DeletionTimestamp != nil || pod.Spec.NodeName != "" {
		return nil, apierrors.NewConflict(t.resource.GroupResource(), t.name,
			errors.New("the pod is being deleted or is bound to a node"))
	}
	pod.Spec.NodeName = binding.Target.Name
	pod.Status.Conditions = []v1.PodCondition{{
		Type: v1.PodScheduled, Status: v1.ConditionTrue, LastTransitionTime: metav1.Now(),
	}}
	s.put(t, pod)
	s.tell.changed(asked.who, found, pod)
	return &metav1.Status{Status: metav1.StatusSuccess}, nil
}

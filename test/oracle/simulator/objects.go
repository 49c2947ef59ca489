package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
)

// objects is what the API server stores, and the watches of it.
type objects struct {
	stored  map[string]map[string]runtime.Object // by resource, by namespace/name
	watches []*watch
	version int
	uids    int
	names   map[string]int
	tell    teller
}

func newObjects(tell teller) objects {
	return objects{
		stored: map[string]map[string]runtime.Object{}, names: map[string]int{},
		tell: tell,
	}
}

// kindsByResource has the kinds of the client's scheme by group, version and plural name.
var kindsByResource = func() map[schema.GroupVersionResource]schema.GroupVersionKind {
	kinds := map[schema.GroupVersionResource]schema.GroupVersionKind{}
	for kind := range scheme.Scheme.AllKnownTypes() {
		resource, _ := meta.UnsafeGuessKindToResource(kind)
		kinds[resource] = kind
	}
	return kinds
}()

// target is what a path names.
type target struct {
	resource                     schema.GroupVersionResource
	kind                         schema.GroupVersionKind
	namespace, name, subresource string
}

func (t target) key() string { return t.namespace + "/" + t.name }

func readPath(path string) (target, error) {
	named := target{}
	parts := strings.Split(strings.Trim(path, "/"), "/")
	if parts[0] == "api" {
		parts = append([]string{"apis", ""}, parts[1:]...)
	}
	named.resource.Group, named.resource.Version, parts = parts[1], parts[2], parts[3:]
	if parts[0] == "namespaces" && len(parts) > 2 {
		named.namespace, parts = parts[1], parts[2:]
	}
	parts = append(parts, "", "")
	named.resource.Resource, named.name, named.subresource = parts[0], parts[1], parts[2]
	kind, known := kindsByResource[named.resource]
	if !known {
		return named, fmt.Errorf("the server of a scenario has no resource %s", named.resource)
	}
	named.kind = kind
	return named, nil
}

// targetOf is where an object of the scenario is stored.
func targetOf(kind schema.GroupVersionKind, namespace, name string) target {
	resource, _ := meta.UnsafeGuessKindToResource(kind)
	return target{resource: resource, kind: kind, namespace: namespace, name: name}
}

func (o *objects) get(t target) runtime.Object {
	found, is := o.stored[t.resource.Resource][t.key()]
	if !is {
		return nil
	}
	return found.DeepCopyObject()
}

// stand puts an object there as it is, before any watch starts.
func (o *objects) stand(object runtime.Object) {
	legacyscheme.Scheme.Default(object)
	named := metaOf(object)
	o.put(targetOf(kindOf(object), named.GetNamespace(), named.GetName()), object)
}

// matching lists the stored objects that are selected, in the order of their keys.
func (o *objects) matching(t target, selects func(runtime.Object) bool) []runtime.Object {
	ofResource := o.stored[t.resource.Resource]
	keys := make([]string, 0, len(ofResource))
	for key := range ofResource {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	found := []runtime.Object{}
	for _, key := range keys {
		inside := t.namespace == "" || strings.HasPrefix(key, t.namespace+"/")
		if inside && selects(ofResource[key]) {
			found = append(found, ofResource[key])
		}
	}
	return found
}

// put stores an object, or with nil removes the existing one, and notifies the watches.
func (o *objects) put(t target, after runtime.Object) {
	ofResource := o.stored[t.resource.Resource]
	if ofResource == nil {
		ofResource = map[string]runtime.Object{}
		o.stored[t.resource.Resource] = ofResource
	}
	before := ofResource[t.key()]
	o.version++
	shown := after
	if after == nil {
		shown = before.DeepCopyObject()
		delete(ofResource, t.key())
	} else {
		ofResource[t.key()] = after
	}
	metaOf(shown).SetResourceVersion(strconv.Itoa(o.version))
	encoded := encode(shown)
	for _, open := range o.watches {
		if open.resource == t.resource.Resource {
			open.notify(o.version, before, after, encoded)
		}
	}
}

// openWatch is a watch from now on. With `initial` it begins with what is there and a bookmark, as
// the reflectors of this release ask for it.
func (o *objects) openWatch(
	from *call, t target, initial bool, selects func(runtime.Object) bool,
) *watch {
	opened := &watch{
		who: from.who, resource: t.resource.Resource,
		body: newWatchBody(from.request.Context().Done()),
		selects: func(object runtime.Object) bool {
			inside := t.namespace == "" || metaOf(object).GetNamespace() == t.namespace
			return inside && selects(object)
		},
	}
	if initial {
		for _, object := range o.matching(t, selects) {
			opened.add(o.version, "ADDED", encode(object))
		}
		opened.add(o.version, "BOOKMARK", o.bookmark(t))
	}
	o.watches = append(o.watches, opened)
	return opened
}

func (o *objects) bookmark(t target) []byte {
	empty, err := scheme.Scheme.New(t.kind)
	must(err)
	metaOf(empty).SetResourceVersion(strconv.Itoa(o.version))
	metaOf(empty).SetAnnotations(map[string]string{metav1.InitialEventsAnnotationKey: "true"})
	return encode(empty)
}

func (o *objects) encodeList(t target, selects func(runtime.Object) bool) []byte {
	items := []json.RawMessage{}
	for _, object := range o.matching(t, selects) {
		items = append(items, encode(object))
	}
	encoded, err := json.Marshal(map[string]any{
		"kind": t.kind.Kind + "List", "apiVersion": t.kind.GroupVersion().String(), "items": items,
		"metadata": map[string]string{"resourceVersion": strconv.Itoa(o.version)},
	})
	must(err)
	return encoded
}

// selectorOf reads the selectors of a query. The fields are those that components ask for.
func selectorOf(labelSelector, fieldSelector string) (func(runtime.Object) bool, error) {
	byLabel, err := labels.Parse(labelSelector)
	if err != nil {
		return nil, err
	}
	byField, err := fields.ParseSelector(fieldSelector)
	if err != nil {
		return nil, err
	}
	return func(object runtime.Object) bool {
		named := metaOf(object)
		values := fields.Set{
			"metadata.name": named.GetName(), "metadata.namespace": named.GetNamespace(),
		}
		if pod, is := object.(*v1.Pod); is {
			values["spec.nodeName"] = pod.Spec.NodeName
			values["status.phase"] = string(pod.Status.Phase)
		}
		return byLabel.Matches(labels.Set(named.GetLabels())) && byField.Matches(values)
	}, nil
}

func metaOf(object runtime.Object) metav1.Object {
	accessor, err := meta.Accessor(object)
	must(err)
	return accessor
}

func kindOf(object runtime.Object) schema.GroupVersionKind {
	kinds, _, err := scheme.Scheme.ObjectKinds(object)
	must(err)
	return kinds[0]
}

func encode(object runtime.Object) []byte {
	copied := object.DeepCopyObject()
	copied.GetObjectKind().SetGroupVersionKind(kindOf(object))
	encoded, err := json.Marshal(copied)
	must(err)
	return encoded
}

// memberOf is a member of an object's struct, invalid where the kind has none.
func memberOf(object runtime.Object, name string) reflect.Value {
	return reflect.ValueOf(object).Elem().FieldByName(name)
}

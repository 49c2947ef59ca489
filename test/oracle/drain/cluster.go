package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sort"

	autoscalingv1 "k8s.io/api/autoscaling/v1"
	v1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	discoveryfake "k8s.io/client-go/discovery/fake"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/kubernetes/scheme"
	scalefake "k8s.io/client-go/scale/fake"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/client-go/tools/cache"
	"k8s.io/kubernetes/pkg/controller/disruption"
)

// cluster is what the API server stores, and the controller that counts budgets of it. Informers
// do not run: what they would hold is put there when it changes.
type cluster struct {
	ctx        context.Context
	client     *fake.Clientset
	pods       cache.Indexer
	budgets    cache.Indexer
	controller *disruption.DisruptionController
	stores     map[string]cache.Indexer
	// What the client's API server has, and the scales of custom resources.
	known  []known
	scales map[string]*autoscalingv1.Scale
	// The node whose pods are listed: a fake client knows no field selectors.
	listed string
	// Pods that were removed and have not ended.
	ending []*v1.Pod
	// Those that came for others, by namespace/name of these.
	came map[string]*v1.Pod
}

type known struct {
	resource        schema.GroupVersionResource
	namespace, name string
}

// rollout is a custom resource that has a scale.
var rollout = schema.GroupVersionKind{Group: "argoproj.io", Version: "v1alpha1", Kind: "Rollout"}

const rollouts = "rollouts"

// newCluster is made once: a controller has queues that only end with the process.
func newCluster() *cluster {
	c := &cluster{ctx: context.Background(), client: fake.NewSimpleClientset()}
	c.client.PrependReactor("list", "pods", c.listPods)
	factory := informers.NewSharedInformerFactory(c.client, 0)
	core, apps := factory.Core().V1(), factory.Apps().V1()
	budgets := factory.Policy().V1().PodDisruptionBudgets()
	scales := &scalefake.FakeScaleClient{}
	scales.AddReactor("get", "*", c.scale)
	c.controller = disruption.NewDisruptionController(c.ctx, core.Pods(), budgets,
		core.ReplicationControllers(), apps.ReplicaSets(), apps.Deployments(), apps.StatefulSets(),
		c.client, kinds(), scales, discovery())
	c.pods, c.budgets = core.Pods().Informer().GetIndexer(), budgets.Informer().GetIndexer()
	c.stores = map[string]cache.Indexer{
		"Pod": c.pods, "PodDisruptionBudget": c.budgets,
		"ReplicationController": core.ReplicationControllers().Informer().GetIndexer(),
		"ReplicaSet":            apps.ReplicaSets().Informer().GetIndexer(),
		"Deployment":            apps.Deployments().Informer().GetIndexer(),
		"StatefulSet":           apps.StatefulSets().Informer().GetIndexer(),
	}
	return c
}

// hold takes the objects of a question in place of those of the last one.
func (c *cluster) hold(texts []json.RawMessage) error {
	for _, store := range c.stores {
		must(store.Replace(nil, ""))
	}
	for _, known := range c.known {
		must(c.client.Tracker().Delete(known.resource, known.namespace, known.name))
	}
	c.client.ClearActions()
	c.known, c.ending = nil, nil
	c.scales, c.came = map[string]*autoscalingv1.Scale{}, map[string]*v1.Pod{}
	for _, text := range texts {
		if err := c.add(text); err != nil {
			return err
		}
	}
	return nil
}

// scale answers for owners of which the controller has no informer.
func (c *cluster) scale(action clienttesting.Action) (bool, runtime.Object, error) {
	get := action.(clienttesting.GetAction)
	resource := get.GetResource().GroupResource()
	scale := c.scales[get.GetNamespace()+"/"+get.GetName()]
	if resource.Resource != rollouts || scale == nil {
		return true, nil, apierrors.NewNotFound(resource, get.GetName())
	}
	return true, scale, nil
}

func (c *cluster) add(text json.RawMessage) error {
	kind := metav1.TypeMeta{}
	if err := json.Unmarshal(text, &kind); err != nil {
		return err
	}
	if kind.Kind == rollout.Kind {
		scale := &autoscalingv1.Scale{}
		if err := json.Unmarshal(text, scale); err != nil {
			return err
		}
		c.scales[keyOf(scale)] = scale
		return nil
	}
	object, read, err := scheme.Codecs.UniversalDeserializer().Decode(text, nil, nil)
	if runtime.IsNotRegisteredError(err) {
		// A custom resource, which only owns pods.
		return nil
	}
	if err != nil {
		return err
	}
	// The client is asked for budgets and for DaemonSets.
	if kind.Kind == "PodDisruptionBudget" || kind.Kind == "DaemonSet" {
		resource, _ := meta.UnsafeGuessKindToResource(*read)
		named := object.(metav1.Object)
		c.known = append(c.known, known{resource, named.GetNamespace(), named.GetName()})
		must(c.client.Tracker().Add(object))
	}
	if store := c.stores[kind.Kind]; store != nil {
		return store.Add(object)
	}
	return nil
}

// kinds are those of owners for which the controller has no informer.
func kinds() meta.RESTMapper {
	mapper := meta.NewDefaultRESTMapper(nil)
	mapper.Add(rollout, meta.RESTScopeNamespace)
	job := schema.GroupVersionKind{Group: "batch", Version: "v1", Kind: "Job"}
	mapper.Add(job, meta.RESTScopeNamespace)
	for _, name := range []string{"DaemonSet", "ReplicaSet", "StatefulSet", "Deployment"} {
		kind := schema.GroupVersionKind{Group: "apps", Version: "v1", Kind: name}
		mapper.Add(kind, meta.RESTScopeNamespace)
	}
	return mapper
}

func discovery() *discoveryfake.FakeDiscovery {
	scale := metav1.APIResource{Group: "autoscaling", Version: "v1", Kind: "Scale"}
	withScale := func(names ...string) []metav1.APIResource {
		resources := []metav1.APIResource{}
		for _, name := range names {
			scale.Name = name + "/scale"
			resources = append(resources, scale)
		}
		return resources
	}
	ofApps := withScale("replicasets", "statefulsets", "deployments")
	resources := []*metav1.APIResourceList{
		{GroupVersion: "batch/v1"},
		{GroupVersion: "apps/v1", APIResources: ofApps},
		{GroupVersion: "argoproj.io/v1alpha1", APIResources: withScale(rollouts)},
	}
	return &discoveryfake.FakeDiscovery{Fake: &clienttesting.Fake{Resources: resources}}
}

// listPods answers the pods of the node that is asked about, in the order of the API server.
func (c *cluster) listPods(clienttesting.Action) (bool, runtime.Object, error) {
	list := &v1.PodList{}
	for _, object := range c.pods.List() {
		if pod := object.(*v1.Pod); pod.Spec.NodeName == c.listed {
			list.Items = append(list.Items, *pod)
		}
	}
	sort.Slice(list.Items, func(a, b int) bool {
		return keyOf(&list.Items[a]) < keyOf(&list.Items[b])
	})
	return true, list, nil
}

// countBudgets lets the controller work out every budget.
func (c *cluster) countBudgets() error {
	for _, key := range c.sortedBudgets() {
		if err := syncBudget(c.controller, c.ctx, key); err != nil {
			return err
		}
		if err := c.refresh(key); err != nil {
			return err
		}
	}
	return nil
}

func (c *cluster) sortedBudgets() []string {
	keys := c.budgets.ListKeys()
	slices.Sort(keys)
	return keys
}

// refresh brings a budget from the API server into the controller's store.
func (c *cluster) refresh(key string) error {
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return err
	}
	budgets := c.client.PolicyV1().PodDisruptionBudgets(namespace)
	budget, err := budgets.Get(c.ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	return c.budgets.Update(budget)
}

func (c *cluster) statuses() map[string]status {
	told := map[string]status{}
	for _, object := range c.budgets.List() {
		budget := object.(*policyv1.PodDisruptionBudget)
		told[keyOf(budget)] = budget.Status
	}
	return told
}

func (c *cluster) pod(key string) (*v1.Pod, error) {
	object, found, err := c.pods.GetByKey(key)
	if err == nil && !found {
		err = fmt.Errorf("no pod %s", key)
	}
	if err != nil {
		return nil, err
	}
	return object.(*v1.Pod), nil
}

// remove lets a pod end: it is there until end is called.
func (c *cluster) remove(pod *v1.Pod) error {
	c.ending = append(c.ending, pod)
	deleted, now := pod.DeepCopy(), metav1.Now()
	deleted.DeletionTimestamp = &now
	return c.pods.Update(deleted)
}

// end takes the pods away that were removed, and lets their owners create others. These have other
// names, but for those of a StatefulSet, and wait for a node.
func (c *cluster) end() {
	for _, gone := range c.ending {
		must(c.pods.Delete(gone))
		if !replaces(gone) {
			continue
		}
		pod := gone.DeepCopy()
		if metav1.GetControllerOf(pod).Kind != "StatefulSet" {
			pod.Name += "-again"
		}
		pod.UID = types.UID("again-" + string(gone.UID))
		pod.DeletionTimestamp, pod.Spec.NodeName = nil, ""
		pod.Status = v1.PodStatus{Phase: v1.PodPending, Conditions: gone.Status.Conditions}
		c.came[keyOf(gone)] = pod
		unready := pod.DeepCopy()
		unready.Status.Conditions = nil
		must(c.pods.Add(unready))
	}
	c.ending = nil
}

// place binds pods. One that came for another runs from then on, and is as ready as that one was.
func (c *cluster) place(nodes map[string]string) error {
	for key, node := range nodes {
		pod := c.came[key]
		if pod != nil {
			pod.Status.Phase = v1.PodRunning
		} else {
			waiting, err := c.pod(key)
			if err != nil {
				return err
			}
			pod = waiting.DeepCopy()
		}
		pod.Spec.NodeName = node
		must(c.pods.Update(pod))
	}
	return nil
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

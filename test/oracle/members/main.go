// Command members lists every member of the API objects that Plimsoll reads, as JSON paths such as
// spec.containers[].name: from the Go types of the pinned Kubernetes release.
package main

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	schedulerv1 "k8s.io/kube-scheduler/config/v1"
)

// written are types that are one value in JSON.
var written = []reflect.Type{
	reflect.TypeFor[resource.Quantity](),
	reflect.TypeFor[metav1.Time](),
	reflect.TypeFor[metav1.MicroTime](),
	reflect.TypeFor[metav1.Duration](),
	reflect.TypeFor[metav1.FieldsV1](),
	reflect.TypeFor[intstr.IntOrString](),
}

func main() {
	members := map[string][]string{
		"Pod":  membersOf(reflect.TypeFor[v1.Pod]()),
		"Node": membersOf(reflect.TypeFor[v1.Node]()),
		"KubeSchedulerConfiguration": membersOf(
			reflect.TypeFor[schedulerv1.KubeSchedulerConfiguration](),
		),
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(members); err != nil {
		panic(err)
	}
}

func membersOf(kind reflect.Type) []string {
	var found []string
	walk(kind, "", &found)
	slices.Sort(found)
	return slices.Compact(found)
}

// walk notes each leaf below a type; no type of these contains itself.
func walk(kind reflect.Type, path string, found *[]string) {
	switch {
	case kind.Kind() == reflect.Pointer:
		walk(kind.Elem(), path, found)
	case kind.Kind() == reflect.Struct && !slices.Contains(written, kind):
		for index := range kind.NumField() {
			field := kind.Field(index)
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			switch {
			case name == "-":
			case name == "":
				walk(field.Type, path, found)
			case path == "":
				walk(field.Type, name, found)
			default:
				walk(field.Type, path+"."+name, found)
			}
		}
	case kind.Kind() == reflect.Slice && kind.Elem().Kind() != reflect.Uint8:
		walk(kind.Elem(), path+"[]", found)
	default:
		*found = append(*found, path)
	}
}

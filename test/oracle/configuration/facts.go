package main

import (
	"encoding/json"
	"io"
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kubeletconfigv1beta1 "k8s.io/kubelet/config/v1beta1"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	kubeletscheme "k8s.io/kubernetes/pkg/kubelet/apis/config/scheme"
	defaults "k8s.io/kubernetes/pkg/kubelet/apis/config/v1beta1"
)

// facts is what a release knows of a configuration, read from its own types and registries.
type facts struct {
	Release string `json:"release"`
	// Fields are the members of a KubeletConfiguration by their path; [] stands for each element.
	Fields       map[string]fieldFact `json:"fields"`
	FeatureGates map[string]gateFact  `json:"featureGates"`
	Dependencies map[string][]string  `json:"dependencies,omitempty"`
	// Kinds are what is registered for each version of the kubelet's group.
	Kinds map[string][]string `json:"kinds"`
	// Paths are the members that the loader resolves against the file's directory.
	Paths []string `json:"paths"`
}

// fieldFact is the type of a member: what its JSON must be, and how Go's errors name it.
type fieldFact struct {
	Type string `json:"type"`
	// Go is the type as Go prints it, where that is not Type.
	Go string `json:"go,omitempty"`
	// Struct is the type whose member it is.
	Struct string `json:"struct"`
	// Via are the embedded types on the way, which Go's errors name as if they were members.
	Via string `json:"via,omitempty"`
	// Pointer says that only an absent member is defaulted; otherwise a zero value is as well.
	Pointer bool `json:"pointer,omitempty"`
	// Default is what an empty configuration is filled in with.
	Default any `json:"default,omitempty"`
}

func writeFacts(to io.Writer) error {
	found := facts{
		Release:      version(),
		Fields:       map[string]fieldFact{},
		FeatureGates: gateFacts(),
		Dependencies: dependencies(),
		Kinds:        map[string][]string{},
	}
	filled, err := defaulted()
	if err != nil {
		return err
	}
	of := reflect.TypeOf(kubeletconfigv1beta1.KubeletConfiguration{})
	fieldWalk{found.Fields, filled}.addFields("", of.Name(), "", of)
	scheme, _, err := kubeletscheme.NewSchemeAndCodecs()
	if err != nil {
		return err
	}
	for kind := range scheme.AllKnownTypes() {
		version := kind.GroupVersion().String()
		found.Kinds[version] = append(found.Kinds[version], kind.Kind)
	}
	found.Paths = resolvedPaths()
	encoder := json.NewEncoder(to)
	encoder.SetIndent("", " ")
	return encoder.Encode(found)
}

// resolvedPaths finds the texts of the configuration that the loader is given pointers to.
func resolvedPaths() []string {
	config := &kubeletconfig.KubeletConfiguration{}
	for _, path := range kubeletconfig.KubeletConfigurationPathRefs(config) {
		*path = "marked"
	}
	var paths []string
	var walk func(reflect.Value, string)
	walk = func(value reflect.Value, path string) {
		switch value.Kind() {
		case reflect.Struct:
			for i := range value.NumField() {
				walk(value.Field(i), path+"."+value.Type().Field(i).Name)
			}
		case reflect.String:
			if value.String() == "marked" {
				paths = append(paths, strings.TrimPrefix(path, "."))
			}
		}
	}
	walk(reflect.ValueOf(*config), "")
	return paths
}

// named are the types that read their own JSON.
var named = map[reflect.Type]string{
	reflect.TypeOf(metav1.Duration{}):        "duration",
	reflect.TypeOf(metav1.Time{}):            "time",
	reflect.TypeOf(resource.Quantity{}):      "quantity",
	reflect.TypeOf(resource.QuantityValue{}): "quantity",
}

// fieldWalk collects the members of a type and what they are defaulted to.
type fieldWalk struct {
	found    map[string]fieldFact
	defaults any
}

func (w fieldWalk) addFields(prefix, owner, via string, of reflect.Type) {
	for i := range of.NumField() {
		field := of.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "-" {
			continue
		}
		if name == "" && (field.Anonymous || strings.Contains(options, "inline")) {
			w.addFields(prefix, owner, via+field.Name+".", field.Type)
			continue
		}
		if name == "" {
			name = field.Name
		}
		w.addField(prefix+name, owner, via, field.Type)
	}
}

func (w fieldWalk) addField(path, owner, via string, of reflect.Type) {
	fact := fieldFact{Struct: owner, Via: strings.TrimSuffix(via, ".")}
	for of.Kind() == reflect.Pointer {
		of, fact.Pointer = of.Elem(), true
	}
	fact.Type = typeName(of)
	if printed := of.String(); printed != fact.Type {
		fact.Go = printed
	}
	switch fact.Type {
	case "object":
		w.addFields(path+".", of.Name(), "", of)
	case "list":
		w.addField(path+"[]", owner, "", of.Elem())
	case "map":
		w.addField(path+"{}", owner, "", of.Elem())
	}
	if fact.Type != "object" {
		fact.Default = w.defaultOf(path)
	}
	w.found[path] = fact
}

func (w fieldWalk) defaultOf(path string) any {
	value := w.defaults
	for _, name := range strings.Split(path, ".") {
		members, _ := value.(map[string]any)
		value = members[name]
	}
	return value
}

// defaulted is an empty configuration as the release fills it in.
func defaulted() (any, error) {
	config := kubeletconfigv1beta1.KubeletConfiguration{}
	defaults.SetDefaults_KubeletConfiguration(&config)
	text, err := json.Marshal(config)
	if err != nil {
		return nil, err
	}
	var members any
	return members, json.Unmarshal(text, &members)
}

func typeName(of reflect.Type) string {
	if name, found := named[of]; found {
		return name
	}
	if of.Name() == "TimeOrMetaDuration" {
		return "durationOrNanoseconds"
	}
	switch of.Kind() {
	case reflect.Struct:
		return "object"
	case reflect.Slice:
		return "list"
	case reflect.Map:
		return "map"
	default:
		return of.Kind().String()
	}
}

//go:build !before_1_37

package main

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/kubernetes/pkg/controller/disruption"
	"k8s.io/kubernetes/pkg/scheduler"
)

// kubernetesRelease is what go.mod pins.
const kubernetesRelease = "1.37.2"

func newInformers(client kubernetes.Interface) informers.SharedInformerFactory {
	return scheduler.NewInformerFactory(client, 0, nil)
}

func runsDisruptions(disruptions *disruption.DisruptionController) func(context.Context) {
	return func(ctx context.Context) { disruptions.Run(ctx, 1) }
}

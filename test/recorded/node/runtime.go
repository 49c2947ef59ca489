package main

import (
	"context"
	"net"
	"net/http"
	"os"
	"sync"

	"google.golang.org/grpc"
	cri "k8s.io/cri-api/pkg/apis/runtime/v1"
)

const (
	socket       = "/run/runtime.sock"
	beginAddress = "0.0.0.0:8080"
)

// runtime is a container runtime without images' contents, namespaces and networks.
type runtime struct {
	cri.UnimplementedRuntimeServiceServer
	journal *journal

	sync.Mutex
	sandboxes  map[string]*sandbox
	containers map[string]*container
}

func serveRuntime([]string) error {
	if err := os.MkdirAll(writableDirectory, 0o755); err != nil {
		return err
	}
	journal := newJournal()
	service := &runtime{
		journal:    journal,
		sandboxes:  map[string]*sandbox{},
		containers: map[string]*container{},
	}
	go func() {
		// Without it the loads never leave the start of their schedules, which the host notices.
		_ = http.ListenAndServe(beginAddress, http.HandlerFunc(begin))
	}()
	listener, err := net.Listen("unix", socket)
	if err != nil {
		return err
	}
	server := grpc.NewServer()
	cri.RegisterRuntimeServiceServer(server, service)
	cri.RegisterImageServiceServer(server, images{journal: journal})
	return server.Serve(listener)
}

func (*runtime) Version(context.Context, *cri.VersionRequest) (*cri.VersionResponse, error) {
	return &cri.VersionResponse{
		Version:           "0.1.0",
		RuntimeName:       "recorded",
		RuntimeVersion:    "0.1.0",
		RuntimeApiVersion: "v1",
	}, nil
}

func (*runtime) Status(context.Context, *cri.StatusRequest) (*cri.StatusResponse, error) {
	return &cri.StatusResponse{Status: &cri.RuntimeStatus{Conditions: []*cri.RuntimeCondition{
		{Type: cri.RuntimeReady, Status: true},
		{Type: cri.NetworkReady, Status: true},
	}}}, nil
}

func (*runtime) RuntimeConfig(
	context.Context, *cri.RuntimeConfigRequest,
) (*cri.RuntimeConfigResponse, error) {
	linux := &cri.LinuxRuntimeConfiguration{CgroupDriver: cri.CgroupDriver_CGROUPFS}
	return &cri.RuntimeConfigResponse{Linux: linux}, nil
}

func (*runtime) UpdateRuntimeConfig(
	context.Context, *cri.UpdateRuntimeConfigRequest,
) (*cri.UpdateRuntimeConfigResponse, error) {
	return &cri.UpdateRuntimeConfigResponse{}, nil
}

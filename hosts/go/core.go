package plimsoll

import (
	"context"
	_ "embed" // The module.
	"fmt"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/experimental"
)

// module is plimsoll.wasm, which `npm run build` copies here.
//
//go:embed plimsoll.wasm
var module []byte

// Core is the compiled policy. It may be used by many goroutines at once.
type Core struct {
	runtime  wazero.Runtime
	compiled wazero.CompiledModule
}

// Load compiles the policy, which takes some 50 ms; a process does it once.
func Load(ctx context.Context) (*Core, error) {
	runtime := wazero.NewRuntime(ctx)
	compiled, err := runtime.CompileModule(ctx, module)
	if err != nil {
		_ = runtime.Close(ctx)
		return nil, fmt.Errorf("plimsoll: the embedded module does not compile: %w", err)
	}
	return &Core{runtime: runtime, compiled: compiled}, nil
}

// New returns an engine for one node under a KubeletConfiguration in JSON; `{}` has the kubelet's
// defaults. An engine takes 62 MiB of address space and some 1.3 MiB of memory until it is closed.
// A configuration that a kubelet would not start with is a *Refused that lists every reason.
func (c *Core) New(ctx context.Context, configuration []byte, options Options) (*Engine, error) {
	instance, err := c.instantiate(ctx)
	if err != nil {
		return nil, err
	}
	engine := &Engine{instance: instance}
	if err := engine.Configure(configuration, options); err != nil {
		_ = engine.Close()
		return nil, err
	}
	return engine, nil
}

func (c *Core) instantiate(ctx context.Context) (*instance, error) {
	// A name would allow one instance only.
	config := wazero.NewModuleConfig().WithName("").WithStartFunctions()
	ctx = experimental.WithMemoryAllocator(ctx, allocator)
	created, err := c.runtime.InstantiateModule(ctx, c.compiled, config)
	if err != nil {
		return nil, fmt.Errorf("plimsoll: the module cannot be instantiated: %w", err)
	}
	return newInstance(created)
}

// Close frees the compiled policy and all of its engines.
func (c *Core) Close() error {
	return c.runtime.Close(context.Background())
}

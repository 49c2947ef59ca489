package plimsoll

import (
	"context"
	_ "embed" // The module.
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/experimental"
)

// module is plimsoll-eviction.wasm, which `npm run build` copies here.
//
//go:embed plimsoll-eviction.wasm
var module []byte

// Core is the compiled policy. It may be used by many goroutines at once.
type Core struct {
	runtime  wazero.Runtime
	compiled wazero.CompiledModule

	mutex sync.Mutex
	// open are the instances that are not closed; nil when the core is.
	open map[*instance]struct{}
}

// Load compiles the policy, which takes some 50 ms; a process does it once.
func Load(ctx context.Context) (*Core, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	runtime := wazero.NewRuntime(ctx)
	compiled, err := runtime.CompileModule(ctx, module)
	if err != nil {
		_ = runtime.Close(ctx)
		return nil, fmt.Errorf("plimsoll: the embedded module does not compile: %w", err)
	}
	return &Core{runtime: runtime, compiled: compiled, open: map[*instance]struct{}{}}, nil
}

// New returns an engine for one node under a KubeletConfiguration in JSON; `{}` has the kubelet's
// defaults. An engine takes 70 MiB of address space and some 1.3 MiB of memory until it is closed.
// A configuration that a kubelet would not start with is a *Refused that lists every reason.
func (c *Core) New(ctx context.Context, configuration []byte, options Options) (*Engine, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
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
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.open == nil {
		return nil, ErrClosed
	}
	created, err := c.runtime.InstantiateModule(ctx, c.compiled, config)
	if err != nil {
		return nil, fmt.Errorf("plimsoll: the module cannot be instantiated: %w", err)
	}
	made, err := newInstance(c, created)
	if err != nil {
		return nil, errors.Join(err, created.Close(ctx))
	}
	c.open[made] = struct{}{}
	return made, nil
}

func (c *Core) forget(closed *instance) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	delete(c.open, closed)
}

// Close frees the compiled policy and all of its engines. It is ErrInUse while one of them is in
// use; that one and the core stay open then, and Close may be called again.
func (c *Core) Close() error {
	c.mutex.Lock()
	isClosed, open := c.open == nil, slices.Collect(maps.Keys(c.open))
	c.mutex.Unlock()
	if isClosed {
		return nil
	}
	var failed error
	for _, each := range open {
		failed = errors.Join(failed, each.close())
	}
	if failed != nil {
		return failed
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if len(c.open) > 0 {
		return ErrInUse // One was made meanwhile.
	}
	c.open = nil
	return c.runtime.Close(context.Background())
}

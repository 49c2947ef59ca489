package plimsoll

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
)

// Fleet is many nodes on few engines. Between its turns a node is its state and its frozen pod
// list, some 160 KB at 110 pods. All nodes belong to one owner: an engine serves one after the
// other without being erased. A Fleet may be used by many goroutines at once.
type Fleet struct {
	core          *Core
	configuration []byte
	// noPods is a frozen list without pods.
	noPods []byte
	idle   chan *Engine
	size   int
	close  sync.Once

	mutex sync.Mutex
	nodes map[string]*fleetNode
}

type fleetNode struct {
	// mutex is held during a turn of the node.
	mutex         sync.Mutex
	configuration []byte
	state, pods   []byte
}

// Fleet returns a fleet without nodes on the given number of engines, which is how many nodes may
// have their turn at the same time.
func (c *Core) Fleet(
	ctx context.Context, engines int, configuration []byte, options Options,
) (*Fleet, error) {
	if engines < 1 {
		return nil, fmt.Errorf("plimsoll: a fleet on %d engines; give at least one", engines)
	}
	fleet := &Fleet{
		core: c, size: engines, idle: make(chan *Engine, engines), nodes: map[string]*fleetNode{},
	}
	for range engines {
		engine, err := c.New(ctx, configuration, options)
		if err != nil {
			return nil, errors.Join(err, fleet.closeIdle())
		}
		fleet.configuration = engine.configuration
		fleet.idle <- engine
	}
	engine := <-fleet.idle
	var err error
	fleet.noPods, err = engine.Freeze()
	fleet.idle <- engine
	if err != nil {
		return nil, errors.Join(err, fleet.closeIdle())
	}
	return fleet, nil
}

// Do gives a node its turn: it calls turn with an engine in the state where this node's last turn
// ended. A node that is not known begins without pods, under the configuration of the fleet;
// Engine.Configure gives it another one permanently. The engine, and the steps it took, are the
// node's until turn returns. What the verbs changed is kept also when turn returns an error.
//
// A turn that panics changes nothing. A turn must not call Do, which would wait for itself when it
// asks for the same node, or for an engine when all of them are taken.
func (f *Fleet) Do(node string, turn func(engine *Engine) error) error {
	known := f.node(node)
	known.mutex.Lock()
	defer known.mutex.Unlock()
	engine, isOpen := <-f.idle
	if !isOpen {
		return ErrClosed
	}
	lent := engine.lend()
	defer func() {
		engine.takeBack(lent)
		f.idle <- f.renewed(engine)
	}()
	if err := known.enter(lent); err != nil {
		return err
	}
	return errors.Join(turn(lent), known.leave(lent))
}

// Forget drops a node; its next turn is the first one again.
func (f *Fleet) Forget(node string) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	delete(f.nodes, node)
}

// Close frees the engines, after the turns that are being taken.
func (f *Fleet) Close() error {
	var failed error
	f.close.Do(func() {
		for range f.size {
			failed = errors.Join(failed, (<-f.idle).Close())
		}
		close(f.idle)
	})
	return failed
}

func (f *Fleet) closeIdle() error {
	var failed error
	for len(f.idle) > 0 {
		failed = errors.Join(failed, (<-f.idle).Close())
	}
	return failed
}

func (f *Fleet) node(name string) *fleetNode {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	known, isKnown := f.nodes[name]
	if !isKnown {
		known = &fleetNode{configuration: f.configuration, pods: f.noPods}
		f.nodes[name] = known
	}
	return known
}

// lend returns an engine on the same instance for one turn. Anyone who keeps it, or a step of it,
// gets errors after the turn, and not the answers of another node.
func (e *Engine) lend() *Engine {
	return &Engine{
		instance: e.instance, isLent: true, policy: e.policy, configuration: e.configuration,
	}
}

// takeBack ends the turn, after a verb that another goroutine of it may still be running.
func (e *Engine) takeBack(lent *Engine) {
	e.instance.running.Lock()
	defer e.instance.running.Unlock()
	lent.isOver = true
	e.policy, e.configuration = lent.policy, lent.configuration
}

// renewed returns the engine, or another one when it has failed.
func (f *Fleet) renewed(engine *Engine) *Engine {
	if engine.instance.trapped == nil {
		return engine
	}
	another, err := f.core.New(context.Background(), f.configuration, Options{})
	if err != nil {
		return engine // Which says in every turn why it failed.
	}
	_ = engine.Close()
	return another
}

// enter restores the state in which the node's last turn ended.
func (n *fleetNode) enter(engine *Engine) error {
	if err := engine.begin(); err != nil {
		return err
	}
	defer engine.end()
	if n.state == nil || !bytes.Equal(engine.configuration, n.configuration) {
		if err := engine.configureWith(n.configuration); err != nil {
			return err
		}
	}
	if err := engine.change(thaw, n.pods); err != nil {
		return err
	}
	if n.state == nil {
		return nil
	}
	return engine.change(restore, n.state)
}

// leave stores the result of the turn, all of it or nothing.
func (n *fleetNode) leave(engine *Engine) error {
	state, err := engine.Save()
	if err != nil {
		return err
	}
	pods := n.pods
	if engine.podsTouched {
		if pods, err = engine.Freeze(); err != nil {
			return err
		}
	}
	n.configuration, n.state, n.pods = engine.configuration, state, pods
	return nil
}

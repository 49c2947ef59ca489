package main

import (
	"context"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// wazeroInstance runs in wazero, which is written in Go: a compiler and an interpreter of its own.
type wazeroInstance struct {
	context context.Context
	module  api.Module
}

func newWazero(module []byte) (instance, error) {
	return newWazeroWith(module, wazero.NewRuntimeConfigCompiler())
}

func newWazeroInterpreter(module []byte) (instance, error) {
	return newWazeroWith(module, wazero.NewRuntimeConfigInterpreter())
}

func newWazeroWith(module []byte, config wazero.RuntimeConfig) (instance, error) {
	background := context.Background()
	created, err := wazero.NewRuntimeWithConfig(background, config).Instantiate(background, module)
	if err != nil {
		return nil, err
	}
	return &wazeroInstance{context: background, module: created}, nil
}

func (w *wazeroInstance) memory() []byte {
	bytes, _ := w.module.Memory().Read(0, w.module.Memory().Size())
	return bytes
}

func (w *wazeroInstance) call(name string, arguments ...uint64) (uint64, error) {
	results, err := w.module.ExportedFunction(name).Call(w.context, arguments...)
	if err != nil {
		return 0, err
	}
	return results[0], nil
}

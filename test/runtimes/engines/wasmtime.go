//go:build cgo

package main

import "github.com/bytecodealliance/wasmtime-go/v39"

// wasmtimeInstance runs in wasmtime, whose compiler is Cranelift.
type wasmtimeInstance struct {
	store    *wasmtime.Store
	instance *wasmtime.Instance
}

func newWasmtime(module []byte) (instance, error) {
	engine := wasmtime.NewEngine()
	store := wasmtime.NewStore(engine)
	compiled, err := wasmtime.NewModule(engine, module)
	if err != nil {
		return nil, err
	}
	created, err := wasmtime.NewInstance(store, compiled, nil)
	if err != nil {
		return nil, err
	}
	return &wasmtimeInstance{store: store, instance: created}, nil
}

func (w *wasmtimeInstance) memory() []byte {
	return w.instance.GetExport(w.store, "memory").Memory().UnsafeData(w.store)
}

// call passes times, which are 64 bits wide, as such.
func (w *wasmtimeInstance) call(name string, arguments ...uint64) (uint64, error) {
	function := w.instance.GetFunc(w.store, name)
	values := make([]any, len(arguments))
	for i, parameter := range function.Type(w.store).Params() {
		if parameter.Kind() == wasmtime.KindI64 {
			values[i] = int64(arguments[i])
		} else {
			values[i] = int32(arguments[i])
		}
	}
	result, err := function.Call(w.store, values...)
	if err != nil {
		return 0, err
	}
	return uint64(uint32(result.(int32))), nil
}

func init() {
	engines["wasmtime"] = newWasmtime
}

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

// call passes the second argument, the time of observe, as 64 bits wide.
func (w *wasmtimeInstance) call(name string, arguments ...uint64) (uint64, error) {
	values := make([]any, len(arguments))
	for i, argument := range arguments {
		if i == 0 {
			values[i] = int32(argument)
		} else {
			values[i] = int64(argument)
		}
	}
	result, err := w.instance.GetFunc(w.store, name).Call(w.store, values...)
	if err != nil {
		return 0, err
	}
	return uint64(uint32(result.(int32))), nil
}

func init() {
	engines["wasmtime"] = newWasmtime
}

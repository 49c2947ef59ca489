package plimsoll

import "github.com/tetratelabs/wazero/experimental"

// allocator gives instances memory of the operating system. Memory of Go's heap would be zeroed,
// all 70 MiB of it, as soon as the garbage collector reuses it for another instance, and would
// count against GOMEMLIMIT; pages of the operating system are zero when they are first touched,
// and an instance touches about 1.3 MiB.
var allocator = experimental.MemoryAllocatorFunc(func(_, most uint64) experimental.LinearMemory {
	bytes, free := reserve(most)
	return &linearMemory{bytes: bytes, free: free}
})

// linearMemory is the memory of one instance: it is reserved whole, so it never moves.
type linearMemory struct {
	bytes []byte
	free  func()
}

func (m *linearMemory) Reallocate(size uint64) []byte {
	if size > uint64(len(m.bytes)) {
		return nil
	}
	return m.bytes[:size]
}

func (m *linearMemory) Free() {
	m.bytes = nil
	m.free()
}

// reserveOnHeap is for platforms without mapped memory.
func reserveOnHeap(size uint64) (bytes []byte, free func()) {
	return make([]byte, size), func() {}
}

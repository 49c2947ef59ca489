//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package plimsoll

func reserve(size uint64) (bytes []byte, free func()) {
	return reserveOnHeap(size)
}

//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package plimsoll

import "syscall"

func reserve(size uint64) (bytes []byte, free func()) {
	const access = syscall.PROT_READ | syscall.PROT_WRITE
	const flags = syscall.MAP_ANON | syscall.MAP_PRIVATE
	mapped, err := syscall.Mmap(-1, 0, int(size), access, flags)
	if err != nil {
		return reserveOnHeap(size)
	}
	return mapped, func() { _ = syscall.Munmap(mapped) }
}

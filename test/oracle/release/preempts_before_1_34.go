//go:build before_1_34

package release

const PreemptsAllocated = false

//go:build !before_1_34

package release

// PreemptsAllocated says that preemption reads what is allocated to pods, not what they ask for.
const PreemptsAllocated = true

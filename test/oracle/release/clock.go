//go:build !before_1_23

package release

import (
	"time"

	clocktesting "k8s.io/utils/clock/testing"
)

// Clock only moves when it is set.
type Clock = clocktesting.FakeClock

// NewClock starts at the epoch.
func NewClock() *Clock {
	return clocktesting.NewFakeClock(time.Unix(0, 0))
}

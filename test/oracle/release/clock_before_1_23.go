//go:build before_1_23

package release

import (
	"time"

	"k8s.io/apimachinery/pkg/util/clock"
)

type Clock = clock.FakeClock

func NewClock() *Clock {
	return clock.NewFakeClock(time.Unix(0, 0))
}

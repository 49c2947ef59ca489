/** What files of each format begin with, for the tests of whatever recognizes them. */

/** A line as a kubelet writes it. */
export const KLOG =
  "I0617 16:18:42.080925   38147 eviction_manager.go:381] " +
  '"Eviction manager: attempting to reclaim" resourceName="ephemeral-storage"\n';

/** The same line in a journal. */
export const OF_KUBELET = `Jun 17 16:18:42 homelab-1 k3s[38147]: ${KLOG}`;

export const OF_KERNEL = "Jun 17 16:18:40 homelab-1 kernel: eth0: link becomes ready\n";

/** What kubectl prints of itself has the form of a kubelet's lines. */
export const OF_KUBECTL =
  "E1123 07:04:05.219264   20154 memcache.go:265] couldn't get current server API group list\n";

/** Events, as `kubectl get` prints them for people. */
export const EVENTS_TABLE =
  "NAMESPACE  LAST SEEN  TYPE     REASON   OBJECT      MESSAGE\n" +
  "shop       14m        Warning  Evicted  pod/cart-0  The node was low on resource: memory.\n";

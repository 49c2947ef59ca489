/*
 * The kubelet's node-pressure eviction policy in C: plimsoll-eviction.wasm, translated by wasm2c.
 *
 * A host to copy. docs/reference/embedding.md has the reasons: reclaim is a callback, a missed step is a
 * separate function, and a refusal has a reason.
 *
 * Verbs return a number from 0 up, or a negative status; plimsoll_error then has the reason, and
 * nothing has changed. Documents are the JSON that Kubernetes serves. The runtime of wasm2c 1.0
 * keeps its traps in one variable of the process: use all engines from one thread, or under a lock.
 */
#ifndef PLIMSOLL_HOST_H
#define PLIMSOLL_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* One node: a configuration, a pod list and the state between steps. */
typedef struct plimsoll plimsoll;

/* Bytes of the module's memory are valid until the next verb. */
typedef struct {
  const char *bytes;
  size_t size;
} plimsoll_text;

/* What a step asks of its host. Save the state before acting on it. */
enum { PLIMSOLL_NONE = 0, PLIMSOLL_EVICT_POD = 2, PLIMSOLL_EVICT_PODS = 3 };

/* Statuses of this host; those of the module are in assembly/README.md. */
enum {
  /* The module stopped, which no document may cause: free the engine, restore its last saved state
   * in another one, and report the document. */
  PLIMSOLL_STOPPED = -1001,
  /* A time that 64 bits of nanoseconds since 1970 cannot hold: before 1677 or after 2262. */
  PLIMSOLL_TIME = -1002,
  /* A verb was called by the reclaim of the same engine. */
  PLIMSOLL_IN_USE = -1003
};

/*
 * Runs the node-level reclaim functions that the decision names under "reclaim", in order, and sets
 * the stats Summary taken afterwards, which must stay valid until plimsoll_observe returns; answers
 * false when none could be read. It must not call the engine. NULL reclaims nothing.
 */
typedef bool plimsoll_reclaim(void *context, plimsoll_text decision, plimsoll_text *summary);

/* NULL when there is no memory, or when the module has another version. */
plimsoll *plimsoll_new(void);
void plimsoll_free(plimsoll *engine);

/* A KubeletConfiguration; "{}" has the defaults. Begins a fresh state, keeps the pod list. */
int32_t plimsoll_configure(plimsoll *engine, plimsoll_text configuration);
/* A v1 PodList with the pods of this node; answers their number. */
int32_t plimsoll_pods(plimsoll *engine, plimsoll_text pod_list);
/* One step on a stats Summary; answers what it asks of its host. */
int32_t plimsoll_observe(plimsoll *engine, plimsoll_text summary, struct timespec now,
                         plimsoll_reclaim *reclaim, void *context);
/* A step without a Summary: nothing is decided, grace periods and conditions stay. */
int32_t plimsoll_missed(plimsoll *engine, struct timespec now);
/* A v1 Pod; answers 1 when the node would take it now, else 0. */
int32_t plimsoll_admit(plimsoll *engine, plimsoll_text pod);

/* These answer the size of what they wrote, and set it. */

/* The JSON about the last verb that was not refused; detail 0, 1 or 2. */
int32_t plimsoll_report(plimsoll *engine, int32_t detail, plimsoll_text *answer);
/* The last decision about one pod or signal: {"uid": …}, {"namespace": …, "name": …}. */
int32_t plimsoll_explain(plimsoll *engine, plimsoll_text query, plimsoll_text *answer);
/* The state between steps, opaque. */
int32_t plimsoll_save(plimsoll *engine, plimsoll_text *state);
/* The decoded pod list, opaque; plimsoll_thaw takes it faster than plimsoll_pods. */
int32_t plimsoll_freeze(plimsoll *engine, plimsoll_text *pods);

int32_t plimsoll_restore(plimsoll *engine, plimsoll_text state);
int32_t plimsoll_thaw(plimsoll *engine, plimsoll_text pods);

/* Why the last verb was refused: schemas/error-1.schema.json; empty for a status of this host. */
plimsoll_text plimsoll_error(const plimsoll *engine);

#endif

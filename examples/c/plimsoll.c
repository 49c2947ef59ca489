#include "plimsoll.h"

#include <stdlib.h>
#include <string.h>

#include "policy.h"
#include "wasm-rt-impl.h"

#define NANOSECONDS INT64_C(1000000000)

enum { ABI_VERSION = 2, NO_SUMMARY = -1, PART_PODS = 0, RECLAIM = 1 };

struct plimsoll {
  Z_plimsoll_instance_t module;
  uint8_t *memory;
  uint32_t input, capacity, output;
  /* A verb or a reclaim is running. */
  bool is_running;
  bool is_stopped;
  plimsoll_text error;
};

enum verb { CONFIGURE, PODS, OBSERVE, RECLAIMED, ADMIT, REPORT, EXPLAIN, SAVE, RESTORE, FREEZE, THAW };

static uint32_t invoke(Z_plimsoll_instance_t *module, enum verb verb, uint32_t size, int64_t now) {
  switch (verb) {
    case CONFIGURE: return Z_plimsollZ_configure(module, size);
    case PODS: return Z_plimsollZ_pods(module, size);
    case OBSERVE: return Z_plimsollZ_observe(module, size, (uint64_t)now);
    case RECLAIMED: return Z_plimsollZ_reclaimed(module, size);
    case ADMIT: return Z_plimsollZ_admit(module, size);
    case REPORT: return Z_plimsollZ_report(module, size);
    case EXPLAIN: return Z_plimsollZ_explain(module, size);
    case SAVE: return Z_plimsollZ_save(module);
    case RESTORE: return Z_plimsollZ_restore(module, size);
    case FREEZE: return Z_plimsollZ_freeze(module, size);
    case THAW: return Z_plimsollZ_thaw(module, size);
  }
  return 0;
}

static plimsoll_text written(const plimsoll *engine, int32_t size) {
  return (plimsoll_text){(const char *)engine->memory + engine->output, (size_t)size};
}

/* Calls a verb with the size of what is in the input region, or with another number. */
static int32_t call_size(plimsoll *engine, enum verb verb, int32_t size, int64_t now) {
  engine->error = (plimsoll_text){NULL, 0};
  if (engine->is_stopped) return PLIMSOLL_STOPPED;
  /* A trap comes back here, and only here: nothing between must need undoing. */
  if (wasm_rt_impl_try() != 0) {
    engine->is_stopped = true;
    return PLIMSOLL_STOPPED;
  }
  int32_t answer = (int32_t)invoke(&engine->module, verb, (uint32_t)size, now);
  if (answer < 0) {
    /* The module tells of a refusal once. */
    int32_t told = (int32_t)invoke(&engine->module, REPORT, 0, 0);
    if (told >= 0) engine->error = written(engine, told);
  }
  return answer;
}

/* One that does not fit is not copied: the verb refuses its size. */
static int32_t call(plimsoll *engine, enum verb verb, plimsoll_text document, int64_t now) {
  if (document.size > 0 && document.size <= engine->capacity)
    memcpy(engine->memory + engine->input, document.bytes, document.size);
  int32_t size = document.size > INT32_MAX ? INT32_MAX : (int32_t)document.size;
  return call_size(engine, verb, size, now);
}

static int32_t pass(plimsoll *engine, enum verb verb, plimsoll_text document) {
  if (engine->is_running) return PLIMSOLL_IN_USE;
  return call(engine, verb, document, 0);
}

static int32_t ask(plimsoll *engine, enum verb verb, int32_t argument, plimsoll_text *answer) {
  if (engine->is_running) return PLIMSOLL_IN_USE;
  int32_t size = call_size(engine, verb, argument, 0);
  if (size >= 0) *answer = written(engine, size);
  return size;
}

static bool start(plimsoll *engine) {
  static bool is_ready = false;
  if (!is_ready) {
    wasm_rt_init();
    Z_plimsoll_init_module();
    is_ready = true;
  }
  if (wasm_rt_impl_try() != 0) return false;
  Z_plimsoll_instantiate(&engine->module);
  /* The memory never grows: it stays where it is. */
  engine->memory = Z_plimsollZ_memory(&engine->module)->data;
  engine->input = Z_plimsollZ_inputOffset(&engine->module);
  engine->capacity = Z_plimsollZ_inputCapacity(&engine->module);
  engine->output = Z_plimsollZ_outputOffset(&engine->module);
  return engine->memory != NULL && Z_plimsollZ_abiVersion(&engine->module) == ABI_VERSION;
}

plimsoll *plimsoll_new(void) {
  plimsoll *engine = calloc(1, sizeof *engine);
  if (engine == NULL || start(engine)) return engine;
  plimsoll_free(engine);
  return NULL;
}

void plimsoll_free(plimsoll *engine) {
  if (engine == NULL) return;
  Z_plimsoll_free(&engine->module);
  free(engine);
}

int32_t plimsoll_configure(plimsoll *engine, plimsoll_text configuration) {
  return pass(engine, CONFIGURE, configuration);
}

int32_t plimsoll_pods(plimsoll *engine, plimsoll_text pod_list) {
  return pass(engine, PODS, pod_list);
}

int32_t plimsoll_admit(plimsoll *engine, plimsoll_text pod) {
  return pass(engine, ADMIT, pod);
}

int32_t plimsoll_restore(plimsoll *engine, plimsoll_text state) {
  return pass(engine, RESTORE, state);
}

int32_t plimsoll_thaw(plimsoll *engine, plimsoll_text pods) {
  return pass(engine, THAW, pods);
}

static bool nanoseconds(struct timespec time, int64_t *now) {
  return !__builtin_mul_overflow((int64_t)time.tv_sec, NANOSECONDS, now) &&
         !__builtin_add_overflow(*now, (int64_t)time.tv_nsec, now);
}

static int32_t reclaim_with(plimsoll *engine, plimsoll_reclaim *reclaim, void *context) {
  int32_t size = call_size(engine, REPORT, 0, 0);
  if (size < 0) return size;
  plimsoll_text summary = {NULL, 0};
  if (reclaim == NULL || !reclaim(context, written(engine, size), &summary))
    return call_size(engine, RECLAIMED, NO_SUMMARY, 0);
  return call(engine, RECLAIMED, summary, 0);
}

int32_t plimsoll_observe(plimsoll *engine, plimsoll_text summary, struct timespec time,
                         plimsoll_reclaim *reclaim, void *context) {
  int64_t now;
  if (engine->is_running) return PLIMSOLL_IN_USE;
  if (!nanoseconds(time, &now)) return PLIMSOLL_TIME;
  int32_t action = call(engine, OBSERVE, summary, now);
  if (action != RECLAIM) return action;
  engine->is_running = true;
  action = reclaim_with(engine, reclaim, context);
  engine->is_running = false;
  return action;
}

int32_t plimsoll_missed(plimsoll *engine, struct timespec time) {
  int64_t now;
  if (engine->is_running) return PLIMSOLL_IN_USE;
  if (!nanoseconds(time, &now)) return PLIMSOLL_TIME;
  return call_size(engine, OBSERVE, NO_SUMMARY, now);
}

int32_t plimsoll_report(plimsoll *engine, int32_t detail, plimsoll_text *answer) {
  return ask(engine, REPORT, detail, answer);
}

int32_t plimsoll_explain(plimsoll *engine, plimsoll_text query, plimsoll_text *answer) {
  int32_t size = pass(engine, EXPLAIN, query);
  if (size >= 0) *answer = written(engine, size);
  return size;
}

int32_t plimsoll_save(plimsoll *engine, plimsoll_text *state) {
  return ask(engine, SAVE, 0, state);
}

int32_t plimsoll_freeze(plimsoll *engine, plimsoll_text *pods) {
  return ask(engine, FREEZE, PART_PODS, pods);
}

plimsoll_text plimsoll_error(const plimsoll *engine) {
  return engine->error;
}

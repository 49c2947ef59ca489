/*
 * Plays a tape on the module translated to C by wasm2c, and prints every answer on a line of its
 * own. test/runtimes/tape.ts says what a tape looks like.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "plimsoll.h"

static const char TITLE[] = "plimsoll tape 1\n";
enum { CONFIGURE, PODS, OBSERVE, RECLAIMED, ADMIT, REPORT };

static Z_plimsoll_instance_t core;

static int32_t read_i32(const uint8_t *at) {
  return (int32_t)((uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 |
                   (uint32_t)at[3] << 24);
}

static void fail(const char *sentence) {
  fprintf(stderr, "%s\n", sentence);
  exit(1);
}

static uint32_t call(uint8_t verb, uint32_t argument, uint64_t now) {
  switch (verb) {
    case CONFIGURE: return Z_plimsollZ_configure(&core, argument);
    case PODS: return Z_plimsollZ_pods(&core, argument);
    case OBSERVE: return Z_plimsollZ_observe(&core, argument, now);
    case RECLAIMED: return Z_plimsollZ_reclaimed(&core, argument);
    case ADMIT: return Z_plimsollZ_admit(&core, argument);
    case REPORT: return Z_plimsollZ_report(&core, argument);
    default: fail("The tape has an unknown verb."); return 0;
  }
}

static void print_answer(const uint8_t *memory, uint32_t size) {
  fwrite(memory + Z_plimsollZ_outputOffset(&core), 1, size, stdout);
  putchar('\n');
}

int main(int count, char **words) {
  FILE *tape = count == 2 ? fopen(words[1], "rb") : NULL;
  uint8_t head[20], entry[13];
  if (tape == NULL) fail("Name the tape.");
  if (fread(head, 1, sizeof head, tape) != sizeof head || memcmp(head, TITLE, sizeof TITLE - 1))
    fail("This is no tape of this version.");
  wasm_rt_init();
  Z_plimsoll_init_module();
  Z_plimsoll_instantiate(&core);
  uint8_t *memory = Z_plimsollZ_memory(&core)->data;
  uint8_t *input = memory + Z_plimsollZ_inputOffset(&core);
  while (fread(entry, 1, sizeof entry, tape) == sizeof entry) {
    int32_t argument = read_i32(entry + 1);
    uint64_t now = (uint64_t)(uint32_t)read_i32(entry + 5) |
                   (uint64_t)(uint32_t)read_i32(entry + 9) << 32;
    size_t size = entry[0] == REPORT || argument < 0 ? 0 : (size_t)argument;
    if (fread(input, 1, size, tape) != size) fail("The tape is cut off.");
    uint32_t returned = call(entry[0], (uint32_t)argument, now);
    if (entry[0] == REPORT) print_answer(memory, returned);
  }
  return ferror(stdout) || fflush(stdout) ? 1 : 0;
}

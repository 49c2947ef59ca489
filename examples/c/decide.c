/*
 * Takes a step on each Summary, and prints each decision on a line of its own:
 *
 *     decide config.json pods.json summary.json…
 */
#include <stdio.h>
#include <stdlib.h>

#include "plimsoll.h"

enum { DOCUMENT_BYTES_MAX = 20 << 20 };

static plimsoll_text read_document(const char *path) {
  /* One byte more than a document may have: the engine refuses it. */
  char *bytes = malloc(DOCUMENT_BYTES_MAX + 1);
  FILE *file = fopen(path, "rb");
  if (bytes == NULL || file == NULL) {
    perror(path);
    exit(3);
  }
  size_t size = fread(bytes, 1, DOCUMENT_BYTES_MAX + 1, file);
  if (ferror(file)) {
    perror(path);
    exit(3);
  }
  fclose(file);
  return (plimsoll_text){bytes, size};
}

static void release(plimsoll_text document) {
  free((void *)document.bytes);
}

/* Ends the program when the engine has refused a document. */
static int32_t check(plimsoll *engine, const char *path, int32_t answer) {
  if (answer >= 0) return answer;
  plimsoll_text error = plimsoll_error(engine);
  fprintf(stderr, "%s: status %d %.*s\n", path, answer, (int)error.size, error.bytes);
  exit(3);
}

/* A host that can remove images would do so here, and take another Summary. */
static bool reclaim(void *context, plimsoll_text decision, plimsoll_text *summary) {
  (void)decision;
  *summary = *(plimsoll_text *)context;
  return true;
}

int main(int count, char **words) {
  if (count < 4) {
    fprintf(stderr, "usage: decide config.json pods.json summary.json...\n");
    return 2;
  }
  plimsoll *engine = plimsoll_new();
  if (engine == NULL) {
    fprintf(stderr, "plimsoll-eviction.wasm has another version, or there is no memory for it.\n");
    return 4;
  }
  plimsoll_text config = read_document(words[1]), pods = read_document(words[2]);
  check(engine, words[1], plimsoll_configure(engine, config));
  check(engine, words[2], plimsoll_pods(engine, pods));
  release(config);
  release(pods);
  for (int each = 3; each < count; each++) {
    plimsoll_text summary = read_document(words[each]), decision = {NULL, 0};
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    check(engine, words[each], plimsoll_observe(engine, summary, now, reclaim, &summary));
    check(engine, words[each], plimsoll_report(engine, 0, &decision));
    printf("%.*s\n", (int)decision.size, decision.bytes);
    release(summary);
  }
  plimsoll_free(engine);
  return ferror(stdout) || fflush(stdout) ? 3 : 0;
}

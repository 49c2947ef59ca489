/*
 * Plays a tape through examples/c, and prints every answer on a line of its own.
 * test/runtimes/tape.ts says what a tape looks like.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plimsoll.h"

#define NANOSECONDS INT64_C(1000000000)

static const char TITLE[] = "plimsoll tape 1\n";
enum { CONFIGURE, PODS, OBSERVE, RECLAIMED, ADMIT, REPORT };
enum { NO_SUMMARY = -1, DOCUMENT_BYTES_MAX = 20 << 20 };

struct entry {
  uint8_t verb;
  int32_t argument;
  struct timespec now;
  plimsoll_text document;
};

static FILE *tape;

static void fail(const char *sentence) {
  fprintf(stderr, "%s\n", sentence);
  exit(1);
}

static uint64_t read_number(const uint8_t *at, int bytes) {
  uint64_t number = 0;
  for (int each = bytes; each-- > 0;) number = number << 8 | at[each];
  return number;
}

static struct timespec time_of(int64_t nanoseconds) {
  int64_t seconds = nanoseconds / NANOSECONDS, rest = nanoseconds % NANOSECONDS;
  /* The nanoseconds of a time before 1970 count forwards, too. */
  if (rest < 0) return (struct timespec){seconds - 1, rest + NANOSECONDS};
  return (struct timespec){seconds, rest};
}

/* The document is written over by that of the entry after the next one. */
static bool next_entry(struct entry *entry) {
  static char documents[2][DOCUMENT_BYTES_MAX + 1];
  static int turn = 0;
  uint8_t head[13];
  if (fread(head, 1, sizeof head, tape) != sizeof head) return false;
  entry->verb = head[0];
  entry->argument = (int32_t)read_number(head + 1, 4);
  entry->now = time_of((int64_t)read_number(head + 5, 8));
  size_t size = head[0] == REPORT || entry->argument < 0 ? 0 : (size_t)entry->argument;
  char *document = documents[turn ^= 1];
  if (size > sizeof documents[0]) fail("A document of the tape is too large.");
  if (fread(document, 1, size, tape) != size) fail("The tape is cut off.");
  entry->document = (plimsoll_text){document, size};
  return true;
}

/* A step that needs reclaim takes the next entry with it. */
static bool reclaim(void *context, plimsoll_text decision, plimsoll_text *summary) {
  struct entry after;
  (void)context, (void)decision;
  if (!next_entry(&after) || after.verb != RECLAIMED)
    fail("A step waits for reclaim, and the tape goes on.");
  *summary = after.document;
  return after.argument != NO_SUMMARY;
}

static int32_t take(plimsoll *engine, const struct entry *entry) {
  switch (entry->verb) {
    case CONFIGURE: return plimsoll_configure(engine, entry->document);
    case PODS: return plimsoll_pods(engine, entry->document);
    case ADMIT: return plimsoll_admit(engine, entry->document);
    case OBSERVE:
      if (entry->argument == NO_SUMMARY) return plimsoll_missed(engine, entry->now);
      return plimsoll_observe(engine, entry->document, entry->now, reclaim, NULL);
  }
  fail("The tape has a call that the host has no verb for.");
  return 0;
}

int main(int count, char **words) {
  uint8_t head[20];
  struct entry entry;
  bool is_refused = false;
  tape = count == 2 ? fopen(words[1], "rb") : NULL;
  if (tape == NULL) fail("Name the tape.");
  if (fread(head, 1, sizeof head, tape) != sizeof head || memcmp(head, TITLE, sizeof TITLE - 1))
    fail("This is not a tape of this version.");
  plimsoll *engine = plimsoll_new();
  if (engine == NULL) fail("The module is of another version.");
  while (next_entry(&entry)) {
    if (entry.verb != REPORT) {
      is_refused = take(engine, &entry) < 0;
      continue;
    }
    plimsoll_text answer = plimsoll_error(engine);
    if (!is_refused && plimsoll_report(engine, entry.argument, &answer) < 0)
      fail("A report is refused.");
    is_refused = false;
    fwrite(answer.bytes, 1, answer.size, stdout);
    putchar('\n');
  }
  plimsoll_free(engine);
  return ferror(stdout) || fflush(stdout) ? 1 : 0;
}

/*
 * A process that uses as much memory as it is told, and rests in between: `load NAME`. It reads
 * lines from its standard input and answers each with one when it has done it:
 *
 *     anon KIB     holds so much anonymous memory, every page written
 *     shared KIB   holds so much shared memory
 *     pageout KIB  asks the kernel to swap so much of the anonymous memory out
 *     threads N    has so many more threads, which rest
 *
 * An answer is "ok", or "no" and the number of the error. It ends with its standard input.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#ifndef MADV_PAGEOUT
#define MADV_PAGEOUT 21
#endif

enum { SPAN = 1 << 30, PAGE = 4096, STACK = 64 * 1024 };

struct area {
  char *start;
  size_t held;
};

static struct area area_of(int flags) {
  struct area area = {mmap(NULL, SPAN, PROT_READ | PROT_WRITE, flags | MAP_NORESERVE, -1, 0), 0};
  if (area.start == MAP_FAILED) _exit(1);
  /* Pages of 4 KiB, so that what is written is what is used. */
  madvise(area.start, SPAN, MADV_NOHUGEPAGE);
  return area;
}

static int hold(struct area *area, size_t bytes, int advice) {
  if (bytes > SPAN) return EINVAL;
  for (size_t at = area->held; at < bytes; at += PAGE) area->start[at] = 1;
  int freed = bytes < area->held && madvise(area->start + bytes, area->held - bytes, advice) != 0;
  area->held = bytes;
  return freed ? errno : 0;
}

static void *rest(void *unused) {
  for (;;) pause();
  return unused;
}

static int begin_threads(size_t count) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, STACK);
  for (pthread_t thread; count > 0; count--) {
    int error = pthread_create(&thread, &attributes, rest, NULL);
    if (error != 0) return error;
  }
  return 0;
}

int main(int count, char **words) {
  if (count > 1) prctl(PR_SET_NAME, words[1]);
  struct area anonymous = area_of(MAP_PRIVATE | MAP_ANONYMOUS);
  struct area shared = area_of(MAP_SHARED | MAP_ANONYMOUS);
  char line[64];
  while (fgets(line, sizeof line, stdin) != NULL) {
    char word[16] = "";
    size_t amount = 0;
    int error = EINVAL;
    if (sscanf(line, "%15s %zu", word, &amount) == 2) {
      size_t bytes = amount * 1024;
      if (strcmp(word, "anon") == 0) error = hold(&anonymous, bytes, MADV_DONTNEED);
      if (strcmp(word, "shared") == 0) error = hold(&shared, bytes, MADV_REMOVE);
      if (strcmp(word, "threads") == 0) error = begin_threads(amount);
      if (strcmp(word, "pageout") == 0) {
        size_t held = bytes < anonymous.held ? bytes : anonymous.held;
        error = madvise(anonymous.start, held, MADV_PAGEOUT) == 0 ? 0 : errno;
      }
    }
    if (error == 0) puts("ok");
    else printf("no %d\n", error);
    fflush(stdout);
  }
  return 0;
}

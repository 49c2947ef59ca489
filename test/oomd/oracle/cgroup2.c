/* Preloaded into systemd-oomd, so that a folder at /sys/fs/cgroup counts as cgroup v2. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

#define MAGIC 0x63677270L
#define FOLDER "/sys/fs/cgroup"

static int is_below(const char *path) {
  size_t size = strlen(FOLDER);
  return strncmp(path, FOLDER, size) == 0 && (path[size] == 0 || path[size] == '/');
}

static int is_open_below(int fd) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t size = readlink(link, path, sizeof path - 1);
  if (size < 0) return 0;
  path[size] = 0;
  return is_below(path);
}

#define BY_PATH(name, type)                                              \
  int name(const char *path, struct type *out) {                         \
    int (*real)(const char *, struct type *) = dlsym(RTLD_NEXT, #name);  \
    int status = real(path, out);                                        \
    if (status == 0 && is_below(path)) out->f_type = MAGIC;              \
    return status;                                                       \
  }
#define BY_FD(name, type)                                                \
  int name(int fd, struct type *out) {                                   \
    int (*real)(int, struct type *) = dlsym(RTLD_NEXT, #name);           \
    int status = real(fd, out);                                          \
    if (status == 0 && is_open_below(fd)) out->f_type = MAGIC;           \
    return status;                                                       \
  }

BY_PATH(statfs, statfs)
BY_PATH(statfs64, statfs64)
BY_FD(fstatfs, statfs)
BY_FD(fstatfs64, statfs64)

/* Stands between a program and its files: writes down every change to files below one folder and every flush, and pulls the
 * plug at a chosen change. What a disk would then hold is worked out from the record by disk.py.
 *
 * Built with: gcc -shared -fPIC -O1 -o shim.so shim.c -ldl -lpthread; used through LD_PRELOAD and powercut_begin().
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) __typeof__(&name) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char folder[PATH_MAX];
static int record = -1;
static long left = -1;

void powercut_begin(const char *below, const char *file, long changes)
{
    snprintf(folder, sizeof folder, "%s/", below);
    REAL(open);
    record = real(file, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
    left = changes;
}

static int ours(const char *path)
{
    return record >= 0 && strncmp(path, folder, strlen(folder)) == 0;
}

static int path_of(int fd, char *path)
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, path, PATH_MAX - 1);
    if (n < 0)
        return 0;
    path[n] = 0;
    strncat(path, "/", 2); /* the folder itself counts as well: it is flushed for its entries */
    int is_ours = ours(path);
    path[n] = 0;
    return is_ours;
}

static unsigned long ino_of(int fd)
{
    struct stat about;
    return fstat(fd, &about) == 0 ? (unsigned long)about.st_ino : 0;
}

/* A line, and behind it the bytes it speaks of. The plug is pulled before the change that is one too many. */
static void note(const void *data, size_t size, const char *form, ...)
{
    char line[2 * PATH_MAX + 100];
    va_list args;
    if (left >= 0 && left-- == 0)
        raise(SIGKILL);
    va_start(args, form);
    int n = vsnprintf(line, sizeof line, form, args);
    va_end(args);
    struct iovec parts[2] = {{line, (size_t)n}, {(void *)data, size}};
    if (writev(record, parts, size ? 2 : 1) < 0)
        abort();
}

static int opened(int fd, const char *path, int flags, int existed)
{
    if (fd < 0 || !(flags & (O_CREAT | O_TRUNC)))
        return fd;
    if (!existed)
        note(NULL, 0, "create %lu %s\n", ino_of(fd), path);
    else if (flags & O_TRUNC)
        note(NULL, 0, "truncate %lu 0\n", ino_of(fd));
    return fd;
}

static int do_open(int at, const char *path, int flags, mode_t mode)
{
    static int (*real)(int, const char *, int, ...);
    if (!real)
        real = dlsym(RTLD_NEXT, "openat");
    char full[PATH_MAX];
    if (path[0] == '/' || at != AT_FDCWD || !getcwd(full, sizeof full))
        snprintf(full, sizeof full, "%s", path);
    else
        snprintf(full + strlen(full), sizeof full - strlen(full), "/%s", path);
    if (!ours(full))
        return real(at, path, flags, mode);
    pthread_mutex_lock(&lock);
    int existed = access(full, F_OK) == 0;
    int fd = opened(real(at, path, flags, mode), full, flags, existed);
    pthread_mutex_unlock(&lock);
    return fd;
}

#define MODE                       \
    mode_t mode = 0;               \
    if (flags & (O_CREAT | O_TMPFILE)) { \
        va_list args;              \
        va_start(args, flags);     \
        mode = va_arg(args, mode_t); \
        va_end(args);              \
    }

int open(const char *path, int flags, ...) { MODE return do_open(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE return do_open(AT_FDCWD, path, flags, mode); }
int openat(int at, const char *path, int flags, ...) { MODE return do_open(at, path, flags, mode); }
int openat64(int at, const char *path, int flags, ...) { MODE return do_open(at, path, flags, mode); }

static ssize_t wrote(int fd, const void *data, size_t size, off_t at)
{
    static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
    static ssize_t (*real_write)(int, const void *, size_t);
    if (!real_pwrite) {
        real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
        real_write = dlsym(RTLD_NEXT, "write");
    }
    char path[PATH_MAX + 2];
    int is_ours = record >= 0 && fd != record && path_of(fd, path);
    if (!is_ours)
        return at >= 0 ? real_pwrite(fd, data, size, at) : real_write(fd, data, size);
    pthread_mutex_lock(&lock);
    off_t where = at;
    if (at < 0)
        where = fcntl(fd, F_GETFL) & O_APPEND ? lseek(fd, 0, SEEK_END) : lseek(fd, 0, SEEK_CUR);
    note(data, size, "write %lu %ld %zu\n", ino_of(fd), (long)where, size);
    ssize_t done = at >= 0 ? real_pwrite(fd, data, size, at) : real_write(fd, data, size);
    pthread_mutex_unlock(&lock);
    return done;
}

ssize_t write(int fd, const void *data, size_t size) { return wrote(fd, data, size, -1); }
ssize_t pwrite(int fd, const void *data, size_t size, off_t at) { return wrote(fd, data, size, at); }
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) { return wrote(fd, data, size, at); }

/* One word for everything that is noted and then done as it is. */
#define THEN(call, test, ...)               \
    char path[PATH_MAX + 2];                \
    (void)path;                             \
    if (!(test))                            \
        return call;                        \
    pthread_mutex_lock(&lock);              \
    note(NULL, 0, __VA_ARGS__);             \
    int done = call;                        \
    pthread_mutex_unlock(&lock);            \
    return done;

#define ON_FD (record >= 0 && path_of(fd, path))

int ftruncate(int fd, off_t size) { REAL(ftruncate); THEN(real(fd, size), ON_FD, "truncate %lu %ld\n", ino_of(fd), (long)size) }
int ftruncate64(int fd, off64_t size) { REAL(ftruncate64); THEN(real(fd, size), ON_FD, "truncate %lu %ld\n", ino_of(fd), (long)size) }
int fsync(int fd) { REAL(fsync); THEN(real(fd), ON_FD, "sync %lu %s\n", ino_of(fd), path) }
int fdatasync(int fd) { REAL(fdatasync); THEN(real(fd), ON_FD, "sync %lu %s\n", ino_of(fd), path) }
int rename(const char *from, const char *to) { REAL(rename); THEN(real(from, to), ours(from), "rename %s\t%s\n", from, to) }
int renameat(int a, const char *from, int b, const char *to) { REAL(renameat); THEN(real(a, from, b, to), ours(from), "rename %s\t%s\n", from, to) }
int unlink(const char *name) { REAL(unlink); THEN(real(name), ours(name) && access(name, F_OK) == 0, "unlink %s\n", name) }
int unlinkat(int at, const char *name, int flags) { REAL(unlinkat); THEN(real(at, name, flags), ours(name) && access(name, F_OK) == 0, "unlink %s\n", name) }
int mkdir(const char *name, mode_t mode) { REAL(mkdir); THEN(real(name, mode), ours(name) && access(name, F_OK) != 0, "mkdir %s\n", name) }
int mkdirat(int at, const char *name, mode_t mode) { REAL(mkdirat); THEN(real(at, name, mode), ours(name) && access(name, F_OK) != 0, "mkdir %s\n", name) }

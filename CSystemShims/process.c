#define _GNU_SOURCE
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether another thread runs; false if the system cannot tell (no /proc). */
static int has_threads(void) {
    struct stat status;
    /* A folder's link count is 2 plus its subfolders; here, one subfolder per thread. */
    return stat("/proc/self/task", &status) == 0 && status.st_nlink > 3;
}

int sockeye_detach(int log) {
    if (has_threads()) return -EBUSY;
    /* Otherwise buffered output would be written twice. */
    fflush(NULL);
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nothing < 0) return -errno;
    pid_t child = fork();
    if (child != 0) {
        int result = child < 0 ? -errno : child;
        close(nothing);
        return result;
    }
    setsid();
    signal(SIGHUP, SIG_IGN);
    dup2(nothing, STDIN_FILENO);
    dup2(log, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    close(nothing);
    return 0;
}

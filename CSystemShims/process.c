#define _GNU_SOURCE
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* Whether another thread runs. A system that does not tell (no /proc) is believed to have none. */
static int has_threads(void) {
    struct stat status;
    /* A folder's links: itself, its name, and one of each folder in it; here one for each thread. */
    return stat("/proc/self/task", &status) == 0 && status.st_nlink > 3;
}

int sockeye_detach(int log) {
    if (has_threads()) return -EBUSY;
    /* What is buffered would be written twice. */
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

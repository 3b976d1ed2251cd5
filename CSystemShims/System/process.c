#define _GNU_SOURCE
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
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
    if (isatty(STDIN_FILENO)) dup2(nothing, STDIN_FILENO);
    dup2(log, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    close(nothing);
    return 0;
}

/* Descriptors beyond this are not looked at on kernels without close_range(2). */
enum { LAST_DESCRIPTOR = 65535 };

/* A copy of the descriptor that the standard ones can't overwrite. The original is closed. */
static int above_standard(int descriptor) {
    if (descriptor < 0 || descriptor > STDERR_FILENO) return descriptor;
    int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    int error = errno;
    close(descriptor);
    errno = error;
    return copy;
}

/* All but the standard descriptors end with exec. */
static void leave_descriptors(void) {
#ifdef SYS_close_range
    enum { CLOSE_ON_EXEC = 4 }; /* CLOSE_RANGE_CLOEXEC, Linux 5.11 */
    if (syscall(SYS_close_range, STDERR_FILENO + 1, ~0U, CLOSE_ON_EXEC) == 0) return;
#endif
    for (int descriptor = STDERR_FILENO + 1; descriptor <= LAST_DESCRIPTOR; descriptor++) {
        fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    }
}

/* The second child: only async-signal-safe calls, since another thread of the parent may have held any lock. */
static void become(const char *program, char *const arguments[], int nothing, int log, int result_pipe) {
    dup2(nothing, STDIN_FILENO);
    dup2(log, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    leave_descriptors();
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    signal(SIGHUP, SIG_IGN);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    /* A folder that is somebody's working folder can't be unmounted. */
    int32_t result = chdir("/") < 0 ? -errno : 0;
    if (result == 0) {
        execv(program, arguments);
        result = -errno;
    }
    ssize_t written = write(result_pipe, &result, sizeof result);
    _exit(written < 0 ? 126 : 127);
}

/* The process ID, or the negated errno of whichever step failed; both children tell through the pipe. */
static int start_result(int pipe) {
    int32_t told = 0, outcome = -ECHILD;
    ssize_t count;
    while ((count = read(pipe, &told, sizeof told)) != 0) {
        if (count < 0 && errno == EINTR) continue;
        if (count != (ssize_t)sizeof told) break;
        if (told < 0) return told;
        outcome = told;
    }
    return outcome;
}

int sockeye_start_detached(const char *program, char *const arguments[], int log) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0) return -errno;
    ends[0] = above_standard(ends[0]);
    ends[1] = above_standard(ends[1]);
    int nothing = above_standard(open("/dev/null", O_RDWR | O_CLOEXEC));
    int output = fcntl(log, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    int result = 0;
    if (ends[0] < 0 || ends[1] < 0 || nothing < 0 || output < 0) result = -errno;
    if (result == 0) {
        /* No handler of the parent may run in a child. */
        sigset_t all, before;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        pid_t child = fork();
        if (child == 0) {
            setsid();
            /* The second fork leaves the session's leader behind: no terminal can become the worker's, and its parent is
               init, so that nobody has to wait for it. */
            pid_t worker = fork();
            if (worker == 0) become(program, arguments, nothing, output, ends[1]);
            int32_t told = worker < 0 ? -errno : worker;
            _exit(write(ends[1], &told, sizeof told) < 0);
        }
        if (child < 0) result = -errno;
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        close(ends[1]);
        ends[1] = -1;
        if (child > 0) {
            result = start_result(ends[0]);
            while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
            }
        }
    }
    for (int index = 0; index < 2; index++) {
        if (ends[index] >= 0) close(ends[index]);
    }
    if (nothing >= 0) close(nothing);
    if (output >= 0) close(output);
    return result;
}

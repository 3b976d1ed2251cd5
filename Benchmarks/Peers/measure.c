/* measure RESULT COMMAND [ARGUMENT...]
 *
 * Runs a command and writes one line to the file RESULT: wall=S user=S system=S rss=KIB code=N.
 * It is a separate program because a child's peak memory includes that of its parent up to the exec: forked from a
 * 15 MiB interpreter, no command would ever measure less. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double seconds(struct timeval time) {
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

int main(int count, char **words) {
    if (count < 3) {
        fprintf(stderr, "usage: measure RESULT COMMAND [ARGUMENT...]\n");
        return 2;
    }
    double start = now();
    pid_t child = vfork();
    if (child == 0) {
        execvp(words[2], words + 2);
        _exit(127);
    }
    if (child < 0) {
        perror("measure: vfork");
        return 2;
    }
    int status = 0;
    struct rusage usage;
    while (wait4(child, &status, 0, &usage) < 0) {
        if (errno != EINTR) {
            perror("measure: wait4");
            return 2;
        }
    }
    double wall = now() - start;
    FILE *result = fopen(words[1], "w");
    if (!result) {
        perror(words[1]);
        return 2;
    }
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    fprintf(result, "wall=%.6f user=%.6f system=%.6f rss=%ld code=%d\n", wall, seconds(usage.ru_utime),
            seconds(usage.ru_stime), usage.ru_maxrss, code);
    return fclose(result) == 0 ? 0 : 2;
}

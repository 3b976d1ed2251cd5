#define _GNU_SOURCE
#include "threads.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "calls.h"

struct start {
    void (*body)(void *);
    void *context;
};

static void *enter(void *argument) {
    struct start start = *(struct start *)argument;
    free(argument);
    start.body(start.context);
    return NULL;
}

static int start_thread(const char *name, void (*body)(void *context), void *context, pthread_t *thread) {
    struct start *start = malloc(sizeof *start);
    if (start == NULL) return -ENOMEM;
    start->body = body;
    start->context = context;

    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(thread, NULL, enter, start);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error != 0) {
        free(start);
        return -error;
    }
    pthread_setname_np(*thread, name);
    return 0;
}

int sockeye_thread_start(const char *name, void (*body)(void *context), void *context) {
    pthread_t thread;
    int error = start_thread(name, body, context, &thread);
    if (error == 0) pthread_detach(thread);
    return error;
}

int sockeye_thread_run(const char *name, void (*body)(void *context), void *context) {
    pthread_t thread;
    int error = start_thread(name, body, context, &thread);
    if (error == 0) pthread_join(thread, NULL);
    return error;
}

static _Thread_local const void *current_loop;
/* Whether SIGPIPE is held off in this thread; whether the release unblocks it; whether one was pending before. */
static _Thread_local int holds_broken_pipe, must_unblock, was_pending;

void sockeye_thread_release_broken_pipe(void) {
    if (!holds_broken_pipe) return;
    holds_broken_pipe = 0;
    sigset_t broken_pipe;
    sigemptyset(&broken_pipe);
    sigaddset(&broken_pipe, SIGPIPE);
    const struct timespec at_once = {0, 0};
    if (!was_pending) {
        while (sigtimedwait(&broken_pipe, NULL, &at_once) < 0 && errno == EINTR) {
        }
    }
    if (must_unblock) pthread_sigmask(SIG_UNBLOCK, &broken_pipe, NULL);
}

uintptr_t sockeye_thread_identity(void) {
    static _Thread_local char own;
    return (uintptr_t)&own;
}

void sockeye_thread_set_loop(const void *loop) {
    if (loop == NULL) sockeye_thread_release_broken_pipe();
    current_loop = loop;
}

void sockeye_thread_hold_broken_pipe(void) {
    if (holds_broken_pipe) return;
    sigset_t broken_pipe, before, pending;
    sigemptyset(&broken_pipe);
    sigaddset(&broken_pipe, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &broken_pipe, &before);
    was_pending = sigismember(&pending, SIGPIPE);
    must_unblock = !sigismember(&before, SIGPIPE);
    holds_broken_pipe = 1;
}

const void *sockeye_thread_loop(void) {
    return current_loop;
}

struct sockeye_semaphore {
    sem_t semaphore;
};

sockeye_semaphore *sockeye_semaphore_new(void) {
    sockeye_semaphore *semaphore = malloc(sizeof *semaphore);
    if (semaphore != NULL) sem_init(&semaphore->semaphore, 0, 0);
    return semaphore;
}

void sockeye_semaphore_post(sockeye_semaphore *semaphore) {
    sem_post(&semaphore->semaphore);
}

int sockeye_semaphore_wait(sockeye_semaphore *semaphore, unsigned milliseconds) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += milliseconds / 1000;
    until.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec += 1;
        until.tv_nsec -= 1000000000;
    }
    while (sem_clockwait(&semaphore->semaphore, CLOCK_MONOTONIC, &until) < 0) {
        if (errno != EINTR) return -errno;
    }
    return 0;
}

/* Weak, since the fuzzers of the shims link no Swift concurrency. */
extern void *swift_task_enqueueGlobal_hook __attribute__((weak));

void **sockeye_global_enqueue_hook(void) {
    return &swift_task_enqueueGlobal_hook;
}

#define _GNU_SOURCE
#include "threads.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <errno.h>

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

int sockeye_thread_start(const char *name, void (*body)(void *context), void *context) {
    struct start *start = malloc(sizeof *start);
    if (start == NULL) return -ENOMEM;
    start->body = body;
    start->context = context;

    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    int error = pthread_create(&thread, NULL, enter, start);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (error != 0) {
        free(start);
        return -error;
    }
    pthread_setname_np(thread, name);
    pthread_detach(thread);
    return 0;
}

static _Thread_local const void *current_loop;

void sockeye_thread_set_loop(const void *loop) {
    current_loop = loop;
}

const void *sockeye_thread_loop(void) {
    return current_loop;
}

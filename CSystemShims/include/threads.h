/* Threads: just enough of pthreads(7) for an event loop and a few blocking helpers. */
#ifndef SOCKEYE_THREADS_H
#define SOCKEYE_THREADS_H

/*
 * pthread_create(3), detached. `body` runs once with `context`. All signals are blocked in the new thread, so
 * that they reach the program's own. Returns zero or the negated errno.
 */
int sockeye_thread_start(const char *name, void (*body)(void *context), void *context);

/* One pointer per thread: the event loop that runs there, or NULL. Owned by nobody, only compared. */
void sockeye_thread_set_loop(const void *loop);
const void *sockeye_thread_loop(void);

#endif

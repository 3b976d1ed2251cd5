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

/* A counting semaphore (sem_init(3)); NULL when there is no memory. Lives as long as the process. */
typedef struct sockeye_semaphore sockeye_semaphore;
sockeye_semaphore *sockeye_semaphore_new(void);

/* sem_post(3). */
void sockeye_semaphore_post(sockeye_semaphore *semaphore);

/* sem_clockwait(3): 0 when a post was taken, -ETIMEDOUT when none came for so many milliseconds. */
int sockeye_semaphore_wait(sockeye_semaphore *semaphore, unsigned milliseconds);

#endif

/* Threads: just enough of pthreads(7) for an event loop and a few blocking helpers. */
#ifndef SOCKEYE_THREADS_H
#define SOCKEYE_THREADS_H

#include <stdint.h>

/*
 * pthread_create(3), detached. `body` runs once with `context`. All signals are blocked in the new thread, so that the
 * program's own threads receive them. Returns zero or the negated errno.
 */
int sockeye_thread_start(const char *name, void (*body)(void *context), void *context);

/* The same, and waits until the thread has ended (pthread_join(3)). */
int sockeye_thread_run(const char *name, void (*body)(void *context), void *context);

/* A number that no other running thread has; never 0. */
uintptr_t sockeye_thread_identity(void);

/* One pointer per thread: the event loop that runs on it, or NULL. Not owned, only compared. */
void sockeye_thread_set_loop(const void *loop);

/* Blocks SIGPIPE in this thread until the release, which a loop's thread does at its end. The release restores the mask and
   discards a SIGPIPE that came meanwhile; one that was pending before stays. No-ops if it is held or released already. */
void sockeye_thread_hold_broken_pipe(void);
void sockeye_thread_release_broken_pipe(void);
const void *sockeye_thread_loop(void);

/* A counting semaphore (sem_init(3)); NULL if memory is short. Lives as long as the process. */
typedef struct sockeye_semaphore sockeye_semaphore;
sockeye_semaphore *sockeye_semaphore_new(void);

/* sem_post(3). */
void sockeye_semaphore_post(sockeye_semaphore *semaphore);

/* sem_clockwait(3): 0 after taking a post, -ETIMEDOUT if none came within `milliseconds`. */
int sockeye_semaphore_wait(sockeye_semaphore *semaphore, unsigned milliseconds);

/* Where the Swift runtime keeps the address of a scheduler for jobs without an executor (swift_task_enqueueGlobal_hook); NULL
   if it isn't linked. */
void **sockeye_global_enqueue_hook(void);

#endif

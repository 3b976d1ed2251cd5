/* The process itself. Results as in sockets.h: zero or more on success, the negated errno on failure. */
#ifndef SOCKEYE_PROCESS_H
#define SOCKEYE_PROCESS_H

/*
 * Continues in a child process without a terminal: fork(2), then in the child setsid(2), standard output and error to
 * `log`, SIGHUP ignored. Standard input stays unless it is a terminal, which becomes /dev/null.
 *
 * Call it before any thread is started: a forked child has the locks of the other threads but not the threads. -EBUSY
 * if there is more than one. Returns the child's process ID in the parent and zero in the child.
 */
int sockeye_detach(int log);

/*
 * Starts a program that goes on when this process and its terminal end: fork(2) twice with setsid(2) between, standard input
 * from /dev/null, standard output and error to `log`, no other descriptors, SIGHUP ignored and all other signals at their
 * defaults, working folder /, then execv(3). Any thread may call it, whatever others do.
 *
 * `arguments` ends with NULL and begins with the program's name. Returns the process ID, or the negated errno of the step
 * that failed, execv included.
 */
int sockeye_start_detached(const char *program, char *const arguments[], int log);

#endif

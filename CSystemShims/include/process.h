/* The process itself. Results as in sockets.h: zero or more on success, the negated errno on failure. */
#ifndef SOCKEYE_PROCESS_H
#define SOCKEYE_PROCESS_H

/*
 * Goes on in a new process without a terminal: fork(2), then in the child setsid(2), standard input from /dev/null,
 * standard output and error to `log`, SIGHUP ignored.
 *
 * Call it before any thread is started: a copy of a process with threads has their locks and not them. -EBUSY when
 * there is more than one. Returns the child's number in the parent and zero in the child.
 */
int sockeye_detach(int log);

#endif

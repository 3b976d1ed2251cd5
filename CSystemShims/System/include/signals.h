/* Signals that end a program in order, and a terminal without echo. What a handler touches has to be global: it is here. */
#ifndef SOCKEYE_SIGNALS_H
#define SOCKEYE_SIGNALS_H

/*
 * From now on SIGINT, SIGTERM and SIGHUP are only noted, unless the parent had one ignored (sigaction(2)). A second one ends the
 * process after all, unless it comes within two seconds of the first: timeout(1) signals its child and then its process group, and
 * a shell and a terminal may each send SIGHUP.
 */
void sockeye_catch_signals(void);

/* The first signal that was noted; 0 for none. */
int sockeye_caught_signal(void);

/* Ends the process by the signal, as its parent expects (signal(2) with SIG_DFL, raise(3)). */
void sockeye_end_by_signal(int signal);

/* SIGPIPE and SIGXFSZ are ignored: write(2) fails instead. */
void sockeye_ignore_broken_pipe(void);

enum {
    SOCKEYE_SILENT_ECHO = 1,    /* what is typed isn't shown */
    SOCKEYE_SILENT_LINES = 2,   /* a key is read as it is typed, without the end of the line */
    SOCKEYE_SILENT_DISCARD = 4, /* what was typed before is dropped */
    SOCKEYE_SILENT_GUARDED = 8  /* a signal that ends the process first restores the terminal */
};

/* Silences a terminal (tcsetattr(3)) until sockeye_restore_terminal. One at a time. -ENOTTY if it is none. */
int sockeye_silence_terminal(int descriptor, int how);
void sockeye_restore_terminal(void);

#endif

#define _GNU_SOURCE
#include "signals.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <termios.h>
#include <time.h>

static const int ENDING[] = {SIGINT, SIGTERM, SIGHUP};
enum { ENDING_COUNT = sizeof ENDING / sizeof ENDING[0], PATIENCE = 2 };

static atomic_int caught;
static atomic_llong moment;

static void end_by(int number) {
    signal(number, SIG_DFL);
    raise(number);
}

/* Only what signal-safety(7) allows. */
static void note(int number) {
    const int saved = errno;
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (atomic_load(&caught) == 0) {
        atomic_store(&moment, (long long)now.tv_sec);
        atomic_store(&caught, number);
    } else if ((long long)now.tv_sec - atomic_load(&moment) >= PATIENCE) {
        end_by(number);
    }
    errno = saved;
}

/* Sets the handler unless the parent wanted the signal ignored: nohup(1), or a shell for its background jobs. */
static void handle(int number, void (*handler)(int), struct sigaction *before) {
    struct sigaction action = {0};
    struct sigaction old = {0};
    sigaction(number, NULL, &old);
    if (before != NULL) *before = old;
    if (old.sa_handler == SIG_IGN) return;
    action.sa_handler = handler;
    sigaction(number, &action, NULL);
}

void sockeye_catch_signals(void) {
    for (int i = 0; i < ENDING_COUNT; i++) handle(ENDING[i], note, NULL);
}

int sockeye_caught_signal(void) { return atomic_load(&caught); }

void sockeye_end_by_signal(int number) { end_by(number); }

void sockeye_ignore_broken_pipe(void) {
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

static const int TERMINAL_SIGNALS[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
enum { TERMINAL_COUNT = sizeof TERMINAL_SIGNALS / sizeof TERMINAL_SIGNALS[0] };

static struct termios shown;
static struct sigaction handlers[TERMINAL_COUNT];
static int terminal = -1;
static int flags;

static void restore_and_end(int number) {
    tcsetattr(terminal, TCSANOW, &shown);
    end_by(number);
}

int sockeye_silence_terminal(int descriptor, int how) {
    if (tcgetattr(descriptor, &shown) != 0) return -errno;
    terminal = descriptor;
    flags = how;
    if (how & SOCKEYE_SILENT_GUARDED) {
        for (int i = 0; i < TERMINAL_COUNT; i++) handle(TERMINAL_SIGNALS[i], restore_and_end, &handlers[i]);
    }
    struct termios silent = shown;
    if (how & SOCKEYE_SILENT_ECHO) silent.c_lflag &= ~(tcflag_t)ECHO;
    if (how & SOCKEYE_SILENT_LINES) silent.c_lflag &= ~(tcflag_t)ICANON;
    tcsetattr(descriptor, how & SOCKEYE_SILENT_DISCARD ? TCSAFLUSH : TCSANOW, &silent);
    return 0;
}

void sockeye_restore_terminal(void) {
    tcsetattr(terminal, flags & SOCKEYE_SILENT_DISCARD ? TCSAFLUSH : TCSANOW, &shown);
    if (flags & SOCKEYE_SILENT_GUARDED) {
        for (int i = 0; i < TERMINAL_COUNT; i++) sigaction(TERMINAL_SIGNALS[i], &handlers[i], NULL);
    }
}

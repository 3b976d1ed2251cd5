/* What the plan's files share; not for Swift. */
#ifndef CFAULTS_PLAN_H
#define CFAULTS_PLAN_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "faults.h"

/*
 * Counts a call of this thread. Returns how the plan strikes it (CFAULTS_NONE: not at all); for CFAULTS_FAIL, FAIL_ON and
 * INTERRUPT errno is set.
 */
int cfaults_meet(int call);

/* The same for calls that return -1: whether the caller must return that. Interruptions count as failures. */
int cfaults_fails(int call);

/* The same for calls that move bytes: as above, or cuts `count`. */
int cfaults_fails_or_cuts(int call, size_t *count);

/* MARK: the record; each is called with the record locked (see cfaults_lock_record), after the call succeeded */

/* Locks the record if there is one and this descriptor or path belongs to it. */
int cfaults_lock_record(int descriptor, const char *path);
void cfaults_unlock_record(void);

void cfaults_note_open(int descriptor, const char *path, int flags, int existed);
void cfaults_note_close(int descriptor);
void cfaults_note_write(int descriptor, const void *bytes, size_t count, int64_t offset);
void cfaults_note_moved(int descriptor, size_t count, int64_t offset);
void cfaults_note_truncate(int descriptor, int64_t length);
void cfaults_note_sync(int descriptor);
void cfaults_note_sync_all(void);
void cfaults_note_rename(const char *from, const char *to);
void cfaults_note_link(int descriptor, const char *path);
void cfaults_note_unlink(const char *path);

#endif

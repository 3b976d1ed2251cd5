/*
 * Synchronization.Mutex for the thread sanitizer. Its fast paths are compiled where they are used, so the sanitizer sees
 * their atomics. The slow ones are in a library that isn't instrumented: without this every lock that was waited for would
 * be a race. The linker puts these in their place (`--wrap`); each calls the real one.
 */
#include <stdbool.h>
#include <stdint.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

#define MUTEX(name) "$s15Synchronization12_MutexHandleV" name
#define REAL(name) __asm__("__real_" MUTEX(name))
#define WRAP(name) __asm__("__wrap_" MUTEX(name))
#define SELF void *self __attribute__((swift_context))

__attribute__((swiftcall)) void real_lock(uint32_t thread, SELF) REAL("9_lockSlowyys6UInt32VF");
__attribute__((swiftcall)) void real_unlock(SELF) REAL("11_unlockSlowyyF");
__attribute__((swiftcall)) bool real_try_lock(SELF) REAL("12_tryLockSlowSbyF");

__attribute__((swiftcall)) void seen_lock(uint32_t thread, SELF) WRAP("9_lockSlowyys6UInt32VF");
__attribute__((swiftcall)) void seen_unlock(SELF) WRAP("11_unlockSlowyyF");
__attribute__((swiftcall)) bool seen_try_lock(SELF) WRAP("12_tryLockSlowSbyF");

__attribute__((swiftcall)) void seen_lock(uint32_t thread, SELF) {
    real_lock(thread, self);
    __tsan_acquire(self);
}

__attribute__((swiftcall)) void seen_unlock(SELF) {
    __tsan_release(self);
    real_unlock(self);
}

__attribute__((swiftcall)) bool seen_try_lock(SELF) {
    const bool locked = real_try_lock(self);
    if (locked) __tsan_acquire(self);
    return locked;
}

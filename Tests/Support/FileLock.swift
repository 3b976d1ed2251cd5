internal import Glibc

/// Waits until nobody has the file's lock (`flock(2)`), or there is no file of this name.
public func untilUnlocked(_ path: String) async {
    await onThread {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 { return }
        flock(descriptor, LOCK_EX)
        close(descriptor)
    }
}

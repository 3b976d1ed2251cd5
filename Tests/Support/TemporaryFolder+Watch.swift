internal import Glibc

extension TemporaryFolder {
    /// Waits until a file in the folder contains exactly these bytes, written by another program (`inotify(7)`).
    ///
    /// - Returns: false if that takes longer than `seconds`.
    public func appears(_ bytes: [UInt8], in name: String, seconds: Int32 = 30) async -> Bool {
        await onThread { [self] in
            let watch = inotify_init1(Int32(IN_CLOEXEC))
            guard watch >= 0 else { return false }
            defer { close(watch) }
            // Watch before the first check, so that no change is missed.
            guard inotify_add_watch(watch, path, UInt32(IN_CREATE | IN_MODIFY | IN_MOVED_TO)) >= 0 else { return false }
            var events = [UInt8](repeating: 0, count: 4096)
            while (try? read(name)) != bytes {
                var ready = pollfd(fd: watch, events: Int16(POLLIN), revents: 0)
                guard poll(&ready, 1, seconds * 1000) > 0, Glibc.read(watch, &events, events.count) > 0 else {
                    return false
                }
            }
            return true
        }
    }
}

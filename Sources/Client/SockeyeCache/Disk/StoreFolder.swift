#if DiskCache
    internal import CDiskCache

    /// Where a disk store keeps its files: `index` (SQLite), `bodies/DIGEST`, `lock`.
    struct StoreFolder: Sendable {
        let path: String

        var index: String { "\(path)/index" }
        var bodies: String { "\(path)/bodies" }
        func body(_ name: String) -> String { "\(bodies)/\(name)" }
        /// The name of a file that is about to replace another: that of no body, but swept like one.
        var spare: String { body(String(repeating: "0", count: 2 * BlockDigests.digestSize)) }
        func body(_ name: [UInt8]) -> String { body(String(decoding: name, as: UTF8.self)) }

        /// Whether it can be used.
        enum Condition {
            case ready, unusable
            /// It has other files and no index: somebody's folder, named by mistake.
            case foreign
            /// Others could put responses into it; the reason completes a sentence about the folder.
            case exposed(String)
        }

        /// Makes the folders and the index's file, readable by their owner only.
        func make() -> Condition {
            if isForeign { return .foreign }
            var made = ""
            // The folders above are the user's, so their permissions are the usual ones.
            for part in path.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
                made += part + "/"
                if made != "/", !made.isEmpty { _ = sockeye_cache_make_folder(made, 0o777) }
            }
            guard sockeye_cache_make_folder(path, 0o700) == 0 else { return .unusable }
            if let reason = Self.exposure(of: path) { return .exposed(reason) }
            // What is in `bodies` is deleted, so it is never somewhere else.
            guard sockeye_cache_make_own_folder(bodies, 0o700) == 0 else { return .unusable }
            if let reason = Self.exposure(of: bodies) { return .exposed(reason) }
            // SQLite gives its other files the permissions of this one.
            let file = sockeye_cache_create(index, 0o600)
            if file >= 0 { sockeye_cache_close(file) }
            return file >= 0 ? .ready : .unusable
        }

        /// Why what is in the folder may not be what was stored; `nil` if only this process's user can put files there.
        private static func exposure(of folder: String) -> String? {
            switch sockeye_cache_folder_access(folder) {
            case Int32(SOCKEYE_CACHE_OWN_FOLDER): nil
            case Int32(SOCKEYE_CACHE_OTHER_OWNER): "belongs to another user"
            case Int32(SOCKEYE_CACHE_OTHERS_WRITE): "can be written to by others"
            default: "can't be examined"
            }
        }

        private static let names: Set<String> = [
            "bodies", "lock",
            "index", "index-wal", "index-shm", "index-journal",
            "index.damaged", "index.damaged-wal", "index.damaged-shm",
        ]

        private var isForeign: Bool {
            !sockeye_cache_is_index(index) && !Self.names(in: path).allSatisfy(Self.names.contains)
        }

        /// Which file the index is at the moment.
        var identity: [UInt64]? {
            var identity: [UInt64] = [0, 0]
            var (device, inode): (UInt64, UInt64) = (0, 0)
            guard sockeye_cache_identity(index, &device, &inode) == 0 else { return nil }
            (identity[0], identity[1]) = (device, inode)
            return identity
        }

        /// Renames a damaged index, unless another process has done so since it was opened as `identity`.
        ///
        /// - Returns: the name it has now; `nil` if nothing was done.
        func setAside(_ identity: [UInt64]?) -> String? {
            let lock = sockeye_cache_create("\(path)/lock", 0o600)
            guard lock >= 0 else { return nil }
            defer { sockeye_cache_close(lock) }
            guard sockeye_cache_lock(lock) == 0, identity == nil || self.identity == identity else { return nil }
            let aside = "\(path)/index.damaged"
            guard sockeye_cache_rename(index, aside) == 0 else { return nil }
            for suffix in ["-wal", "-shm"] {
                if sockeye_cache_rename(index + suffix, aside + suffix) != 0 {
                    _ = sockeye_cache_unlink(aside + suffix)
                }
            }
            return aside
        }

        /// The names of the bodies' files, which are digests: other files stay.
        func bodyNames() -> [[UInt8]] {
            Self.names(in: bodies).filter(BlockDigests.isFileName).map { Array($0.utf8) }
        }

        private static func names(in folder: String) -> [String] {
            var names: [String] = []
            // SAFETY: the closure runs during the call only, and the context is the array, exclusively ours meanwhile.
            withUnsafeMutablePointer(to: &names) { pointer in
                _ = sockeye_cache_names(
                    folder,
                    { context, name in
                        guard let context, let name else { return }
                        // SAFETY: the context is the pointer passed below; the name is NUL-terminated.
                        context.assumingMemoryBound(to: [String].self).pointee.append(String(cString: name))
                    }, pointer)
            }
            return names
        }
    }

    /// An open file, closed with the last reference.
    final class CacheFile: Sendable {
        let number: Int32

        /// - Parameter number: an open descriptor; `nil` for an error number.
        init?(_ number: Int32) {
            if number < 0 { return nil }
            self.number = number
        }

        deinit { sockeye_cache_close(number) }
    }
#endif

#if DiskCache
    extension HTTPCache {
        /// A cache on disk, which other processes may use too.
        ///
        /// - Parameters:
        ///   - path: its folder, created when it is first needed.
        ///   - limit: the most bytes to keep; default 512 MiB.
        ///   - warn: gets a line of text when the index is damaged and begun anew, or can't be opened.
        public static func disk(
            at path: String, limit: Int64 = 512 * 1024 * 1024, warn: @escaping @Sendable (String) -> Void = { _ in }
        ) -> HTTPCache {
            HTTPCache(store: DiskCacheStore(at: path, limit: limit, warn: warn))
        }
    }
#endif

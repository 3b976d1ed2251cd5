internal import Sockeye

// Options about the cache.
extension OptionTable {
    static let cacheRows: [Option] = [
        Option(
            "cache", nil, [.sockeye, .http], "Use a cache on disk",
            """
            Store responses in $XDG_CACHE_HOME/sockeye, or ~/.cache/sockeye, and answer from there what RFC 9111 allows: \
            fresh responses at once, stale ones after the server said that they are unchanged. Several runs may share it. \
            Files of -o and -O come through it too. An answer is found again only by who asked for it (-u, Authorization) \
            with the same trust (--cacert, --cert, --pinnedpubkey …) over the same road (-x, --connect-to, --resolve …).
            """, .flag { $0.transfer.cache.isUsed = $1 }),
        Option(
            "cache-dir", nil, [.sockeye, .http], "Use a cache on disk in <dir>",
            "The same as --cache, in this folder. It is created if it doesn't exist, readable by its owner only.",
            .value("dir") { settings, value throws(OptionFault) in
                settings.transfer.cache.folder = try value.nonEmpty("folder's name")
                settings.transfer.cache.isUsed = true
            }),
        Option(
            "cache-limit", nil, [.sockeye, .http], "The most bytes that the cache keeps",
            """
            Keep at most this many bytes in the cache (k, M, G as in --limit-rate), 512M by default; what was not used for \
            longest goes first. A body above an eighth of it is not stored. Switches the cache on.
            """, .size("bytes") { ($0.transfer.cache.limit, $0.transfer.cache.isUsed) = ($1 ?? 0, true) }),
        Option(
            "cache-policy", nil, [.sockeye, .http], "How the cache is used",
            """
            How the cache is used: standard (the default), reload, reload-everywhere (asks the caches on the way as well), \
            prefer-stored, only-stored, revalidate. Switches the cache on.
            """,
            .value("name") { settings, value throws(OptionFault) in
                guard let policy = CachePolicy(rawValue: try value.text()) else {
                    throw .invalid("expected " + CachePolicy.allCases.map(\.rawValue).joined(separator: ", "))
                }
                settings.transfer.cache.policy = policy
                settings.transfer.cache.isUsed = true
            }),
        Option(
            "offline", nil, [.sockeye, .http], "Answer from the cache alone",
            """
            Answer from the cache however old a response is, and fail with exit code 123 if there is none. Nothing is \
            sent. The same as --cache-policy only-stored.
            """,
            .flag { settings, isOn in
                settings.transfer.cache.policy = isOn ? .onlyStored : .standard
                if isOn { settings.transfer.cache.isUsed = true }
            }),
        Option(
            "cache-list", nil, [.sockeye, .http], "List the cache",
            """
            Print what the cache of --cache-dir or the default one holds, the most recently used first: status, bytes \
            of body, when it arrived, URL.
            """, .choice { $0.action = .cacheList }),
        Option(
            "cache-clear", nil, [.sockeye, .http], "Clear the cache",
            "Remove what the cache of --cache-dir or the default one holds for the URLs given, or all of it without any.",
            .choice { $0.action = .cacheClear }),
    ]
}

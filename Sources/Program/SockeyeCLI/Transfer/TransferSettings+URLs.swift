extension TransferSettings {
    /// Calls `use` with each URL of the targets, which may be globs, as it is written and with its scheme.
    func forEachURL(of targets: [TransferTarget], _ use: (_ url: String, _ full: String?) throws -> Void) throws {
        for target in targets {
            guard let given = target.url else { continue }
            let glob = try glob(given, of: target)
            var (one, index) = (target, UInt64(0))
            while let url = glob.match(at: index)?.url {
                one.url = url
                try use(url, one.fullURL(defaultScheme: redirects.defaultScheme))
                index += 1
            }
        }
    }
}

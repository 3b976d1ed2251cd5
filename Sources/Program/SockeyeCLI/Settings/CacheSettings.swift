internal import Sockeye
internal import SockeyeIO

/// The cache options.
struct CacheSettings: Equatable, Sendable {
    /// `--cache`, `--cache-dir`, `--cache-policy`, `--offline`: the cache is used.
    var isUsed = false
    /// `--cache-dir`; by default `$XDG_CACHE_HOME/sockeye`.
    var folder: String?
    /// `--cache-limit`.
    var limit: Int64 = 512 << 20
    /// `--cache-policy`, `--offline`.
    var policy = CachePolicy.standard

    /// The cache's folder; `nil` if neither the options nor the environment name one.
    func path(_ machine: any Machine) -> String? {
        if let folder { return folder }
        // The XDG specification: a relative path is ignored.
        if let base = machine.text(ofVariable: "XDG_CACHE_HOME"), base.hasPrefix("/") { return base + "/sockeye" }
        return machine.text(ofVariable: "HOME").flatMap { $0.isEmpty ? nil : $0 + "/.cache/sockeye" }
    }
}

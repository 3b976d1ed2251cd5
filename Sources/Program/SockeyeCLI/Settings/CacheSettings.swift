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
        folder ?? machine.ownFolder(in: "XDG_CACHE_HOME", orHomes: ".cache")
    }
}

extension Machine {
    /// This program's folder in the one that a variable of the XDG specification names, or else in one of the user's home.
    func ownFolder(in variable: String, orHomes folder: String) -> String? {
        // The specification: a relative path is ignored.
        if let base = text(ofVariable: variable), base.hasPrefix("/") { return base + "/sockeye" }
        return text(ofVariable: "HOME").flatMap { $0.isEmpty ? nil : "\($0)/\(folder)/sockeye" }
    }
}

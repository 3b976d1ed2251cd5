@testable import SockeyeClient

/// An origin of the world.
struct Place: Equatable {
    let scheme: String
    let host: String
    let port: UInt16?

    var url: String { "\(scheme)://\(authority)" }
    var authority: String { port.map { "\(host):\($0)" } ?? host }
    var isSecure: Bool { scheme == "https" }

    func isFor(_ origin: Origin) -> Bool {
        origin.isSecure == isSecure && origin.host == host && origin.port == port ?? (isSecure ? 443 : 80)
    }

    static let all = [
        Place(scheme: "http", host: "a.test", port: nil), Place(scheme: "http", host: "b.test", port: nil),
        Place(scheme: "https", host: "a.test", port: nil), Place(scheme: "http", host: "a.test", port: 8080),
    ]
}

import SockeyeTesting

/// One command line, its server, and where its outcome differs from curl's on purpose.
///
/// In arguments, files and responses, `PORT` is the server's port and `DIR` the folder that the program runs in.
struct CommandCase: Sendable, CustomStringConvertible {
    /// The aspects to compare.
    enum Aspect: String, Sendable, CaseIterable {
        /// The exit code.
        case exitCode
        /// Its standard output.
        case output
        /// The files in its folder afterwards.
        case files
        /// The requests received by the server, byte for byte, except User-Agent.
        case requests
        /// How many connections the server accepted.
        case connections
    }

    /// An intended difference from curl, and what to expect instead.
    struct Difference: Sendable {
        let aspects: Set<Aspect>
        let reason: String
        /// Whether curl's outcome depends on a race, so that it may equal ours.
        let isRace: Bool
        let holds: @Sendable (Outcome) -> Bool
    }

    let arguments: [String]
    /// Arguments before the others.
    var flags: [String] = []
    var files: [String: String] = [:]
    var input = ""
    /// The shell command for the run; `"$0" "$@"` is the program with its arguments.
    var shell = "exec \"$0\" \"$@\""
    var isSecure = false
    var endpoint = LoopbackConfiguration.Endpoint.ipv4
    var certificate = LoopbackConfiguration.Certificate.trusted
    var script: Script?
    var difference: Difference?
    /// Applied to each request before the comparison.
    var normalise: @Sendable (String) -> String = { $0 }

    init(_ arguments: String...) {
        self.init(arguments)
    }

    init(_ arguments: [String]) {
        self.arguments = arguments
    }

    var description: String { (flags + arguments).joined(separator: " ") }

    /// With these files in the folder.
    func files(_ files: [String: String]) -> CommandCase { changed { $0.files = files } }

    /// With this standard input.
    func input(_ input: String) -> CommandCase { changed { $0.input = input } }

    /// Run by this shell command.
    func shell(_ words: String) -> CommandCase { changed { $0.shell = words } }

    /// Against a server that performs these steps on every connection.
    func script(_ steps: Step...) -> CommandCase { changed { $0.script = Script(steps) } }

    /// Against a server that waits for one request, sends this text, and closes.
    func answer(_ text: String) -> CommandCase {
        changed { $0.script = Script([.awaitRequest, .send(text), .close]) }
    }

    /// Against a TLS server whose CA is in `ca.pem`.
    func secure(_ certificate: LoopbackConfiguration.Certificate = .trusted) -> CommandCase {
        changed {
            $0.isSecure = true
            $0.certificate = certificate
        }
    }

    /// Against a server that listens on this endpoint.
    func endpoint(_ endpoint: LoopbackConfiguration.Endpoint) -> CommandCase { changed { $0.endpoint = endpoint } }

    /// An intended difference from curl, and why; `holds` checks what is expected instead.
    func differs(
        _ aspects: Set<Aspect>, _ reason: String, isRace: Bool = false, _ holds: @escaping @Sendable (Outcome) -> Bool
    ) -> CommandCase {
        changed { $0.difference = Difference(aspects: aspects, reason: reason, isRace: isRace, holds: holds) }
    }

    private func changed(_ change: (inout CommandCase) -> Void) -> CommandCase {
        var copy = self
        change(&copy)
        return copy
    }
}

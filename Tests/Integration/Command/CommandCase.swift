import SockeyeLoopback

/// One command line, the server it meets, and where its outcome differs from curl's on purpose.
///
/// In arguments, files and answers `PORT` stands for the server's port and `DIR` for the folder the program runs in.
struct CommandCase: Sendable, CustomStringConvertible {
    /// What is compared.
    enum Aspect: String, Sendable, CaseIterable {
        /// What the process returned.
        case exitCode
        /// Its standard output.
        case output
        /// The files it left in its folder.
        case files
        /// What the server received, byte for byte, User-Agent aside.
        case requests
        /// How many connections the server accepted.
        case connections
    }

    /// Something that is not as in curl, and what it is instead.
    struct Difference: Sendable {
        let aspects: Set<Aspect>
        let reason: String
        /// Whether curl's outcome hangs on a race: it may come out like ours.
        let isRace: Bool
        let holds: @Sendable (Outcome) -> Bool
    }

    let arguments: [String]
    /// More arguments, before the others.
    var flags: [String] = []
    var files: [String: String] = [:]
    var input = ""
    /// The shell's words for the run; `"$0" "$@"` is the program with its arguments.
    var shell = "exec \"$0\" \"$@\""
    var isSecure = false
    var endpoint = LoopbackConfiguration.Endpoint.ipv4
    var certificate = LoopbackConfiguration.Certificate.trusted
    var script: Script?
    var difference: Difference?
    /// Applied to each request as text before they are compared.
    var normalise: @Sendable (String) -> String = { $0 }

    init(_ arguments: String...) {
        self.arguments = arguments
    }

    var description: String { (flags + arguments).joined(separator: " ") }

    /// With these files in the folder.
    func files(_ files: [String: String]) -> CommandCase { changed { $0.files = files } }

    /// With this standard input.
    func input(_ input: String) -> CommandCase { changed { $0.input = input } }

    /// Run by these words of a shell.
    func shell(_ words: String) -> CommandCase { changed { $0.shell = words } }

    /// Against a server that does these steps on every connection.
    func script(_ steps: Step...) -> CommandCase { changed { $0.script = Script(steps) } }

    /// Against a server that waits for one request, sends this text, and closes.
    func answer(_ text: String) -> CommandCase {
        changed { $0.script = Script([.awaitRequest, .send(text), .close]) }
    }

    /// Against a server with TLS whose authority is in `ca.pem`.
    func secure(_ certificate: LoopbackConfiguration.Certificate = .trusted) -> CommandCase {
        changed {
            $0.isSecure = true
            $0.certificate = certificate
        }
    }

    /// Against a server that listens there.
    func endpoint(_ endpoint: LoopbackConfiguration.Endpoint) -> CommandCase { changed { $0.endpoint = endpoint } }

    /// Not as in curl, and why; `holds` says what is so instead.
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

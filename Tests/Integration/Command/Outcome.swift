/// What one program did with a command line.
struct Outcome: Sendable, CustomStringConvertible {
    var exitCode: Int32
    var output: String
    /// The files left in the folder that were not put there before, or were changed.
    var files: [String: String]
    var requests: [String]
    var connections: Int
    /// Standard error; compared only where a test says so.
    var errors: String

    /// One aspect as text, to compare.
    func text(of aspect: CommandCase.Aspect) -> String {
        switch aspect {
        case .exitCode: "\(exitCode)"
        case .output: output
        case .files: files.sorted { $0.key < $1.key }.map { "[\($0.key)]\n\($0.value)" }.joined(separator: "\n")
        case .requests: requests.joined(separator: "\n----\n")
        case .connections: "\(connections)"
        }
    }

    var description: String {
        CommandCase.Aspect.allCases.map { "\($0.rawValue): \(text(of: $0))" }.joined(separator: "\n")
            + "\nerrors: \(errors)"
    }
}

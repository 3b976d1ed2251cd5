/// The outcome of a command line with one program.
struct Outcome: Sendable, CustomStringConvertible {
    var exitCode: Int32
    var output: String
    /// New and changed files in the folder.
    var files: [String: String]
    var requests: [String]
    var connections: Int
    /// Standard error, compared only by tests that ask for it.
    var errors: String

    /// One aspect as text, for comparison.
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

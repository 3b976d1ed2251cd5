internal import SockeyeClient

/// What is said about the lines of a file that can't be read.
enum UnreadLines {
    /// So many are named.
    private static let most = 5

    /// Warns about such lines, if there are any.
    ///
    /// - Parameter kind: what they should be.
    static func warn(_ lines: [UnreadLine], of file: String, areNo kind: String, _ run: Run) {
        if lines.isEmpty { return }
        let numbers = lines.prefix(most).map { "\($0.number)" }.joined(separator: ", ")
        let more = lines.count > most ? " and \(lines.count - most) more" : ""
        let which =
            lines.count == 1 ? "line \(numbers): it is no \(kind)" : "lines \(numbers)\(more): they are no \(kind)s"
        run.warn("\(file): skipping \(which)")
    }
}

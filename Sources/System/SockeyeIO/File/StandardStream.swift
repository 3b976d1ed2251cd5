/// A file that was open when the process started, by its descriptor: the three standard streams, or another of its parent's.
package struct StandardStream: RawRepresentable, Sendable, Hashable {
    /// The descriptor.
    package let rawValue: Int32
    /// The stream of a descriptor.
    package init(rawValue: Int32) { self.rawValue = rawValue }
    /// Descriptor 0.
    package static let input = StandardStream(rawValue: 0)
    /// Descriptor 1.
    package static let output = StandardStream(rawValue: 1)
    /// Descriptor 2.
    package static let error = StandardStream(rawValue: 2)
}

extension StandardStream {
    /// For messages.
    var name: String {
        switch self {
        case .input: "standard input"
        case .output: "standard output"
        case .error: "standard error"
        default: "/dev/fd/\(rawValue)"
        }
    }
}

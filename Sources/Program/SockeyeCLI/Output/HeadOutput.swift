internal import SockeyeIO

/// Where the heads of an attempt go (`-D`): straight to an output, or to a file that transfers share.
struct HeadOutput: ~Copyable {
    var output: FileOutput
    private let shared: (heads: SharedHeads, name: String)?
    /// What the shared file gets in the end.
    private var gathered: [UInt8] = []

    /// Straight to this output.
    init(_ output: consuming FileOutput) {
        self.output = output
        shared = nil
    }

    /// To the shared file `name`.
    init(_ name: String, sharedBy heads: SharedHeads, on machine: any Machine) {
        output = .nothing(on: machine)
        shared = (heads, name)
    }

    mutating func write(_ bytes: [UInt8]) throws(OutputError) {
        if shared == nil { try output.write(bytes) } else { gathered += bytes }
    }

    /// Ends them, also those of a transfer that failed.
    mutating func complete() throws(OutputError) {
        guard let shared else { return try output.complete() }
        let heads = gathered
        gathered = []
        try shared.heads.append(heads, to: shared.name)
    }
}

internal import Sockeye
internal import SockeyeIO

/// The outputs of one transfer: for the body, and for the heads with `-D`.
///
/// A class, because outputs aren't copyable and several closures of a transfer write to them.
final class BodySink {
    private let machine: any Machine
    /// Where the body goes.
    var body: FileOutput
    private var heads: HeadOutput?
    private var filter: BodyFilter
    private var hasBody = false
    private var areHeadsComplete = false
    /// Whether there is no body to write: no file is created or replaced.
    var isBodyAbsent = false
    /// How many bytes `--max-filesize` still allows.
    var room = Int64.max
    /// The file's modification time, in seconds since 1970.
    var modified: Int64?

    /// The file that the body goes to, if any.
    private(set) var fileName: String?

    init(
        body: consuming FileOutput, heads: consuming HeadOutput?, filter: consuming BodyFilter, on machine: any Machine,
        fileName: String? = nil
    ) {
        (self.fileName, self.machine) = (fileName, machine)
        self.body = body
        self.heads = heads
        self.filter = filter
    }

    /// Bytes of the body written so far.
    var delivered: Int64 { body.written - headBytes }
    private var headBytes: Int64 = 0

    /// Whether the body's file isn't there yet.
    var makesNewFile: Bool { fileName.map { !machine.isTaken($0) } ?? false }

    /// Redirects the body to this file, before anything is written.
    func turn(to fileName: String, replacesExisting: Bool, mode: UInt32) {
        body = .file(fileName, on: machine, replacesExisting: replacesExisting, followsLink: false, mode: mode)
        self.fileName = fileName
    }

    /// The time by which the reader of a pipe must have taken the bytes.
    var deadline: Deadline {
        get { body.deadline }
        set {
            body.deadline = newValue
            heads?.output.deadline = newValue
        }
    }

    /// Opens the output pipes that have a reader. Returns the name of one that has none yet, if any.
    ///
    /// - Parameter hasBody: whether to open the body's output too.
    func openPipes(hasBody: Bool) throws(OutputError) -> String? {
        if try heads?.output.opensPipe() == false { return heads?.output.pipeName }
        if hasBody, try !body.opensPipe() { return body.pipeName }
        return nil
    }

    /// Starts the body.
    func beginBody(contentType: @autoclosure () -> String?) throws(TransferFailure) {
        hasBody = true
        try filter.begin(contentType: contentType())
    }

    /// Writes bytes of the body, through `--parse` if given.
    func writeBody(_ bytes: RawSpan) throws { try filter.take(bytes, output: &body) }

    /// The same within the limit of `--max-filesize`. As in curl, what fits is written.
    func writeWithinLimit(_ bytes: RawSpan) throws {
        try writeBody(bytes.extracting(first: Int(clamping: min(room, Int64(bytes.byteCount)))))
        room -= Int64(bytes.byteCount)
        if room < 0 { throw TransferFailure(.fileSizeExceeded, "Maximum file size exceeded") }
    }

    /// Whether the body can be discarded: the output is `/dev/null`, and no filter reads it.
    var dropsBody: Bool {
        get throws(OutputError) {
            guard room == .max, filter.isEmpty else { return false }
            return try body.isNullDevice
        }
    }

    /// Writes a head, or trailers, among the bytes of the body: `-i`.
    func writeIntoBody(head bytes: [UInt8]) throws(OutputError) {
        try body.write(bytes)
        headBytes += Int64(bytes.count)
    }

    func writeHead(_ bytes: [UInt8]) throws(OutputError) { try heads?.write(bytes) }

    /// Ends a complete transfer: the files get their names. Returns the body's digest if it was requested.
    func complete() throws -> Digest? {
        let digest = hasBody ? try filter.finish(output: &body) : nil
        if !isBodyAbsent { try body.complete(modified: modified) }
        try completeHeads()
        return digest
    }

    /// Gives the file of heads its name, although the body failed. A second call is a no-op: it would begin the file anew.
    func completeHeads() throws(OutputError) {
        if areHeadsComplete { return }
        areHeadsComplete = true
        try heads?.complete()
    }
}

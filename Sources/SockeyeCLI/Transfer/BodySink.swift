internal import Sockeye

/// Where one transfer's bytes go: the body's output, and the file for the heads when `-D` asks for one.
///
/// A class, because an output cannot be copied and several closures of one transfer write to it.
final class BodySink {
    private var body: FileOutput
    private var heads: FileOutput?
    private var filter: BodyFilter
    private var hasBody = false
    /// Whether there is no body to write: no file is made, and none replaced.
    var isBodyAbsent = false
    /// The time that the file is given, in seconds since 1970.
    var modified: Int64?

    /// The file that the body goes to, if it is one.
    private(set) var fileName: String?

    init(
        body: consuming FileOutput, heads: consuming FileOutput?, filter: consuming BodyFilter, fileName: String? = nil
    ) {
        self.fileName = fileName
        self.body = body
        self.heads = heads
        self.filter = filter
    }

    /// Bytes of the body written so far.
    var written: Int64 { body.written }

    /// The name of the partial file that a failure leaves behind.
    var partialName: String? { body.partialName }

    /// From here on, before anything was written, the body goes to this file.
    func turn(to fileName: String, replacesExisting: Bool, mode: UInt32) {
        body = .file(fileName, replacesExisting: replacesExisting, followsLink: false, mode: mode)
        self.fileName = fileName
    }

    /// When whoever reads a pipe has to have taken the bytes.
    var deadline: Deadline {
        get { body.deadline }
        set {
            body.deadline = newValue
            heads?.deadline = newValue
        }
    }

    /// Opens the pipes that are written to, as far as somebody reads them; the name of one that nobody reads yet.
    ///
    /// - Parameter hasBody: whether the body's is wanted.
    func openPipes(hasBody: Bool) throws(OutputError) -> String? {
        if try heads?.opensPipe() == false { return heads?.pipeName }
        if hasBody, try !body.opensPipe() { return body.pipeName }
        return nil
    }

    func write(_ bytes: RawSpan) throws(OutputError) {
        try body.write(bytes)
    }

    func write(_ bytes: [UInt8]) throws(OutputError) {
        try body.write(bytes)
    }

    /// The body begins.
    func beginBody(contentType: @autoclosure () -> String?) throws(TransferFailure) {
        hasBody = true
        try filter.begin(contentType: contentType())
    }

    /// Takes bytes of the body, and writes what `--parse` makes of them.
    func writeBody(_ bytes: RawSpan) throws {
        try filter.take(bytes, output: &body)
    }

    func writeHead(_ bytes: [UInt8]) throws(OutputError) {
        try heads?.write(bytes)
    }

    /// Everything came: the files get their names. Gives the body's digest when that was asked for.
    func complete() throws -> Digest? {
        let digest = hasBody ? try filter.finish(output: &body) : nil
        if !isBodyAbsent { try body.complete(modified: modified) }
        try heads?.complete()
        return digest
    }

    /// Nothing of the body is to stay.
    func discardBody() {
        body.discard()
    }

    /// The heads are all there will be: their file gets its name although the body does not.
    func completeHeads() throws(OutputError) {
        try heads?.complete()
    }
}

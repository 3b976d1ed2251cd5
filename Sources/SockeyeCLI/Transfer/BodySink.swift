/// Where one transfer's bytes go: the body's output, and the file for the heads when `-D` asks for one.
///
/// A class, because an output cannot be copied and several closures of one transfer write to it.
final class BodySink {
    private var body: FileOutput
    private var heads: FileOutput?

    init(body: consuming FileOutput, heads: consuming FileOutput?) {
        self.body = body
        self.heads = heads
    }

    /// Bytes of the body written so far.
    var written: Int64 { body.written }

    /// The name of the partial file that a failure leaves behind.
    var partialName: String? { body.partialName }

    func write(_ bytes: RawSpan) throws(OutputError) {
        try body.write(bytes)
    }

    func write(_ bytes: [UInt8]) throws(OutputError) {
        try body.write(bytes)
    }

    func writeHead(_ bytes: [UInt8]) throws(OutputError) {
        try heads?.write(bytes)
    }

    /// Everything came: the files get their names.
    func complete() throws(OutputError) {
        try body.complete()
        try heads?.complete()
    }

    /// The heads are all there will be: their file gets its name although the body does not.
    func completeHeads() throws(OutputError) {
        try heads?.complete()
    }
}

import HTTPTypes
import SockeyeClient
import SockeyeIO
import SockeyeTransfers

/// One request that reached a server, and what it was answered.
struct Visit {
    let line: Int
    let method: String
    let answer: Answer
}

// SAFETY: a world runs on one thread.
/// One call of the client, and all that the world knows about it.
final class Operation: @unchecked Sendable {
    /// What is called.
    enum Kind {
        case get, head, delete, post, put, stream
        /// A download to the file of this number.
        case download(Int)
        /// A resumable upload of the user's file.
        case upload(SentFile)
    }

    /// What is done with the response.
    enum Taking {
        case whole
        /// This many pieces are read, then it is dropped.
        case partly(Int)
        /// With a pause after each piece.
        case slowly(Duration)
    }

    /// How it ended.
    enum Outcome {
        case response(status: Int, fields: HTTPFields, body: [UInt8], isWhole: Bool)
        case failure(HTTPClientError)
        /// A download, what is wrong with the file, and why it failed.
        case file(String?, DownloadError?, hadFile: Bool)
        /// An upload, and why it failed.
        case upload(ResumableUploadError?)
        case other(String)
    }

    let number: Int
    let kind: Kind
    let place: Place
    unowned let world: World
    var taking = Taking.whole
    var bodyLength = 0
    var expectsContinue = false
    /// Whether its body's stream fails.
    var isBodyBroken = false
    /// Whether the caller gave it a credential of its own.
    var hasOwnCredential = false
    var total: Duration?
    var download: DownloadOptions?
    /// Whether it pauses by itself while it sends, to keep to a rate.
    var isPaced = false
    var cancel: (() -> Void)?
    var isCancelled = false

    /// The line that was opened for it last.
    var newLine: Line?
    @TaskLocal static var current: Operation?

    private(set) var began: UInt64 = 0
    var outcomes = 0
    var visits: [Visit] = []
    var attempts: [Attempt] = []

    /// The bytes of the body that it sends now, from where that begins.
    private func isOwn(_ piece: [UInt8], at offset: Int, in attempt: Attempt) -> Bool {
        guard case .upload(let file) = kind else {
            return piece == Content.request(number, offset..<offset + piece.count)
        }
        let start = attempt.bodyStart + offset
        guard start >= 0, start + piece.count <= file.bytes.count else { return false }
        return file.bytes[start..<start + piece.count] == piece[...]
    }

    init(_ number: Int, _ kind: Kind, at place: Place, in world: World) {
        (self.number, self.kind, self.place, self.world) = (number, kind, place, world)
    }

    /// Whether it moves a file, over several lines and with clocks of its own.
    var isTransfer: Bool {
        switch kind {
        case .download, .upload: true
        default: false
        }
    }

    func begin() {
        began = world.now
        world.trace.note("begins", number, at: world.now)
    }

    // MARK: What its lines tell

    /// It has got a line.
    func got(_ line: Line) {
        if !line.isQuiet { world.breaks("operation \(number) takes line \(line.number), which isn't quiet") }
        line.record.owner = self
        line.record.lastMoved = world.now
        attempts.append(Attempt(line.record))
    }

    /// The head of a final response has come.
    func received(_ status: Int) {
        attempts.last?.status = status
    }

    /// Bytes of it have left on a line.
    func left(_ bytes: [UInt8], on line: Line) {
        guard let attempt = attempts.last(where: { $0.line === line.record }) else {
            return world.breaks("operation \(number) writes on line \(line.number), which it hasn't got")
        }
        if attempt.beginning.last != 0x20 {
            attempt.beginning += bytes.prefix(through: bytes.firstIndex(of: 0x20) ?? bytes.count - 1)
            Repetition.check(self, attempt)
        }
        attempt.bytesLeft += bytes.count
        do throws(RequestParser.Garbled) {
            for event in try attempt.parser.take(bytes) {
                switch event {
                case .head(let head):
                    attempt.method = head.method
                    attempt.bodyStart = head.values("upload-offset").first.flatMap { Int($0) } ?? 0
                    Belonging.check(head, of: self, at: line.place)
                case .body(let piece):
                    if !isOwn(piece, at: attempt.bodyLeft, in: attempt) {
                        world.breaks("operation \(number) sends other bytes than its body's")
                    }
                    attempt.bodyLeft += piece.count
                case .end: attempt.isWhole = true
                }
            }
        } catch {
            world.breaks("operation \(number): \(error.words)")
        }
    }
}

/// One use of a line by an operation.
final class Attempt {
    let line: LineRecord
    var parser = RequestParser()
    /// What has left of the method and the space after it.
    var beginning: [UInt8] = []
    var bytesLeft = 0
    var bodyLeft = 0
    /// Where in the file of an upload its body begins.
    var bodyStart = 0
    var method: String?
    /// Whether the whole request has left.
    var isWhole = false
    /// The final status, once its head has come.
    var status: Int?

    init(_ line: LineRecord) {
        self.line = line
    }
}

import SockeyeTransfers

/// What a server does with one request about an upload: tus 1.0 or the draft, strictly.
final class UploadTurn {
    private let file: SentFile
    private let method: String
    private unowned let world: World
    private var part: SentFile.Part?
    private var turn = 0
    /// Where the body's bytes belong; `nil` if they belong nowhere.
    private var offset: Int?
    private let isLast: Bool
    private(set) var answer = Answer()
    /// An interim answer to send at once.
    private(set) var interim: String?

    /// `nil` if the request isn't about an upload.
    init?(_ head: RequestParser.Head, _ world: World) {
        guard let file = world.sent.first(where: { head.target == $0.target || head.target.hasPrefix($0.target + "/") })
        else { return nil }
        (self.file, self.world, method) = (file, world, head.method)
        isLast = head.values("upload-complete") != ["?0"]
        answer.take(timeFrom: world.choices, world.mood, expects: false)
        answer.isEarly = false
        if world.mood.server > 0, world.choices.rarely(8) {
            refuse(world.choices.one(of: [503, 500, 429]))
        } else if head.target == file.target {
            create(head)
        } else {
            use(head)
        }
    }

    private func refuse(_ status: Int) {
        answer.status = status
        answer.isEarly = world.choices.rarely(2)
    }

    private func take(_ part: SentFile.Part) {
        self.part = part
        part.turn += 1
        turn = part.turn
    }

    // MARK: The head

    private func create(_ head: RequestParser.Head) {
        let part = file.makePart()
        take(part)
        offset = 0
        let path = "\(file.target)/\(part.number)"
        // Anywhere: the client must not take secrets along.
        let place = world.choices.rarely(6) ? world.choices.one(of: world.places).url + path : path
        if head.values("upload-length") != ["\(file.bytes.count)"] {
            world.breaks("an upload of \(file.bytes.count) bytes says \(head.values("upload-length"))")
        }
        answer.fields.append(("Location", place))
        if file.spoken == .ietf, !world.choices.rarely(3) {
            interim = """
                HTTP/1.1 104 Upload Resumption Supported\r
                Upload-Draft-Interop-Version: 8\r
                Location: \(place)\r\n\r\n
                """
        }
    }

    private func use(_ head: RequestParser.Head) {
        guard let part = file.part(at: head.target) else { return refuse(404) }
        take(part)
        if world.mood.server > 1, world.choices.rarely(12) {
            part.isForgotten = true
            return refuse(world.choices.one(of: [404, 410]))
        }
        switch method {
        case "PATCH":
            let told = head.values("upload-offset").first.flatMap { Int($0) }
            // RFC 9110 section 15.5.10: the offset is another one.
            if told == part.bytes.count, !part.isWhole { offset = told } else { refuse(409) }
        case "HEAD":
            if world.mood.server > 1, world.choices.rarely(10), !part.isWhole {
                part.bytes.removeLast(world.choices.pick(part.bytes.count + 1))
            }
        case "DELETE": part.isForgotten = true
        default: world.breaks("an upload gets a \(method)")
        }
    }

    /// Where in the file the body begins.
    var bodyStart: Int { offset ?? 0 }

    // MARK: The body

    /// Keeps bytes, unless another request has come for the upload.
    func received(_ piece: [UInt8]) {
        guard let part, offset != nil, part.turn == turn, !part.isForgotten else { return }
        if !file.bytes.dropFirst(part.bytes.count).starts(with: piece) {
            world.breaks("upload \(part.number) of \(file.target) gets other bytes")
        }
        part.bytes += piece
    }

    /// The request has ended: completes the answer. False if the server only closes the connection.
    func end() -> Bool {
        guard answer.status < 300, let part else { return true }
        // A later request took over.
        if part.turn != turn { return false }
        if offset != nil, isLast || file.spoken == .tus, part.bytes.count == file.bytes.count { part.isWhole = true }
        if offset != nil, isLast, file.spoken == .ietf, !part.isWhole {
            world.breaks("upload \(part.number) of \(file.target) ends after \(part.bytes.count) bytes")
        }
        let fields = [("Upload-Offset", "\(part.bytes.count)"), ("Upload-Length", "\(file.bytes.count)")]
        if file.spoken == .tus {
            answer.status = method == "POST" ? 201 : method == "HEAD" ? 200 : 204
            answer.fields += [("Tus-Resumable", "1.0.0")] + (method == "DELETE" ? [] : fields)
        } else {
            answer.status = method == "HEAD" || method == "DELETE" || !part.isWhole && method == "PATCH" ? 204 : 201
            answer.fields += [("Upload-Complete", part.isWhole ? "?1" : "?0")] + (method == "DELETE" ? [] : fields)
        }
        return true
    }
}

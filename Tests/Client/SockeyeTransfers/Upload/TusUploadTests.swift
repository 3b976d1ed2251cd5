import HTTPTypes
import SockeyeClient
import SockeyeDigest
import SockeyeURL
import SockeyeFields
import Testing

@testable import SockeyeTransfers

/// tus as decisions: the server's response → the next step.
struct TusUploadTests {
    /// One response of the server in short form: status, offset, other fields.
    struct Turn: Sendable {
        var status: Int?
        var fields: HTTPFields = [:]

        /// A response of a tus server.
        static func answer(_ status: Int, offset: Int64? = nil, _ more: HTTPFields = [:]) -> Turn {
            var fields: HTTPFields = [.tusResumable: "1.0.0"]
            if let offset { fields[.uploadOffset] = "\(offset)" }
            for field in more { fields[field.name] = field.value }
            return Turn(status: status, fields: fields)
        }

        static let created = answer(201, [.location: "/u/1"])
        static let lost = Turn(status: nil)
    }

    struct Case: Sendable, CustomStringConvertible {
        var description: String
        var place: String?
        var acknowledged: Int64 = 0
        var length: Int64 = 100
        var most: Int64?
        var turns: [Turn]
        /// The steps in order, then the end.
        var expected: [String]

        init(
            _ description: String, place: String? = nil, acknowledged: Int64 = 0, length: Int64 = 100,
            most: Int64? = nil, _ turns: [Turn], _ expected: [String]
        ) {
            self.description = description
            self.place = place
            self.acknowledged = acknowledged
            self.length = length
            self.most = most
            self.turns = turns
            self.expected = expected
        }
    }

    @Test(arguments: [
        Case("all in one", [.created, .answer(204, offset: 100)], ["POST /files", "PATCH /u/1 0-100", "finish"]),
        Case("empty", length: 0, [.created], ["POST /files", "finish"]),
        Case(
            "in pieces", most: 40,
            [.created, .answer(204, offset: 40), .answer(204, offset: 80), .answer(204, offset: 100)],
            ["POST /files", "PATCH /u/1 0-40", "PATCH /u/1 40-80", "PATCH /u/1 80-100", "finish"]),
        Case(
            "the server accepts less than was sent", [.created, .answer(204, offset: 30), .answer(204, offset: 100)],
            ["POST /files", "PATCH /u/1 0-100", "PATCH /u/1 30-100", "finish"]),
        Case(
            "resumed", place: "/u/9", acknowledged: 10, [.answer(200, offset: 60), .answer(204, offset: 100)],
            ["HEAD /u/9", "PATCH /u/9 60-100", "finish"]),
        Case(
            "complete already", place: "/u/9", [.answer(200, offset: 100)], ["HEAD /u/9", "finish without an answer"]),
        Case(
            "cut in the body", [.created, .lost, .answer(200, offset: 70), .answer(204, offset: 100)],
            ["POST /files", "PATCH /u/1 0-100", "HEAD /u/1 after 1.0 seconds", "PATCH /u/1 70-100", "finish"]),
        Case(
            "cut before the creation's response", [.lost, .created, .answer(204, offset: 100)],
            ["POST /files", "POST /files after 1.0 seconds", "PATCH /u/1 0-100", "finish"]),
        Case(
            "409, 423 and 503 retry with growing delays",
            [
                .created, .answer(409), .answer(423), .answer(503, [.retryAfter: "9"]), .answer(200, offset: 0),
                .answer(204, offset: 100),
            ],
            [
                "POST /files", "PATCH /u/1 0-100", "HEAD /u/1 after 1.0 seconds", "HEAD /u/1 after 2.0 seconds",
                "HEAD /u/1 after 9.0 seconds", "PATCH /u/1 0-100", "finish",
            ]),
        Case(
            "460 is sent again", [.created, .answer(460), .answer(200, offset: 0), .answer(204, offset: 100)],
            ["POST /files", "PATCH /u/1 0-100", "HEAD /u/1 after 1.0 seconds", "PATCH /u/1 0-100", "finish"]),
        Case(
            "gone: begun again", place: "/u/9", [.answer(404), .created, .answer(204, offset: 100)],
            ["HEAD /u/9", "POST /files", "PATCH /u/1 0-100", "finish"]),
        Case(
            "gone twice", place: "/u/9", [.answer(410), .created, .answer(404)],
            ["HEAD /u/9", "POST /files", "PATCH /u/1 0-100", "unusable"]),
        Case(
            "more than the file has", place: "/u/9", [.answer(200, offset: 101), .created, .answer(204, offset: 100)],
            ["HEAD /u/9", "POST /files", "PATCH /u/1 0-100", "finish"]),
        Case(
            "another length", place: "/u/9",
            [.answer(200, offset: 50, [.uploadLength: "99"]), .created, .answer(204, offset: 100)],
            ["HEAD /u/9", "POST /files", "PATCH /u/1 0-100", "finish"]),
        Case(
            "backwards", place: "/u/9", acknowledged: 50,
            [.answer(200, offset: 49), .created, .answer(204, offset: 100)],
            ["HEAD /u/9", "POST /files", "PATCH /u/1 0-100", "finish"]),
        Case(
            "more than it was sent", most: 40,
            [.created, .answer(204, offset: 41), .created, .answer(204, offset: 41)],
            ["POST /files", "PATCH /u/1 0-40", "POST /files", "PATCH /u/1 0-40", "unusable"]),
        Case(
            "never accepts anything",
            [.created] + (0..<6).flatMap { _ in [Turn.answer(204, offset: 0), .answer(200, offset: 0)] },
            [
                "POST /files", "PATCH /u/1 0-100", "HEAD /u/1 after 1.0 seconds", "PATCH /u/1 0-100",
                "HEAD /u/1 after 2.0 seconds", "PATCH /u/1 0-100", "HEAD /u/1 after 4.0 seconds", "PATCH /u/1 0-100",
                "HEAD /u/1 after 8.0 seconds", "PATCH /u/1 0-100", "HEAD /u/1 after 16.0 seconds", "PATCH /u/1 0-100",
                "malformed",
            ]),
        Case(
            "413 makes smaller pieces", length: 400_000,
            [
                .created, .answer(413), .answer(200, offset: 0), .answer(204, offset: 200_000),
                .answer(204, offset: 400_000),
            ],
            [
                "POST /files", "PATCH /u/1 0-400000", "HEAD /u/1", "PATCH /u/1 0-200000", "PATCH /u/1 200000-400000",
                "finish",
            ]),
        Case("413 for very little", [.created, .answer(413)], ["POST /files", "PATCH /u/1 0-100", "too large"]),
        Case("413 at the creation", [.answer(413, [.tusMaxSize: "50"])], ["POST /files", "too large, limit 50"]),
        Case("another version", [.answer(412, [.tusVersion: "2.0.0"])], ["POST /files", "not supported"]),
        Case("no tus at all", [Turn(status: 200)], ["POST /files", "not supported"]),
        Case("refused", [.answer(403)], ["POST /files", "refused 403"]),
        Case(
            "a piece is refused", place: "/u/9", [.answer(200, offset: 0), .answer(403)],
            ["HEAD /u/9", "PATCH /u/9 0-100", "refused 403"]),
        Case("401 when asked", place: "/u/9", [.answer(401)], ["HEAD /u/9", "refused 401"]),
        Case(
            "the server refuses the type", [.created, .answer(415)], ["POST /files", "PATCH /u/1 0-100", "refused 415"]),
        Case("no place", [.answer(201)], ["POST /files", "malformed"]),
        Case("no offset", place: "/u/9", [.answer(200)], ["HEAD /u/9", "malformed"]),
        Case(
            "a negative offset is invalid", place: "/u/9", [.answer(200, [.uploadOffset: "-1"])],
            ["HEAD /u/9", "malformed"]),
        Case("a place elsewhere", [.answer(201, [.location: "ftp://h/u"])], ["POST /files", "malformed"]),
    ])
    func decisions(_ test: Case) throws {
        let base = try HTTPURL("http://h")
        let plan = UploadState.Plan(
            target: try HTTPURL("http://h/files"), length: test.length, perRequestLimit: test.most)
        let place = try test.place.map { try base.resolving($0) }
        let upload = TusUpload(UploadState(plan, place: place, acknowledged: test.acknowledged))
        let lines = try ProtocolScript.run(
            .tus(upload), test.turns.map { turn in turn.status.map { ($0, turn.fields) } })
        #expect(lines == test.expected)
    }

    @Test func requestsAreAsTheDocumentWants() throws {
        let plan = UploadState.Plan(target: try HTTPURL("https://h/files"), length: 100)
        var upload = TusUpload(
            UploadState(plan, place: nil, acknowledged: 0),
            metadata: [("filename", "ü.png"), ("is_confidential", ""), ("bad name", "x"), ("a,b", "y"), ("", "z")],
            checksum: .sha1)
        guard case .send(let creation, .zero) = upload.begin() else {
            Issue.record("no step")
            return
        }
        #expect(creation.fields[.uploadLength] == "100")
        #expect(creation.fields[.tusResumable] == "1.0.0")
        #expect(creation.fields[.uploadMetadata] == "filename w7wucG5n,is_confidential")
        #expect(creation.body == 0..<0)
        let answer = UploadAnswer(
            status: 201,
            fields: [.tusResumable: "1.0.0", .location: "../u/1", .uploadExpires: "Sun, 06 Nov 1994 08:49:37 GMT"],
            url: try HTTPURL("https://h/files/x/"))
        guard case .send(let patch, .zero) = upload.handle(.answered(answer), now: ProtocolScript.now) else {
            Issue.record("no step")
            return
        }
        #expect(patch.url.href == "https://h/files/u/1")
        #expect(patch.fields[.uploadOffset] == "0")
        #expect(patch.fields[.contentType] == "application/offset+octet-stream")
        #expect(patch.checksum == .tus(.sha1))
        #expect(upload.state.expires?.description == "Sun, 06 Nov 1994 08:49:37 GMT")
        // https never leads to http, and user names from the server are ignored.
        for (location, isUsed) in [("http://h/u", false), ("https://other/u", true), ("https://a:b@h/u", true)] {
            var upload = TusUpload(UploadState(plan, place: nil, acknowledged: 0))
            _ = upload.begin()
            let answer = UploadAnswer(
                status: 201, fields: [.tusResumable: "1.0.0", .location: location], url: plan.target)
            let action = upload.handle(.answered(answer), now: ProtocolScript.now)
            if case .send(let step, _) = action {
                #expect(isUsed && !step.url.hasCredentials, "\(location)")
            } else {
                #expect(!isUsed, "\(location)")
            }
        }
    }
}

/// Feeds responses to a protocol and records its steps.
enum ProtocolScript {
    /// The current time for Retry-After.
    static var now: HTTPDate { HTTPDate(secondsSinceEpoch: 1_000_000_000) ?? .present }

    /// - Parameter turns: status and fields of each response; `nil` for none.
    static func run(_ machine: UploadMachine, _ turns: [(Int, HTTPFields)?]) throws -> [String] {
        var machine = machine
        var turns = turns[...]
        var lines: [String] = []
        var action = machine.begin()
        while true {
            lines.append(words(for: action))
            guard case .send(let step, _) = action else { return lines }
            guard let turn = turns.popFirst() else { return lines + ["out of turns"] }
            let event: UploadEvent =
                if let (status, fields) = turn {
                    .answered(UploadAnswer(status: status, fields: fields, url: step.url))
                } else {
                    .lost(UploadFailure("cut"), mayPass: true, sentNothing: false)
                }
            action = machine.handle(event, now: now)
        }
    }

    static func words(for action: UploadAction) -> String {
        switch action {
        case .send(let step, let delay):
            var text = "\(step.method.rawValue) \(step.url.path)"
            if step.purpose != .create || step.method != .post, let body = step.body {
                text += " \(body.lowerBound)-\(body.upperBound)"
            }
            if let isComplete = step.fields[.uploadComplete] { text += " \(isComplete)" }
            return delay > .zero ? "\(text) after \(delay)" : text
        case .finish(let isAnswered): return isAnswered ? "finish" : "finish without an answer"
        case .fail(let error):
            switch error {
            case .lost: return "lost"
            case .refused(let status, _): return "refused \(status)"
            case .notSupported: return "not supported"
            case .malformed: return "malformed"
            case .tooLarge(_, let limit): return "too large" + (limit.map { ", limit \($0)" } ?? "")
            case .unsafePlace: return "unsafe place"
            case .unusable: return "unusable"
            default: return "\(error)"
            }
        }
    }
}

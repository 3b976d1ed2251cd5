import HTTPTypes
import SockeyeDigest
import SockeyeURL
import SockeyeFields
import Testing

@testable import SockeyeTransfers

/// The IETF draft as decisions: the server's response → the next step.
struct DraftUploadTests {
    /// The server's turn for one request: interim responses, then a final one or none.
    struct Turn: Sendable {
        var interim: [HTTPFields] = []
        var status: Int?
        var fields: HTTPFields = [:]

        static func answer(_ status: Int, _ fields: HTTPFields = [:]) -> Turn {
            Turn(status: status, fields: fields)
        }

        static let lost = Turn(status: nil)

        /// The same, with 104 before it.
        func after(_ interim: HTTPFields...) -> Turn {
            var turn = self
            turn.interim = interim.map { fields in
                var fields = fields
                if fields[.uploadDraftInteropVersion] == nil { fields[.uploadDraftInteropVersion] = "8" }
                return fields
            }
            return turn
        }

        static func head(_ offset: Int64, complete: Bool = false, _ more: HTTPFields = [:]) -> Turn {
            var fields: HTTPFields = [.uploadOffset: "\(offset)", .uploadComplete: complete ? "?1" : "?0"]
            for field in more { fields[field.name] = field.value }
            return Turn(status: 204, fields: fields)
        }

        static let done = answer(201, [.uploadComplete: "?1"])
    }

    struct Case: Sendable, CustomStringConvertible {
        var description: String
        var place: String?
        var acknowledged: Int64
        var length: Int64
        var method: HTTPRequest.Method
        var isSpoken: Bool
        var limits: String?
        var turns: [Turn]
        var expected: [String]

        init(
            _ description: String, place: String? = nil, acknowledged: Int64 = 0, length: Int64 = 100,
            method: HTTPRequest.Method = .put, isSpoken: Bool = false, limits: String? = nil, _ turns: [Turn],
            _ expected: [String]
        ) {
            self.description = description
            self.place = place
            self.acknowledged = acknowledged
            self.length = length
            self.method = method
            self.isSpoken = isSpoken
            self.limits = limits
            self.turns = turns
            self.expected = expected
        }
    }

    private static let place: HTTPFields = [.location: "/u/1"]
    private static let create = "PUT /file 0-100 ?1"

    @Test(arguments: [
        Case("a server without support", [.answer(200)], [create, "finish"]),
        Case("one that does", [.done.after(place)], [create, "finish"]),
        Case("empty", length: 0, [.done.after(place)], ["PUT /file 0-0 ?1", "finish"]),
        Case(
            "cut after 104", [.lost.after(place), .head(30), .done],
            [create, "HEAD /u/1 after 1.0 seconds", "PATCH /u/1 30-100 ?1", "finish"]),
        Case(
            "500 after 104", [.answer(500).after(place), .head(30), .done],
            [create, "HEAD /u/1 after 1.0 seconds", "PATCH /u/1 30-100 ?1", "finish"]),
        Case(
            "cut without 104: PUT may be repeated", [.lost, .done], [create, "\(create) after 1.0 seconds", "finish"]),
        Case("cut without 104: POST may not", method: .post, [.lost], ["POST /file ?1", "lost"]),
        Case(
            "104 of another version means nothing",
            [.lost.after([.location: "/u/7", .uploadDraftInteropVersion: "7"]), .done],
            [create, "\(create) after 1.0 seconds", "finish"]),
        Case("resumed", place: "/u/9", [.head(60), .done], ["HEAD /u/9", "PATCH /u/9 60-100 ?1", "finish"]),
        Case(
            "complete, but the response was lost", place: "/u/9", [.head(100, complete: true)],
            ["HEAD /u/9", "finish without an answer"]),
        Case(
            "all there, but not marked complete", place: "/u/9", [.head(100), .done],
            ["HEAD /u/9", "PATCH /u/9 100-100 ?1", "finish"]),
        Case(
            "the last response was lost", place: "/u/9", [.head(60), .lost, .head(100, complete: true)],
            ["HEAD /u/9", "PATCH /u/9 60-100 ?1", "HEAD /u/9 after 1.0 seconds", "finish without an answer"]),
        Case(
            "all there, and the target refuses it", place: "/u/9", [.head(60), .answer(422, [.uploadComplete: "?1"])],
            ["HEAD /u/9", "PATCH /u/9 60-100 ?1", "refused 422"]),
        Case(
            "limits known in advance: pieces", isSpoken: true, limits: "max-append-size=40",
            [
                .answer(201, [.location: "/u/1", .uploadComplete: "?0"]), .answer(204, [.uploadComplete: "?0"]),
                .done,
            ], ["PUT /file 0-40 ?0", "PATCH /u/1 40-80 ?0", "PATCH /u/1 80-100 ?1", "finish"]),
        Case(
            "a part taken for the whole", isSpoken: true, limits: "max-append-size=40", [.answer(200)],
            ["PUT /file 0-40 ?0", "malformed"]),
        Case(
            "limits given in 104: the request is stopped",
            [.lost.after([.location: "/u/1", .uploadLimit: "max-append-size=60"]), .head(10), .answer(204), .done],
            [create, "HEAD /u/1", "PATCH /u/1 10-70 ?0", "PATCH /u/1 70-100 ?1", "finish"]),
        Case(
            "limits given with 413", isSpoken: true,
            [
                .answer(413, [.uploadLimit: "max-append-size=50"]),
                .answer(201, [.location: "/u/1", .uploadComplete: "?0"]), .done,
            ], [create, "PUT /file 0-50 ?0", "PATCH /u/1 50-100 ?1", "finish"]),
        Case(
            "413 of a proxy below the limit that the server repeats", place: "/u/9", length: 1_000_000,
            (0..<4).flatMap { _ in [Turn.head(0, [.uploadLimit: "max-append-size=900000"]), .answer(413)] },
            [900_000, 450_000, 225_000, 112_500].flatMap { ["HEAD /u/9", "PATCH /u/9 0-\($0) ?0"] } + ["too large"]),
        Case(
            "507 is for the user", place: "/u/9", [.head(0), .answer(507)],
            ["HEAD /u/9", "PATCH /u/9 0-100 ?1", "refused 507"]),
        Case("413 of a server that may not support it", [.answer(413)], [create, "too large"]),
        Case(
            "the maximum size, given in 104", [.lost.after([.location: "/u/1", .uploadLimit: "max-size=99"])],
            [create, "too large, limit 99"]),
        Case(
            "limits that keep changing", place: "/u/9",
            (0..<9).flatMap { number in
                [Turn.head(0), Turn.lost.after([.uploadLimit: "max-append-size=\(90 - number)"])]
            },
            ["HEAD /u/9", "PATCH /u/9 0-100 ?1"]
                + (0..<8).flatMap { ["HEAD /u/9", "PATCH /u/9 0-\(90 - $0) ?0"] } + ["malformed"]),
        Case("the maximum size, known in advance", isSpoken: true, limits: "max-size=99", [], ["too large, limit 99"]),
        Case(
            "two places", [.lost.after(place, [.location: "/u/2"])], [create, "malformed"]),
        Case("a location that isn't a URL", [.lost.after([.location: "http://h:x/"])], [create, "malformed"]),
        Case(
            "409 with the offset", place: "/u/9", [.head(60), .answer(409, [.uploadOffset: "70"]), .done],
            ["HEAD /u/9", "PATCH /u/9 60-100 ?1", "PATCH /u/9 70-100 ?1 after 1.0 seconds", "finish"]),
        Case(
            "409 without", place: "/u/9", [.head(60), .answer(409), .head(65), .done],
            [
                "HEAD /u/9", "PATCH /u/9 60-100 ?1", "HEAD /u/9 after 1.0 seconds", "PATCH /u/9 65-100 ?1", "finish",
            ]),
        Case(
            "409 that goes back", place: "/u/9", [.head(60), .answer(409, [.uploadOffset: "5"]), .done],
            ["HEAD /u/9", "PATCH /u/9 60-100 ?1", create, "finish"]),
        Case(
            "backwards since the last run", place: "/u/9", acknowledged: 50, [.head(49), .done],
            ["HEAD /u/9", create, "finish"]),
        Case(
            "more than the file has", place: "/u/9", [.head(101), .done], ["HEAD /u/9", create, "finish"]),
        Case(
            "another length", place: "/u/9", [.head(10, [.uploadLength: "50"]), .done], ["HEAD /u/9", create, "finish"]),
        Case(
            "less than all is called complete", place: "/u/9", [.head(10, complete: true), .done],
            ["HEAD /u/9", create, "finish"]),
        Case(
            "an impossible offset in 104", place: "/u/9",
            [.head(10), .lost.after([.uploadOffset: "1000"]), .done],
            ["HEAD /u/9", "PATCH /u/9 10-100 ?1", create, "finish"]),
        Case(
            "gone twice", place: "/u/9", [.answer(404), .lost.after(place), .answer(410)],
            ["HEAD /u/9", create, "HEAD /u/1 after 1.0 seconds", "unusable"]),
        Case("403 when asked", place: "/u/9", [.answer(403)], ["HEAD /u/9", "refused 403"]),
        Case("no offset", place: "/u/9", [.answer(204)], ["HEAD /u/9", "malformed"]),
        Case("refused", [.answer(405)], [create, "refused 405"]),
        Case("refused after 104", [.answer(400).after(place)], [create, "refused 400"]),
    ])
    func decisions(_ test: Case) throws {
        let base = try HTTPURL("http://h/file")
        let plan = UploadState.Plan(target: base, length: test.length)
        let place = try test.place.map { try base.resolving($0) }
        let upload = DraftUpload(
            UploadState(plan, place: place, acknowledged: test.acknowledged), method: test.method,
            isSpoken: test.isSpoken, limits: test.limits.flatMap { UploadLimits(parsing: $0) })
        var machine = UploadMachine.draft(upload)
        var turns = test.turns[...]
        var lines: [String] = []
        var action = machine.begin()
        while true {
            lines.append(ProtocolScript.words(for: action))
            guard case .send(let step, _) = action, let turn = turns.popFirst() else { break }
            var isStopped = false
            for fields in turn.interim where !isStopped {
                isStopped = machine.interim(UploadAnswer(status: 104, fields: fields, url: step.url)) == .stop
            }
            let event: UploadEvent =
                if isStopped {
                    .stopped
                } else if let status = turn.status {
                    .answered(UploadAnswer(status: status, fields: turn.fields, url: step.url))
                } else {
                    .lost(UploadFailure("cut"), mayPass: true, sentNothing: false)
                }
            action = machine.handle(event, now: ProtocolScript.now)
        }
        #expect(lines == test.expected)
        #expect(turns.isEmpty)
    }

    /// Of the caller's limit, the server's and that of checksums.
    @Test(
        arguments: [
            (nil, false, "max-append-size=40", 40), (nil, true, "max-append-size=40", 40),
            (nil, true, "max-append-size=99999999", 16 << 20), (nil, false, "max-append-size=99999999", 99_999_999),
            (5000, true, "max-append-size=99999999", 5000), (5000, false, "max-append-size=99999999", 5000),
            (5000, true, "max-append-size=40", 40), (5000, true, "max-size=99999999", 5000),
            (5000, true, "min-append-size=6000", 6000),
        ] as [(Int64?, Bool, String, Int64)])
    func theSmallestLimitCounts(_ own: Int64?, _ sendsChecksums: Bool, _ limits: String, _ expected: Int64) throws {
        let plan = UploadState.Plan(
            target: try HTTPURL("http://h/file"), length: 99_999_999, perRequestLimit: own)
        let upload = DraftUpload(
            UploadState(plan, place: nil, acknowledged: 0), method: .put, isSpoken: true,
            limits: UploadLimits(parsing: limits), checksum: sendsChecksums ? .sha256 : nil)
        #expect(upload.state.perRequestLimit == expected)
    }

    @Test func requestsAreAsTheDraftWants() throws {
        let plan = UploadState.Plan(target: try HTTPURL("http://h/file"), length: 100)
        var upload = DraftUpload(UploadState(plan, place: nil, acknowledged: 0), method: .put)
        guard case .send(let creation, .zero) = upload.begin() else {
            Issue.record("no step")
            return
        }
        #expect(creation.fields == [.uploadDraftInteropVersion: "8", .uploadComplete: "?1", .uploadLength: "100"])
        let interim = UploadAnswer(
            status: 104, fields: [.uploadDraftInteropVersion: "8", .location: "u/1", .uploadLimit: "max-age=60"],
            url: plan.target)
        #expect(upload.interim(interim) == .goOn)
        #expect(upload.state.place?.href == "http://h/u/1")
        guard
            case .send(let head, _) = upload.handle(
                .lost(UploadFailure("cut"), mayPass: true, sentNothing: false), now: ProtocolScript.now)
        else {
            Issue.record("no step")
            return
        }
        // Section 4.3: the offset request contains no upload state.
        #expect(head.fields == [.uploadDraftInteropVersion: "8"])
        let answer = UploadAnswer(
            status: 204, fields: [.uploadOffset: "10", .uploadComplete: "?0", .uploadLimit: "max-age=60"], url: head.url
        )
        guard case .send(let patch, .zero) = upload.handle(.answered(answer), now: ProtocolScript.now) else {
            Issue.record("no step")
            return
        }
        #expect(
            patch.fields == [
                .uploadDraftInteropVersion: "8", .uploadComplete: "?1", .uploadOffset: "10",
                .contentType: "application/partial-upload",
            ])
        #expect(upload.state.expires?.secondsSinceEpoch == 1_000_000_060)
    }
}

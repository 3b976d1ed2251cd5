import HTTPTypes
import SockeyeFields
import SockeyeHTTP1
import Testing

@testable import SockeyeTransfers

/// One response to a resume, and the expected decision.
struct PolicyCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var answer: ResumeAnswer
    var expected: ResumePolicy.Action
    var question = ResumeQuestion(first: 100, isRanged: true, isConditional: true)
    var known = PolicyCase.tagged

    init(
        _ name: String, _ answer: ResumeAnswer, _ expected: ResumePolicy.Action,
        asking question: ResumeQuestion = ResumeQuestion(first: 100, isRanged: true, isConditional: true),
        knowing known: ResumeKnowledge = PolicyCase.tagged
    ) {
        testDescription = name
        (self.answer, self.expected, self.question, self.known) = (answer, expected, question, known)
    }

    static let modified = HTTPDate(secondsSinceEpoch: 1_000_000)
    static let later = HTTPDate(secondsSinceEpoch: 1_000_100)

    /// 100 of 1000 bytes, with a strong tag.
    static let tagged: ResumeKnowledge = {
        var known = ResumeKnowledge()
        known.prefixLength = 100
        known.total = 1000
        known.validator = EntityTag(parsing: "\"a\"").map(Validator.entityTag)
        known.mediaType = "application/zip"
        return known
    }()

    /// The same with a date only.
    static let dated: ResumeKnowledge = {
        var known = tagged
        known.validator = modified.map(Validator.lastModified)
        known.lastModified = modified
        return known
    }()

    /// The same without a validator.
    static let bare: ResumeKnowledge = {
        var known = tagged
        known.validator = nil
        return known
    }()

    static func known(_ base: ResumeKnowledge, _ change: (inout ResumeKnowledge) -> Void) -> ResumeKnowledge {
        var known = base
        change(&known)
        return known
    }

    static func part(
        _ range: String, tag: String? = "\"a\"", modified: HTTPDate? = nil, length: Int64? = nil
    ) -> ResumeAnswer {
        var answer = ResumeAnswer(status: 206)
        answer.contentRange = ContentRange(parsing: range)
        answer.entityTag = tag.flatMap { EntityTag(parsing: $0) }
        answer.lastModified = modified
        answer.date = later
        answer.bodyLength = length
        return answer
    }

    static func whole(
        tag: String? = nil, modified: HTTPDate? = nil, length: Int64? = 1000, type: String = "application/zip"
    ) -> ResumeAnswer {
        var answer = ResumeAnswer(status: 200)
        answer.entityTag = tag.flatMap { EntityTag(parsing: $0) }
        answer.lastModified = modified
        answer.date = later
        answer.bodyLength = length
        answer.mediaType = type
        return answer
    }

    static func coded(_ answer: ResumeAnswer) -> ResumeAnswer {
        var answer = answer
        answer.isCoded = true
        return answer
    }

    static func status(_ status: Int, range: String? = nil, tag: String? = nil) -> ResumeAnswer {
        var answer = ResumeAnswer(status: status)
        answer.contentRange = range.flatMap { ContentRange(parsing: $0) }
        answer.entityTag = tag.flatMap { EntityTag(parsing: $0) }
        return answer
    }

    static let plainly = ResumeQuestion(first: 100, isRanged: true)
    static let nothing = ResumeQuestion()

    static let all: [PolicyCase] = parts + contradictions + wholes + refusals

    /// What a response said that gives no validator, and whether a part with these fields is of the same version.
    private static let contradictions: [PolicyCase] = [
        (nil, nil, "\"b\"", nil, false), (nil, nil, "W/\"b\"", nil, false), (nil, nil, nil, modified, false),
        ("W/\"a\"", nil, "W/\"a\"", nil, true), ("W/\"a\"", nil, "\"a\"", nil, true), ("W/\"a\"", nil, nil, nil, true),
        ("W/\"a\"", nil, "W/\"b\"", nil, false), ("W/\"a\"", nil, "\"b\"", nil, false),
        ("W/\"a\"", modified, "W/\"b\"", modified, false), (nil, modified, "\"b\"", modified, false),
        (nil, modified, nil, modified, true), (nil, modified, nil, later, false), (nil, modified, nil, nil, true),
    ].flatMap { (tag: String?, date: HTTPDate?, newTag: String?, newDate: HTTPDate?, isSame: Bool) in
        [bare, date == nil ? bare : dated].map { base in
            let told = known(base) {
                ($0.weakTag, $0.lastModified, $0.isTold) = (tag.flatMap { EntityTag(parsing: $0) }, date, true)
            }
            return PolicyCase(
                "206 with \(newTag ?? "-") \(newDate as Any) after \(tag ?? "-") \(date as Any)",
                part("bytes 100-999/1000", tag: newTag, modified: newDate),
                isSame ? .goOn(100..<1000, total: 1000) : .startOver(.changed), knowing: told)
        }
    }

    private static let otherType: ResumeAnswer = {
        var answer = part("bytes 100-999/1000", tag: nil)
        answer.mediaType = "video/mp4"
        return answer
    }()

    static let parts = [
        PolicyCase(
            "206 of another type, without a validator", otherType, .startOver(.changed),
            knowing: known(bare) { $0.isTold = true }),
        PolicyCase("206 as asked", part("bytes 100-999/1000"), .goOn(100..<1000, total: 1000)),
        PolicyCase("206 shorter than asked", part("bytes 100-199/1000"), .goOn(100..<200, total: 1000)),
        PolicyCase("206 of unknown total", part("bytes 100-999/*"), .goOn(100..<1000, total: 1000)),
        PolicyCase("206 without Content-Range", part(""), .startOver(.badContentRange)),
        PolicyCase("206 in another unit", part("lines 100-999/1000"), .startOver(.badContentRange)),
        PolicyCase("206 that ends before it starts", part("bytes 100-99/1000"), .startOver(.badContentRange)),
        PolicyCase("206 beyond its total", part("bytes 100-1000/1000"), .startOver(.badContentRange)),
        PolicyCase("206 shifted by one", part("bytes 101-999/1000"), .startOver(.shifted(from: 100, to: 101))),
        PolicyCase("206 from zero", part("bytes 0-999/1000"), .startOver(.shifted(from: 100, to: 0))),
        PolicyCase(
            "206 with more than requested", part("bytes 100-300/1000"), .startOver(.shifted(from: 199, to: 300)),
            asking: ResumeQuestion(first: 100, end: 200, isRanged: true, isConditional: true)),
        PolicyCase(
            "206 whose body has another length", part("bytes 100-999/1000", length: 899), .startOver(.badContentRange)),
        PolicyCase(
            "206 of another total", part("bytes 100-998/999"), .startOver(.otherLength(was: 1000, now: 999))),
        PolicyCase(
            "206 of less than we have", part("bytes 50-89/90", tag: nil), .startOver(.otherLength(was: 100, now: 90)),
            asking: ResumeQuestion(first: 50, isRanged: true), knowing: known(bare) { $0.total = nil }),
        PolicyCase("206 with another tag", part("bytes 100-999/1000", tag: "\"b\""), .startOver(.changed)),
        PolicyCase("206 with the tag made weak", part("bytes 100-999/1000", tag: "W/\"a\""), .startOver(.changed)),
        PolicyCase("206 without the tag", part("bytes 100-999/1000", tag: nil), .startOver(.changed)),
        PolicyCase(
            "206 with the same date", part("bytes 100-999/1000", tag: nil, modified: modified),
            .goOn(100..<1000, total: 1000), knowing: dated),
        PolicyCase(
            "206 without the date", part("bytes 100-999/1000", tag: nil), .goOn(100..<1000, total: 1000), knowing: dated
        ),
        PolicyCase(
            "206 with another date", part("bytes 100-999/1000", tag: nil, modified: later), .startOver(.changed),
            knowing: dated),
        PolicyCase(
            "206, nothing to compare", part("bytes 100-999/1000", tag: nil), .goOn(100..<1000, total: 1000),
            asking: plainly, knowing: bare),
        PolicyCase(
            "206 without a validator, resume required", part("bytes 100-999/1000", tag: nil), .refuse(.noValidator),
            asking: plainly, knowing: known(bare) { $0.requiresResumable = true }),
        PolicyCase(
            "unrequested 206", part("bytes 0-99/1000"),
            .refuse(.unasked(status: 206, ContentRange(parsing: "bytes 0-99/1000"))), asking: nothing),
        PolicyCase(
            "unrequested 206, any status accepted", part("bytes 0-99/1000"),
            .refuse(.unasked(status: 206, ContentRange(parsing: "bytes 0-99/1000"))), asking: nothing,
            knowing: known(ResumeKnowledge()) { $0.accepted = AcceptedStatuses(200...999) }),
        PolicyCase(
            "unrequested 206 with everything", part("bytes 0-999/1000"), .writeWhole(total: 1000, dropping: nil),
            asking: nothing, knowing: ResumeKnowledge()),
        PolicyCase(
            "unrequested 206 with everything, of another length", part("bytes 0-999/1000", length: 900),
            .refuse(.unasked(status: 206, ContentRange(parsing: "bytes 0-999/1000"))), asking: nothing),
    ]

    static let wholes = [
        PolicyCase("200 with the same tag: the condition was not understood", whole(tag: "\"a\""), .askPlainly),
        PolicyCase("200 with the same tag again", whole(tag: "\"a\""), .skip(100), asking: plainly),
        PolicyCase(
            "200 with the same tag again, but coded", coded(whole(tag: "\"a\"")),
            .writeWhole(total: 1000, dropping: .rangeIgnored), asking: plainly),
        PolicyCase(
            "200 with the same tag, but scattered bytes on disk", whole(tag: "\"a\""),
            .writeWhole(total: 1000, dropping: .rangeIgnored), asking: plainly,
            knowing: known(tagged) { $0.isOneRow = false }),
        PolicyCase("200 with another tag", whole(tag: "\"b\""), .writeWhole(total: 1000, dropping: .changed)),
        PolicyCase("200 with a weak tag", whole(tag: "W/\"a\""), .writeWhole(total: 1000, dropping: .changed)),
        PolicyCase("200 with the same date", whole(modified: modified), .askPlainly, knowing: dated),
        PolicyCase(
            "200 with the same date again", whole(modified: modified), .skip(100), asking: plainly, knowing: dated),
        PolicyCase(
            "200 with the same date and another length", whole(modified: modified, length: 999),
            .writeWhole(total: 999, dropping: .rangeIgnored), knowing: dated),
        PolicyCase(
            "200 with another date", whole(modified: later), .writeWhole(total: 1000, dropping: .changed),
            knowing: dated),
        PolicyCase(
            "200 that proves nothing", whole(), .writeWhole(total: 1000, dropping: .rangeIgnored), asking: plainly,
            knowing: bare),
        PolicyCase(
            "200 if a resume is required", whole(tag: "\"b\""), .refuse(.changed),
            knowing: known(tagged) { $0.requiresResumable = true }),
        PolicyCase("200 with a web page instead", whole(tag: "\"a\"", type: "text/html"), .refuse(.page)),
        PolicyCase(
            "200 to a first request", whole(tag: "\"a\""), .writeWhole(total: 1000, dropping: nil), asking: nothing,
            knowing: ResumeKnowledge()),
        PolicyCase(
            "200 of unknown length", whole(length: nil), .writeWhole(total: nil, dropping: nil), asking: nothing,
            knowing: ResumeKnowledge()),
        PolicyCase(
            "200 with a page for a disk image", whole(type: "text/html"), .refuse(.page), asking: nothing,
            knowing: known(ResumeKnowledge()) { $0.expectsNoPage = true }),
        PolicyCase(
            "200 with a requested page", whole(type: "text/html"), .writeWhole(total: 1000, dropping: nil),
            asking: nothing, knowing: ResumeKnowledge()),
        PolicyCase(
            "200 without a validator if a resume must be possible", whole(), .refuse(.noValidator), asking: nothing,
            knowing: known(ResumeKnowledge()) { $0.requiresResumable = true }),
    ]

    static let refusals =
        [408, 425, 429, 500, 502, 503, 504].map { code in
            PolicyCase("\(code) is temporary", status(code), .later(status: code))
        }
        + [201, 204, 301, 304, 400, 401, 403, 404, 410, 501].map { code in
            PolicyCase("\(code) is final", status(code), .refuse(.status(code)))
        } + [
            PolicyCase(
                "416 if everything is on disk", status(416, range: "bytes */100", tag: "\"a\""), .complete,
                knowing: known(tagged) { $0.total = nil }),
            PolicyCase(
                "416 if everything is on disk, without the tag", status(416, range: "bytes */100"), .complete,
                knowing: known(tagged) { $0.total = 100 }),
            PolicyCase(
                "416 of a file that was longer", status(416, range: "bytes */100", tag: "\"a\""),
                .startOver(.unsatisfiable)),
            PolicyCase(
                "416 of another version", status(416, range: "bytes */100", tag: "\"b\""), .startOver(.unsatisfiable)),
            PolicyCase(
                "416 of another length", status(416, range: "bytes */99", tag: "\"a\""), .startOver(.unsatisfiable)),
            PolicyCase("416 that says nothing", status(416), .startOver(.unsatisfiable)),
            PolicyCase(
                "416, nothing to compare", status(416, range: "bytes */100"), .startOver(.unsatisfiable), knowing: bare),
            PolicyCase("unrequested 416", status(416), .refuse(.status(416)), asking: nothing),
            PolicyCase(
                "404 if any status is accepted", whole404, .writeWhole(total: 9, dropping: nil), asking: nothing,
                knowing: known(ResumeKnowledge()) { $0.accepted = AcceptedStatuses(200...999) }),
            PolicyCase(
                "404 to a part, if any status is accepted", whole404, .refuse(.status(404)),
                knowing: known(tagged) { $0.accepted = AcceptedStatuses(200...999) }),
            PolicyCase(
                "304 never replaces a file", status(304), .refuse(.status(304)), asking: nothing,
                knowing: known(ResumeKnowledge()) { $0.accepted = AcceptedStatuses(200...999) }),
            PolicyCase(
                "404 is an error", status(404), .refuse(.status(404)), asking: nothing,
                knowing: known(ResumeKnowledge()) { $0.accepted = AcceptedStatuses(200...399) }),
            PolicyCase(
                "201 is none", status(201), .writeWhole(total: nil, dropping: nil), asking: nothing,
                knowing: known(ResumeKnowledge()) { $0.accepted = AcceptedStatuses(200...399) }),
            PolicyCase(
                "a part that the caller asked for", status(206, range: "bytes 0-4/9"),
                .writeWhole(total: nil, dropping: nil),
                asking: nothing,
                knowing: known(ResumeKnowledge()) { $0.accepted = AcceptedStatuses(200...399, asked: [206]) }),
        ]

    static let whole404: ResumeAnswer = {
        var answer = status(404)
        answer.bodyLength = 9
        return answer
    }()
}

@Suite("Resume policy")
struct ResumePolicyTests {
    @Test(arguments: PolicyCase.all)
    func answer(_ policyCase: PolicyCase) {
        let action = ResumePolicy.action(for: policyCase.answer, to: policyCase.question, knowing: policyCase.known)
        #expect(action == policyCase.expected)
    }

    @Test(
        "A validator is a strong tag, else a date a second old",
        arguments: [
            ("\"a\"", nil, nil, "\"a\""), ("W/\"a\"", nil, nil, nil), ("W/\"a\"", 10, 12, "date"), (nil, 10, 10, nil),
            (nil, 10, 11, "date"), (nil, 10, nil, nil), ("\"a\"", 10, 12, "\"a\""), (nil, nil, 12, nil),
        ] as [(String?, Int64?, Int64?, String?)])
    func validator(_ tag: String?, _ modified: Int64?, _ date: Int64?, _ expected: String?) {
        let lastModified = modified.flatMap { HTTPDate(secondsSinceEpoch: $0) }
        let validator = Validator(
            entityTag: tag.flatMap { EntityTag(parsing: $0) }, lastModified: lastModified,
            date: date.flatMap { HTTPDate(secondsSinceEpoch: $0) })
        let field = validator.map { String(decoding: $0.ifRange, as: UTF8.self) }
        #expect(field == (expected == "date" ? lastModified?.description : expected))
    }

    @Test("Several ETags name no version", arguments: [1, 2])
    func tags(_ count: Int) {
        var fields = HTTPFields()
        for _ in 0..<count { fields.append(HTTPField(name: .eTag, value: "\"a\"")) }
        let answer = ResumeAnswer(ResponseHead(version: .http11, status: .ok, fields: fields), bodyLength: nil)
        #expect(answer.entityTag == (count == 1 ? EntityTag(parsing: "\"a\"") : nil))
    }
}

import HTTPTypes
import SockeyeTransfers
import SockeyeURL
import TestSupport
import Testing

@testable import SockeyeBackground

@Suite("The journal's lines and what they come to")
struct JournalTests {
    static let url = "http://ada:secret@127.0.0.1:8080/a%20b?q=1"

    /// One of each kind, with every option.
    static func events() throws -> [JournalEvent] {
        let url = try HTTPURL(url)
        var download = BackgroundJob.download(
            url, to: "/tmp/{\u{e9}}\n\"x}",
            .init(segments: 4, checksum: .sha1("a9993e364706816aba3e25717850c26c9cd0d89d")),
            fields: [.authorization: "Bearer \"x\"", .accept: "a", .acceptLanguage: "b"], label: "first")
        download.bytesPerSecond = 1000
        download.retries = 0
        return [
            .limits(BackgroundLimits(jobs: 3, jobsPerHost: 1)),
            .added("a", download),
            .added("b", .download(url, to: "/b", .init(segments: .automatic, replacesExisting: true))),
            .added("c", .upload("/c", to: url)),
            .added("d", .upload("/d", to: url, .init(method: .post, resumption: .from(nil)))),
            .added("e", .upload("/e", to: url, .init(resumption: .from(.tus), isRepeatable: false))),
            .begun("a", was: "1:2"), .begun("b", was: FileMark.nothing),
            .done("a", bytes: .max, status: 200), .done("e", bytes: 0, status: nil),
            .failed("b", cause: "no \u{1F41F}\n", status: 404), .failed("x", cause: "", status: nil),
            .told("c", .pause), .told("d", .cancel), .told("d", .resume), .told("e", .remove),
        ]
    }

    private static func bytes(_ events: [JournalEvent]) -> [UInt8] {
        JournalLine.header + events.flatMap { JournalLine.bytes(of: $0) }
    }

    private static func ledger(_ bytes: some Collection<UInt8>) -> JournalLedger {
        var ledger = JournalLedger()
        ledger.read(bytes)
        return ledger
    }

    @Test("Every event is read as it was written, on one line")
    func roundTrip() throws {
        for event in try Self.events() {
            let line = JournalLine.bytes(of: event)
            #expect(line.count { $0 == UInt8(ascii: "\n") } == 1 && line.last == UInt8(ascii: "\n"))
            #expect(JournalLine(line.dropLast()) == .event(event))
        }
    }

    @Test(
        "A field's value is octets, which need not be text",
        arguments: [[0x63, 0xE9, 0xFF], [0xC3, 0xA9], [0x80], []] as [[UInt8]])
    func octets(_ value: [UInt8]) throws {
        let fields = HTTPFields([HTTPField(name: .accept, value: value)])
        let job = BackgroundJob.upload("/f", to: try HTTPURL(Self.url), fields: fields)
        guard case .event(.added(_, let read)) = JournalLine(JournalLine.bytes(of: .added("f", job)).dropLast()) else {
            Issue.record("it can't be read")
            return
        }
        // Two sets of fields are equal if their texts are.
        #expect(Array(read.fields) == Array(fields))
    }

    @Test("Cut anywhere, it has what was whole, and goes on behind the cut")
    func torn() throws {
        let events = try Self.events()
        let bytes = Self.bytes(events)
        let more = JournalLine.bytes(of: .told("b", .remove))
        for cut in 0...bytes.count {
            let whole = bytes[..<cut].lastIndex(of: UInt8(ascii: "\n")).map { Array(bytes[...$0]) } ?? []
            var expected = Self.ledger(whole)
            // A cut just before the line's end leaves a whole line.
            if cut < bytes.count, bytes[cut] == UInt8(ascii: "\n") { expected = Self.ledger(bytes[...cut]) }
            expected.read(more)
            let found = Self.ledger(bytes[..<cut] + [UInt8(ascii: "\n")] + more)
            #expect(found.entries == expected.entries && found.limits == expected.limits, "\(cut)")
            #expect(!found.isNewer && found.unknownLine == nil, "\(cut)")
        }
    }

    @Test(
        "A line that isn't understood is refused by its number, a newer version's header by itself; what was cut off is skipped",
        arguments: [
            ("{\"sockeye-background\":2}", true, nil), ("{\"sockeye-background\":\"x\"}", false, 3),
            ("{\"e\":\"copy\"}", false, 3), ("{}", false, 3), ("{\"id\":\"a\"}", false, 3),
            ("{\"sockeye-background\":1}", false, nil), ("[]", false, 3), ("x", false, 3), ("", false, nil),
            (#"{"e":"add,"id":"a"}"#, false, 3), (#"{"e":"cancel","id":"a}"#, false, 3), (#"{"e":"canc"#, false, nil),
            ("{\"e\":\"canc\0\0", false, nil), ("{\"e\"\0\0", false, nil), (#"{"e":"canc\xel"#, false, 3),
            ("{\"e\":\"done\"}", false, 3), ("{\"e\":\"done\",\"id\":\"a\",\"bytes\":-1}", false, 3), ("1", false, 3),
            ("{\"e\":\"add\",\"id\":\"a\"}", false, 3), ("\0\0\0\0", false, nil),
            ("{\"e\":\"limits\",\"jobs\":1}", false, 3), ("{\"e\":\"pause\",\"id\":\"\"}", false, 3),
            ("{\"e\":\"done\",\"id\":\"a\",\"bytes\":1", false, nil),
            (#"{"e":"add","id":"a","url":"http://h/","path":"/a","retries":1,"fields":[["a",[256]]]}"#, false, 3),
            (#"{"e":"add","id":"a","url":"http://h/","path":"/a","retries":1,"fields":[["a",[10]]]}"#, false, 3),
            (#"{"e":"add","id":"a","kind":"download","url":"x","path":"/a","retries":1}"#, false, 3),
            (#"{"e":"add","id":"a","kind":"download","url":"http://h/","path":"a","retries":1}"#, false, 3),
            (#"{"e":"add","id":"a","url":"http://h/","path":"/a","retries":1,"fields":[["a"]]}"#, false, 3),
        ] as [(String, Bool, Int?)])
    func unknown(line: String, isNewer: Bool, number: Int?) {
        let ledger = Self.ledger(JournalLine.header + Array("\n\(line)\n{}\n".utf8))
        #expect(ledger.isNewer == isNewer && ledger.entries.isEmpty)
        // The line of braces isn't understood either.
        #expect(ledger.unknownLine == number ?? 4)
    }

    @Test("A job's parts are checked: a digest that can't be read, a field that would break the request")
    func checked() throws {
        let line = String(decoding: JournalLine.bytes(of: try Self.events()[1]), as: UTF8.self)
        for (old, new) in [
            ("sha1:a", "sha1:"), ("\"segments\":4", "\"segments\":0"), ("Bearer", "\\r\\nX: "),
            ("\"path\":\"/", "\"path\":\""), ("tmp", "\\u0000"), ("http://", "ftp://"),
        ] {
            let changed = line.replacing(old, with: new, maxReplacements: 1)
            #expect(changed != line && JournalLine(Array(changed.utf8).dropLast()) == .unknown, "\(old)")
        }
    }

    @Test(
        "States follow from events; each job is done once",
        arguments: [
            ([], "queued"), ([.begun("a", was: "")], "queued"), ([.done("a", bytes: 1, status: 200)], "done"),
            ([.done("a", bytes: 1, status: 200), .failed("a", cause: "x", status: nil)], "done"),
            ([.failed("a", cause: "x", status: nil), .done("a", bytes: 1, status: 200)], "failed: x"),
            ([.told("a", .cancel), .done("a", bytes: 1, status: 200)], "done"),
            ([.told("a", .pause), .done("a", bytes: 1, status: 200), .told("a", .resume)], "done"),
            ([.told("a", .cancel), .failed("a", cause: "x", status: nil)], "cancelled"),
            ([.done("a", bytes: 1, status: 200), .told("a", .cancel)], "done"),
            ([.done("a", bytes: 1, status: 200), .told("a", .resume)], "done"),
            ([.told("a", .pause)], "paused"), ([.told("a", .pause), .told("a", .resume)], "queued"),
            ([.told("a", .pause), .told("a", .cancel)], "cancelled"),
            ([.told("a", .cancel), .told("a", .resume)], "queued"),
            ([.failed("a", cause: "x", status: nil), .told("a", .resume)], "queued"),
            ([.told("a", .remove)], nil), ([.told("a", .remove), .done("a", bytes: 1, status: 200)], nil),
            ([.told("x", .cancel), .done("x", bytes: 1, status: 1)], "queued"),
        ] as [([JournalEvent], String?)])
    func states(events: [JournalEvent], state: String?) throws {
        var ledger = JournalLedger()
        ledger.apply(.added("a", .upload("/c", to: try HTTPURL(Self.url))))
        ledger.apply(.added("a", .upload("/other", to: try HTTPURL(Self.url))))
        for event in events { ledger.apply(event) }
        #expect(ledger.transfer("a")?.state.description == state)
        #expect(ledger.transfer("a").map { $0.path == "/c" && !$0.url.contains("secret") } ?? true)
        // Written anew, it means the same.
        let again = Self.ledger(Self.bytes(ledger.events))
        #expect(again.entries == ledger.entries && again.identifiers == ledger.identifiers)
    }

    @Test(
        "What was at the path is forgotten only by the resume that is to send an upload again",
        arguments: [
            (.pause, true, true), (.pause, false, true), (.cancel, true, false), (.cancel, false, true),
        ] as [(JournalEvent.Command, Bool, Bool)])
    func beginnings(command: JournalEvent.Command, isUpload: Bool, isKept: Bool) throws {
        var ledger = JournalLedger()
        let url = try HTTPURL(Self.url)
        ledger.apply(.added("a", isUpload ? .upload("/c", to: url) : .download(url, to: "/c")))
        for event in [JournalEvent.begun("a", was: "1:2"), .told("a", command), .told("a", .resume)] {
            ledger.apply(event)
        }
        #expect((ledger.entries["a"]?.was == "1:2") == isKept)
    }

    @Test("Retries that never end are a number that can be added to")
    func retries() throws {
        let job = BackgroundJob(.upload(.init()), url: try HTTPURL(Self.url), path: "/c", retries: .max)
        #expect(job.retries > 1_000_000 && job.retries < .max)
    }

    @Test("No bytes trap: whole journals with changes anywhere")
    func hostile() throws {
        let bytes = Self.bytes(try Self.events())
        var random = SystemRandomNumberGenerator()
        for _ in 0..<3000 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: 0..<changed.count, using: &random)
                changed[index] = UInt8.random(in: 0...255, using: &random)
            }
            let ledger = Self.ledger(changed)
            _ = JobSchedule.next(ledger, running: [:])
            for id in ledger.identifiers { _ = ledger.transfer(id).map(StatusText.line) }
        }
    }

    @Test("The status is read as it was written")
    func status() throws {
        let transfers = Self.ledger(Self.bytes(try Self.events())).identifiers.indices.map { index in
            BackgroundTransfer(
                id: "\(index)", kind: index % 2 == 0 ? .upload : .download, url: "http://h/", path: "/\u{e9}\n",
                label: index == 1 ? "x" : nil,
                state: [.queued, .running, .paused, .done, .failed("\u{1F41F}"), .cancelled][index % 6],
                byteCount: .max, total: index == 2 ? nil : 5, bytesPerSecond: 7, status: index == 3 ? 404 : nil)
        }
        #expect(StatusText.transfers(in: StatusText.file(transfers)) == transfers)
        for transfer in transfers {
            #expect(StatusText.transfer(line: StatusText.line(transfer).dropLast()) == transfer)
        }
        let odd = #"{"id":"a","kind":"upload","state":"running","bytes":-1,"total":-5,"bytesPerSecond":1e300}"#
        let read = try #require(StatusText.transfer(line: Array(odd.utf8)))
        #expect((read.byteCount, read.total) == (0, 0) && Int64(exactly: read.bytesPerSecond) != nil)
        for text in ["", "{", "[]", "{\"transfers\":[1,{},{\"id\":\"a\"}]}"] {
            #expect(StatusText.transfers(in: Array(text.utf8)).isEmpty)
        }
    }
}

@Suite("Which jobs begin")
struct JobScheduleTests {
    private func ledger(_ places: [String], _ limits: BackgroundLimits) throws -> JournalLedger {
        var ledger = JournalLedger()
        ledger.apply(.limits(limits))
        for (index, place) in places.enumerated() { ledger.apply(.added("\(index)", try job(place))) }
        return ledger
    }

    private func job(_ place: String) throws -> BackgroundJob {
        let parts = place.split(separator: " ")
        return .download(try HTTPURL("http://\(parts[0])/"), to: "/\(parts[1])")
    }

    @Test(
        "In order, within the limits, one at a time for each file",
        arguments: [
            (["h a", "h b", "h c"], 4, 2, [:], ["0", "1"]), (["h a", "h b", "h c"], 1, 2, [:], ["0"]),
            (["h a", "i b", "h c", "i d"], 4, 1, [:], ["0", "1"]), (["h a", "h:81 b"], 4, 1, [:], ["0", "1"]),
            (["h a", "i a"], 4, 4, [:], ["0"]), (["h a", "i a"], 4, 4, ["0": "h a"], []),
            (["h a", "h b", "i c"], 2, 1, ["0": "h a"], ["2"]), ([], 4, 4, [:], []),
            // Removed, and not ended yet.
            (["h a"], 1, 1, ["gone": "x y"], []), (["i a", "h b"], 4, 4, ["gone": "h a"], ["1"]),
            (["h b", "i c"], 4, 1, ["gone": "h a"], ["1"]),
        ] as [([String], Int, Int, [String: String], [String])])
    func chosen(
        places: [String], jobs: Int, perHost: Int, running: [String: String], expected: [String]
    ) throws {
        let ledger = try ledger(places, BackgroundLimits(jobs: jobs, jobsPerHost: perHost))
        #expect(JobSchedule.next(ledger, running: try running.mapValues(job)) == expected)
    }

    @Test("Only queued ones")
    func states() throws {
        var ledger = try ledger(["h a", "h b", "h c", "h d"], BackgroundLimits())
        ledger.apply(.told("0", .pause))
        ledger.apply(.done("1", bytes: 0, status: nil))
        ledger.apply(.told("2", .remove))
        #expect(JobSchedule.next(ledger, running: [:]) == ["3"])
    }

    @Test(
        "Limits outside the bounds count as the nearest one",
        arguments: [(Int.min, 1), (0, 1), (65, 64), (Int.max, 64)])
    func limits(given: Int, counted: Int) {
        let limits = BackgroundLimits(jobs: given, jobsPerHost: given)
        #expect(limits.jobs == counted && limits.jobsPerHost == counted)
    }
}

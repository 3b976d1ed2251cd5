import HTTPTypes
import SockeyeFields
import SockeyeURL

@testable import SockeyeTransfers

private let target: HTTPURL = {
    guard let url = try? HTTPURL("https://example.com/files/a") else { fail("a usual URL is refused") }
    return url
}()

extension Check {
    /// A record is written so that it reads the same; its ranges lie inside the file, in order.
    static func records(_ input: Input) {
        _ = try? ResumeRecord(input.bytes, fileName: "a")
        // With a right length and checksum, so that what lies behind them is reached.
        var bytes = ResumeRecord.magic + [ResumeRecord.version]
        let sum = Checksum32.of(input.bytes)
        for number in [UInt32(clamping: input.bytes.count + 16), sum] {
            for shift: UInt32 in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
        }
        guard let record = try? ResumeRecord(bytes + input.bytes, fileName: "a") else { return }
        for set in [record.durable, record.written] {
            var end: Int64 = 0
            for range in set.ranges {
                require(range.lowerBound >= end && range.upperBound <= record.total ?? .max, "a range outside")
                end = range.upperBound
            }
        }
        require((try? ResumeRecord(record.bytes, fileName: "a")) == record, "a record read again differs")
    }

    /// Every item that a journal takes is found in it; what a damaged one holds is read without trapping.
    static func journals(_ input: Input) {
        let found = DownloadJournal.Contents(of: input.bytes)
        require(found.waiting.count + found.overCount <= input.lines.count, "more items than lines")
        let parts = input.parts(2)
        let item = DownloadJournal.Item(
            url: String(decoding: parts[0], as: UTF8.self), path: String(decoding: parts[1], as: UTF8.self)
        ).withoutCredentials
        guard item.isWritable else { return }
        let line = "+ \(item.url) \(item.path)\n"
        require(DownloadJournal.Contents(of: Array(line.utf8)).waiting == [item], "a waiting item is lost")
        require(
            DownloadJournal.Contents(of: Array((line + "- \(item.path)\n").utf8)).isOver(item),
            "a complete item is lost")
        require(DownloadJournal.Contents(of: Array((line + "+ x").utf8)).waiting == [item], "a cut line hides another")
    }

    /// A record of an upload is written so that it reads the same; its URLs hold no credentials of the caller.
    static func uploadRecords(_ input: Input) {
        _ = UploadRecord(input.bytes)
        let body = input.bytes.last == 0x0A ? input.bytes : input.bytes + [0x0A]
        let sum = Array("sum \(String(Checksum32.of(body), radix: 16))\n".utf8)
        guard let record = UploadRecord(body + sum) else { return }
        require((0...record.file.size).contains(record.acknowledged), "more acknowledged than there is")
        require(!record.target.hasCredentials, "a password is kept")
        require(UploadRecord(record.bytes) == record, "a record read again differs")
    }

    /// Whatever a tus server answers, each step sends a part of the file, over TLS as it began, and the upload ends.
    static func tus(_ input: Input) {
        let plan = UploadState.Plan(target: target, length: 300_000, perRequestLimit: 100_000)
        drive(.tus(TusUpload(UploadState(plan, place: nil, acknowledged: 0), checksum: .sha1)), input)
    }

    /// The same for a server of the draft, with interim answers and limits.
    static func drafts(_ input: Input) {
        _ = UploadLimits(parsing: input.text)
        let plan = UploadState.Plan(target: target, length: 300_000)
        let state = UploadState(plan, place: nil, acknowledged: 0)
        drive(.draft(DraftUpload(state, method: .put, isSpoken: input.choice & 1 == 0)), input)
    }

    /// Each answer: a line with its status, lines of fields, an empty line.
    private static func drive(_ start: UploadMachine, _ input: Input) {
        var machine = start
        let now = HTTPDate(clamping: 1_763_800_000)
        var action = machine.begin()
        var (status, fields) = (0, HTTPFields())
        for line in input.lines + [[]] {
            if !line.isEmpty {
                let colon = line.firstIndex(of: UInt8(ascii: ":"))
                if let colon, let name = HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self)) {
                    let value = line[(colon + 1)...].drop { $0 == 0x20 }
                    fields.append(HTTPField(name: name, value: Array(value)))
                } else {
                    status = Int(String(decoding: line, as: UTF8.self)) ?? 0
                }
                continue
            }
            guard case .send(let step, let delay) = action else { return }
            require(delay >= .zero && delay <= DownloadOptions.Retry().delayLimit, "waits \(delay)")
            require(step.url.isSecure && !step.url.hasCredentials, "leads to \(step.url.href)")
            if let body = step.body { require(body.lowerBound >= 0 && body.upperBound <= 300_000, "sends \(body)") }
            require((0...300_000).contains(machine.state.acknowledged), "the server has more than there is")
            let answer = UploadAnswer(status: status, fields: fields, url: step.url, text: "")
            if (100...199).contains(status) {
                if machine.interim(answer) == .stop { action = machine.handle(.stopped, now: now) }
            } else if status == 0 {
                action = machine.handle(.lost(UploadFailure("cut"), mayPass: true, sentNothing: false), now: now)
            } else {
                action = machine.handle(.answered(answer), now: now)
            }
            (status, fields) = (0, HTTPFields())
        }
        // From here the server says nothing more: the upload must give up.
        for _ in 0..<100 {
            guard case .send = action else { return }
            action = machine.handle(.lost(UploadFailure("cut"), mayPass: true, sentNothing: false), now: now)
        }
        fail("an upload without end")
    }

    /// A part's name, file name and content come out as they went in, and no name adds a field or a part.
    static func multipart(_ input: Input) {
        let parts = input.parts(3)
        let name = String(decoding: parts[0], as: UTF8.self)
        let content = parts[2]
        var form = MultipartForm([.bytes(name, content, fileName: String(decoding: parts[1], as: UTF8.self))])
        form.nameStyle = input.choice & 1 == 0 ? .percent : .backslash
        form.boundary = "XboundaryX"
        guard !content.contains(UInt8(ascii: "X")), let body = try? MultipartBody(form) else { return }
        guard case .segment(.bytes(let bytes))? = body.pieces.first, body.pieces.count == 1 else {
            fail("a form in memory has several pieces")
        }
        require(body.length == Int64(bytes.count), "a wrong length")
        let end = Array("\r\n--XboundaryX--\r\n".utf8)
        require(bytes.suffix(content.count + end.count).elementsEqual(content + end), "the content changed")
        let head = bytes.dropLast(content.count + end.count)
        let lines = String(decoding: head, as: UTF8.self).unicodeScalars.split(
            separator: "\n", omittingEmptySubsequences: false)
        require(lines.count == 5, "a name makes \(lines.count) lines")
        for encoding in [MultipartPart.Encoding.base64, .quotedPrintable] {
            guard let whole = try? MultipartEncoder.encode(content, encoding, name: "a") else {
                fail("an encoding fails")
            }
            var encoder = MultipartEncoder(encoding, name: "a")
            var pieces: [UInt8] = []
            for byte in content { pieces += (try? encoder.encode([byte], isLast: false)) ?? [] }
            pieces += (try? encoder.encode([], isLast: true)) ?? []
            require(pieces == whole, "byte by byte \(encoding) differs")
            require(
                MultipartEncoder.length(of: Int64(content.count), encoding).map { $0 == Int64(whole.count) } ?? true,
                "a wrong length")
            let longest = String(decoding: whole, as: UTF8.self).utf8.split(separator: 0x0A).map(\.count).max() ?? 0
            require(longest <= 77, "a line of \(longest) bytes")
        }
    }
}

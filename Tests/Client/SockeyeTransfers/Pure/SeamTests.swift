import HTTPTypes
import SockeyeClient
import SockeyeFields
import SockeyeIO
import TestSupport
import Testing

@testable import SockeyeTransfers

@Suite("Bytes at seams")
struct SeamTests {
    private func file(_ bytes: [UInt8], in folder: TemporaryFolder) throws -> File {
        let file = try File(folder.file("f"), [.reading, .writing, .creating])
        try file.write(bytes, at: 0)
        return file
    }

    @Test("Kept bytes are compared with those that were written in the end", arguments: [nil, 10, 19] as [Int64?])
    func kept(_ changed: Int64?) throws {
        let folder = try TemporaryFolder()
        let file = try file([UInt8](0..<50), in: folder)
        let seams = Seams()
        seams.keep([UInt8](10..<20), at: 10)
        seams.keep([UInt8](30..<35), at: 30)
        if let changed { try file.write([99], at: changed) }
        let whole = ByteRangeSet([0..<50])
        #expect(try seams.firstDifference(in: file, within: whole) == (changed == nil ? nil : 10))
        // What isn't written yet can't differ.
        #expect(try seams.firstDifference(in: file, within: ByteRangeSet([0..<19, 20..<50])) == nil)
    }

    @Test(
        "Bytes before a segment are compared, or kept until its neighbour has written them", arguments: [true, false])
    func lead(_ isWritten: Bool) throws {
        let folder = try TemporaryFolder()
        let file = try file([UInt8](0..<50), in: folder)
        let seams = Seams()
        let other: [UInt8] = [20, 21, 99, 23]
        var check = OverlapCheck(file, seams, lead: .init(range: 20..<24, isWritten: isWritten), trail: 0..<0)
        // In two pieces, the second with new bytes behind.
        let pieces: [[UInt8]] = [Array(other[..<1]), other[1...] + [7, 7]]
        var taken: [Int] = []
        for piece in pieces { taken.append(try check.takeLead(of: piece.span.bytes)) }
        #expect(taken == [1, 3])
        #expect(check.hasPassedLead)
        #expect(check.difference == (isWritten ? 21 : nil))
        #expect(try seams.firstDifference(in: file, within: ByteRangeSet([0..<50])) == (isWritten ? nil : 20))
    }

    @Test("No record claims the bytes on both sides of a seam that differs", arguments: [true, false])
    func record(_ isSame: Bool) async throws {
        let folder = try TemporaryFolder()
        let partial = try PartialFile(of: folder.file("f"), replacesExisting: true)
        try partial.file.write([UInt8](0..<50), at: 0)
        let (seams, written) = (Seams(), ByteRangeSet([0..<50]))
        seams.keep([10, isSame ? 11 : 99], at: 10)
        let record = ResumeRecord(
            fileName: partial.fileName, url: "http://a.example/f", validator: nil, lastModified: nil, mediaType: "",
            total: 60, bootNumber: PartialFile.bootNumber, durable: ByteRangeSet(), written: written)
        let save = RecordSave(record: record, written: written, syncs: true, seams: seams)
        #expect(try await save.perform(partial).get() == (isSame ? written : nil))
        #expect(try partial.remains().record?.written == (isSame ? written : nil))
    }

    @Test("Bytes behind a segment are compared with its neighbour's", arguments: [true, false])
    func trail(_ isSame: Bool) throws {
        let folder = try TemporaryFolder()
        let file = try file([UInt8](0..<50), in: folder)
        var check = OverlapCheck(
            file, Seams(), lead: .init(range: 0..<0, isWritten: true), trail: 40..<44)
        let bytes: [UInt8] = [40, 41, 42, isSame ? 43 : 99]
        try check.takeTrail(bytes.span.bytes, behind: 40)
        #expect(check.difference == (isSame ? nil : 40))
    }

    @Test("A part is asked for uncoded and on the condition that the file is the same")
    func question() throws {
        var known = ResumeKnowledge()
        known.validator = EntityTag(parsing: "\"v\"").map(Validator.entityTag)
        var request = try Request.get("http://a.example/")
        request.ask(ResumeQuestion(first: 5, isRanged: true, isConditional: true), known, wantsDigest: false)
        #expect(request.fields[.acceptEncoding] == "identity")
        #expect(request.fields[.range] == "bytes=5-")
        #expect(request.fields[.ifRange] == "\"v\"")
        // The caller's own wish stays.
        request = try Request.get("http://a.example/")
        request.fields[.acceptEncoding] = "gzip"
        request.ask(ResumeQuestion(first: 5, end: 9, isRanged: true), known, wantsDigest: false)
        #expect(request.fields[.acceptEncoding] == "gzip")
        #expect(request.fields[.range] == "bytes=5-8")
        #expect(request.fields[.ifRange] == nil)
    }
}

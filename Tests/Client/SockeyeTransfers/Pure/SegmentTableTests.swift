import HTTPTypes
import SockeyeClient
import SockeyeHTTP1
import Testing

@testable import SockeyeTransfers

@Suite("Table of segments")
struct SegmentTableTests {
    private let job: DownloadJob

    init() throws {
        job = DownloadJob(.shared, try .get("http://a/f"), to: "f", followsLink: true, DownloadOptions())
    }

    private func fetch(_ number: Int, _ range: Range<Int64>) -> SegmentFetch {
        SegmentFetch(
            job, .init(number: number, range: range, question: ResumeQuestion(), trail: 0..<0), ResumeKnowledge())
    }

    /// A table whose first request is answered by `answer` of a file of so many bytes.
    private func table(_ total: Int64?, _ answer: Range<Int64>, workers: Int) -> (SegmentTable, SegmentCursor) {
        var table = SegmentTable()
        table.add(fetch(1, answer.lowerBound..<Int64.max))
        let cursor = SegmentCursor(answer)
        let opening = FetchOpening(
            answer: ResumeAnswer(status: 200), head: ResponseHead(version: .http11, status: .ok, fields: [:]),
            total: total, position: answer.lowerBound, end: answer.upperBound, cursor: cursor, dropped: nil,
            keepsEarlierBytes: true, isOfUnknownLength: false, honoursRanges: true, promised: [], links: [],
            digest: OrderedDigest([]))
        table.open(
            opening, beside: ByteRangeSet([0..<answer.lowerBound]), minimumBytes: 100, sharedBy: workers)
        return (table, cursor)
    }

    @Test("The first request fetches its share, and no more than it was answered with", arguments: [1, 2, 4])
    func share(_ workers: Int) {
        #expect(table(1000, 0..<1000, workers: workers).1.end == [1: 1000, 2: 501, 4: 251][workers])
        #expect(table(1000, 0..<300, workers: workers).1.end == [1: 300, 2: 300, 4: 251][workers])
    }

    @Test("A stolen tail isn't fetched by the one that it was taken from")
    func stolen() {
        var (table, first) = table(1000, 0..<1000, workers: 1)
        first.position = 200
        #expect(table.next(sharedBy: 1)?.range == 600..<1000)
        #expect(first.end == 600)
        #expect(table.written(beside: ByteRangeSet()) == ByteRangeSet([0..<200]))
    }

    @Test("The bytes that a removed request didn't bring are free, and it writes no more")
    func removed() {
        var (table, first) = table(1000, 0..<1000, workers: 1)
        first.position = 200
        #expect(table.remove(1)?.source.url == nil)
        #expect(first.end == 200)
        #expect(table.entries.isEmpty)
        #expect(table.next(sharedBy: 1)?.range == 200..<1000)
    }

    @Test("The last request goes on to the end of the file, or of its answer", arguments: [1000, 700] as [Int64])
    func widened(_ answered: Int64) {
        var (table, first) = table(1000, 0..<answered, workers: 2)
        table.widenLast()
        #expect(first.end == answered)
        table.add(fetch(2, 900..<1000))
        first.end = 600
        table.widenLast()
        #expect(first.end == 600)
    }

    @Test("Of a file of unknown length, the bytes that came follow those that were there")
    func unknown() {
        let (table, first) = table(nil, 50..<Int64.max, workers: 4)
        first.position = 80
        #expect(table.written(beside: ByteRangeSet([0..<50])) == ByteRangeSet([0..<80]))
    }
}

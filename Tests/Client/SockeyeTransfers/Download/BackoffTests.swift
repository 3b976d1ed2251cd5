import HTTPTypes
import SockeyeFields
import Testing

@testable import SockeyeTransfers

@Suite struct BackoffTests {
    private static let retry = {
        var retry = DownloadOptions.Retry(count: 9)
        retry.delay = .seconds(1)
        retry.doublesDelay = true
        retry.delayLimit = .seconds(60)
        return retry
    }()

    @Test(
        arguments: [
            (0, nil, Duration.zero), (1, nil, .seconds(1)), (2, nil, .seconds(2)), (6, nil, .seconds(32)),
            (7, nil, .seconds(60)), (.max, nil, .seconds(60)), (3, .zero, .seconds(4)),
            (3, .seconds(3), .seconds(4)), (3, .seconds(7), .seconds(7)), (0, .zero, .zero),
            (0, .seconds(7), .seconds(7)),
            (3, .seconds(3_600), .seconds(60)),
        ] as [(Int, Duration?, Duration)])
    func aServersWishComesFirst(failures: Int, wish: Duration?, delay: Duration) {
        #expect(Backoff.delay(failures: failures, retryAfter: wish, retry: Self.retry) == delay)
    }

    private static let noon = "Wed, 25 Nov 2026 12:00:00 GMT"

    @Test(
        arguments: [
            ([:], nil), (["Retry-After": "soon"], nil), (["Retry-After": "7"], 7),
            (["Retry-After": "99999999999999"], 1 << 31),
            // From the client's clock, which shows noon.
            (["Retry-After": "Wed, 25 Nov 2026 12:00:09 GMT"], 9),
            (["Retry-After": "Wed, 25 Nov 2026 11:00:00 GMT"], 0),
            // From the server's, an hour ahead.
            (["Retry-After": "Wed, 25 Nov 2026 13:00:09 GMT", "Date": "Wed, 25 Nov 2026 13:00:00 GMT"], 9),
            (["Retry-After": "Wed, 25 Nov 2026 12:00:09 GMT", "Date": "today"], 9),
        ] as [([String: String], Int64?)])
    func aDateCountsFromTheServersClock(lines: [String: String], seconds: Int64?) throws {
        var fields = HTTPFields()
        for (name, value) in lines { fields[try #require(HTTPField.Name(name))] = value }
        let now = try #require(HTTPDate(parsing: Self.noon))
        #expect(fields.retryDelay(now: now) == seconds.map { .seconds($0) })
    }
}

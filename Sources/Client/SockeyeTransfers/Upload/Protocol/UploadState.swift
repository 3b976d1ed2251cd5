internal import HTTPTypes
internal import SockeyeFields
internal import SockeyeHTTP1
internal import SockeyeURL

/// The state of an upload in either protocol, and the rules that both follow.
///
/// - The acknowledged offset never falls: a smaller one means that the server's bytes are not ours any more.
/// - An offset beyond the file's end, or another length, means another upload at that place.
/// - In such cases, and if the upload is gone, it starts over, once; twice is an error.
/// - Every failure without a new byte waits longer than the one before, a limited number of times.
struct UploadState: Sendable {
    /// The facts of the file and the caller's wishes.
    struct Plan: Sendable {
        /// The URL of the caller's request.
        var target: HTTPURL
        /// The file's length in bytes.
        var length: Int64
        /// The most bytes in one request, at least 1; `nil` for no limit.
        var perRequestLimit: Int64?
        /// Whether each request carries a digest of its bytes.
        var sendsChecksums = false
        var retry = DownloadOptions.Retry()

        init(target: HTTPURL, length: Int64, perRequestLimit: Int64? = nil) {
            self.target = target
            self.length = length
            self.perRequestLimit = perRequestLimit.map { max(1, $0) }
        }
    }

    /// Requests refused as too large are made smaller down to this.
    static let minimumPiece: Int64 = 64 * 1024
    /// How often an upload may start over in one run.
    static let restartLimit = 1

    let plan: Plan
    /// The URL of the upload, once named by the server.
    var place: HTTPURL?
    /// Bytes acknowledged by the server.
    private(set) var acknowledged: Int64
    /// When the server drops the upload.
    var expires: HTTPDate?
    /// The limit of bytes in one request that the caller and the server want.
    private var limit: Int64?
    /// Half of what was too large for one request. Apart from the server's limit: it may be a proxy's, and the server, which
    /// doesn't know it, repeats its own.
    private var shrunk: Int64?
    /// The current limit of bytes in one request.
    var perRequestLimit: Int64? {
        get { [limit, shrunk].compactMap(\.self).min() }
        set { limit = newValue }
    }
    /// Notices for the user.
    private(set) var notices: [String] = []
    /// Useless uploads that may be deleted on the server.
    private(set) var abandoned: [HTTPURL] = []
    private var failures = 0
    private var restarts = 0

    init(_ plan: Plan, place: HTTPURL?, acknowledged: Int64) {
        self.plan = plan
        self.place = place
        self.acknowledged = place == nil ? 0 : acknowledged
        limit = plan.perRequestLimit
    }

    /// The part of the file that the next request carries.
    func piece(from offset: Int64) -> Range<Int64> {
        let most = perRequestLimit ?? .max
        return offset..<(most < plan.length - offset ? offset + most : plan.length)
    }

    mutating func note(_ notice: String) {
        notices.append(notice)
    }

    /// Takes the notices.
    mutating func takeNotices() -> [String] {
        defer { notices = [] }
        return notices
    }

    /// Returns the abandoned uploads and clears them.
    mutating func takeAbandoned() -> [HTTPURL] {
        defer { abandoned = [] }
        return abandoned
    }

    /// Notes the server's offset. A new byte resets the count of failures.
    ///
    /// - Returns: what is wrong with it, if anything.
    mutating func acknowledge(_ offset: Int64) -> String? {
        if offset > plan.length {
            return "the server claims to have \(offset) bytes of a file of \(plan.length)"
        }
        if offset < acknowledged {
            return "the server went back from byte \(acknowledged) to \(offset)"
        }
        if offset > acknowledged {
            failures = 0
            acknowledged = offset
        }
        return nil
    }

    /// Checks the length reported by the server; returns what is wrong with it, if anything.
    func disagreement(onLength text: String?) -> String? {
        guard let text, let length = UploadFieldText.integer(text), length != plan.length else { return nil }
        return "the server has an upload of \(length) bytes at that URL, but the file has \(plan.length)"
    }

    /// The upload's URL by the server's Location, relative to `url`, or why it cannot be used.
    func place(named locations: [[UInt8]], by url: HTTPURL) -> Result<HTTPURL, ResumableUploadError> {
        guard let location = locations.first, !location.isEmpty else {
            return .failure(.malformed("it names no URL for the upload"))
        }
        if locations.contains(where: { $0 != location }) {
            return .failure(.malformed("it names two URLs for one upload"))
        }
        do throws(HTTPURLError) {
            let place = try url.resolving(octets: location).withoutFragment
            if let danger = Self.danger(of: place, namedBy: url) {
                return .failure(.unsafePlace(place.withoutCredentials.href, danger))
            }
            // A user name in it would be used as ours.
            return .success(place.withoutCredentials)
        } catch {
            return .failure(.malformed("its URL for the upload is invalid: \(error)"))
        }
    }

    /// Why the file must not go to `place`, if `url` names it; `nil` if it may.
    static func danger(of place: HTTPURL, namedBy url: HTTPURL) -> String? {
        // A server asked over TLS must not lead the rest of the file, or its credentials, to plain text.
        if url.isSecure, !place.isSecure { return "it leads from https to http" }
        return place.scheme == "http" || place.scheme == "https" ? nil : "it is not an HTTP URL"
    }

    /// Why an upload that is gone starts over.
    var goneWords: String {
        "the server no longer has the upload" + (expires.map { ", which it kept until \($0)" } ?? "")
    }

    /// Starts over, unless that happened too often.
    mutating func restart(because reason: String, deletes: Bool = false) -> ResumableUploadError? {
        if deletes, let place { abandoned.append(place) }
        place = nil
        acknowledged = 0
        expires = nil
        restarts += 1
        if restarts > Self.restartLimit { return .unusable(reason) }
        note("\(reason); the upload starts again from the first byte")
        return nil
    }

    /// How long to wait after a failure; `nil` after one too many.
    mutating func patience(retryAfter: Duration? = nil) -> Duration? {
        failures += 1
        guard failures <= plan.retry.count else { return nil }
        return Backoff.delay(failures: failures, retryAfter: retryAfter, retry: plan.retry)
    }

    /// Makes pieces smaller after one of `count` bytes was too large; false if they cannot be.
    mutating func shrink(from count: Int64) -> Bool {
        let wanted = count / 2
        guard wanted >= Self.minimumPiece else { return false }
        shrunk = wanted
        return true
    }

    /// Statuses after which the same request may succeed later: 423 while an earlier request holds the server's lock, but not
    /// 507, which the user must do something about (RFC 4918 section 11.5).
    static func passes(_ status: Int) -> Bool {
        switch status {
        case 501, 507: false
        case 408, 423, 429, 500...599: true
        default: false
        }
    }
}

/// Parses the integers and booleans in the fields of both protocols: items of structured fields (RFC 9651 section 3.3).
enum UploadFieldText {
    /// A non-negative integer of at most 15 digits; parameters after it are ignored.
    static func integer(_ text: String) -> Int64? {
        if case .integer(let number) = StructuredValue.item(in: text), number >= 0 { number } else { nil }
    }

    /// `?1` or `?0`.
    static func boolean(_ text: String) -> Bool? {
        if case .boolean(let value) = StructuredValue.item(in: text) { value } else { nil }
    }
}

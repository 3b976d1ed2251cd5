internal import HTTPTypes
internal import SockeyeHTTP1

/// How a body's bytes are transformed between the wire and the caller.
enum BodyForm {
    /// Unframed.
    case content
    /// Unframed and decoded.
    case decoded(BodyDecoder)
    /// As on the wire, including chunk framing.
    case wire

    /// The form that `options` ask for: transfer codings are always decoded (RFC 9112 section 7), content codings if
    /// they were requested.
    init(of head: ResponseHead, _ codec: borrowing Exchange, _ options: CodingOptions) throws(ContentCodingError) {
        if options.keepsWireForm {
            self = .wire
            return
        }
        var codings: [String] = []
        if !options.contentCodings.isEmpty {
            codings = Self.codings(of: head)
        }
        codings += Self.transferCodings(codec)
        // Without a body there is nothing to decode, as in the answer to HEAD.
        if codings.isEmpty || codec.responseBodyLength == ResponseBodyLength.none {
            self = .content
        } else {
            self = .decoded(try BodyDecoder(undoing: codings, options))
        }
    }

    private static func transferCodings(_ codec: borrowing Exchange) -> [String] {
        codec.transferCodings.filter { $0 != "identity" }
    }

    /// The content codings that the caller's bytes still have, in the order in which they were applied.
    func remainingCodings(of head: ResponseHead, _ codec: borrowing Exchange) -> [String] {
        let codings = Self.codings(of: head)
        guard case .decoded(let decoder) = self else { return codings }
        return decoder.codings.count > Self.transferCodings(codec).count ? [] : codings
    }

    /// The content codings of a body, in the order in which they were applied.
    static func codings(of head: ResponseHead) -> [String] {
        head.fields[values: .contentEncoding].flatMap(names)
    }

    /// The members of a Content-Encoding list, without `identity` and `none`, which some send for it.
    private static func names(in value: String) -> [String] {
        value.split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            .filter { !$0.isEmpty && $0 != "identity" && $0 != "none" }
    }

    /// The body has ended; so must its codings.
    func finish() throws(ContentCodingError) {
        if case .decoded(let decoder) = self { try decoder.finish() }
    }

    /// Bytes after decoding; `nil` if nothing is decoded.
    var decodedBytes: Int64? {
        if case .decoded(let decoder) = self { decoder.decodedBytes } else { nil }
    }
}

extension HTTPFields {
    /// Adds the fields that request the codings of `options`, unless the caller has set them.
    mutating func ask(for options: CodingOptions) {
        if !options.contentCodings.isEmpty, !contains(.acceptEncoding) {
            self[.acceptEncoding] = options.contentCodings.map(\.rawValue).joined(separator: ", ")
        }
        guard options.offersTransferCoding else { return }
        // RFC 9110 section 10.1.4: TE applies to this connection only, so Connection must name it.
        if !contains(.te) { append(HTTPField(name: .te, value: "gzip")) }
        let own = self[.connection]
        if own?.lowercased().split(separator: ",").contains(where: { $0.filter { $0 != " " } == "te" }) != true {
            self[.connection] = own.map { $0.isEmpty ? "TE" : $0 + ", TE" } ?? "TE"
        }
    }
}

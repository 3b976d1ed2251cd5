extension HTTP1Error {
    /// How a response breaks the protocol.
    @nonexhaustive
    public enum ServerFault: Equatable, Sendable {
        // MARK: The connection closed

        /// The server closed before the end of the status line; the offset tells whether a part of it came.
        case closedBeforeResponse
        /// The server closed after interim responses only.
        case closedBeforeFinalResponse
        /// The server closed within a head.
        case closedInHead
        /// The server closed before Content-Length was reached.
        case closedInBody(received: Int64, missing: Int64)
        /// The server closed before the last chunk and its trailers; `missing` is what the open chunk still lacked.
        case closedInChunkedBody(received: Int64, missing: Int64)

        // MARK: The bytes are wrong

        /// The reply does not begin with `HTTP/`: HTTP/0.9 or another protocol.
        case notHTTP(byte: UInt8)
        /// A major version other than 1.
        case unsupportedVersion(major: UInt8)
        /// The status line departs from RFC 9112 section 4 here.
        case malformedStatusLine(byte: UInt8)
        /// A byte that this part of a response may not contain.
        case illegalByte(Part, byte: UInt8)
        /// A carriage return without its line feed (RFC 9112 section 2.2).
        case bareCarriageReturn
        /// White space between a field name and its colon (RFC 9112 section 5.1).
        case blankBeforeColon
        /// White space at the start of the first field line (RFC 9112 section 2.2).
        case blankBeforeFirstField
        /// A field line that begins with its colon.
        case emptyFieldName
        /// A Content-Length that isn't a plain decimal number below 2⁶³.
        case malformedContentLength
        /// Content-Length values that differ.
        case conflictingContentLengths
        /// A Transfer-Encoding that isn't a list of codings, or that applies chunked twice or with parameters.
        case malformedTransferEncoding
        /// A chunk size that isn't a plain hexadecimal number, or whose line does not end with CR LF.
        case malformedChunkSize(byte: UInt8)
        /// A chunk size of 2⁶³ or more.
        case chunkSizeTooLarge
        /// A chunk whose data is not followed by CR LF: its size was wrong.
        case chunkNotTerminated(byte: UInt8)
        /// One of the ``Limits`` was exceeded.
        case limitExceeded(Limit, limit: Int)
        /// 101 although the request did not ask for an upgrade (RFC 9110 section 15.2.2).
        case unrequestedSwitch

        /// A part of a response.
        @nonexhaustive
        public enum Part: String, Equatable, Sendable {
            /// The reason phrase of the status line.
            case reasonPhrase = "the reason phrase"
            /// The name of a field.
            case fieldName = "a field name"
            /// The value of a field.
            case fieldValue = "a field value"
            /// The extensions of a chunk.
            case chunkExtension = "a chunk extension"
        }

        /// A member of ``Limits``, by its name.
        @nonexhaustive
        public enum Limit: String, Equatable, Sendable {
            /// ``Limits/headBytes``
            case headBytes
            /// ``Limits/lineBytes``
            case lineBytes
            /// ``Limits/fieldCount``
            case fieldCount
            /// ``Limits/chunkExtensionBytes``
            case chunkExtensionBytes
            /// ``Limits/trailerBytes``
            case trailerBytes
            /// ``Limits/informationalBytes``
            case informationalBytes

            /// What the server did too much of, in words.
            fileprivate func excess(over maximum: Int) -> String {
                switch self {
                case .headBytes: "the head of the response is longer than \(maximum) bytes"
                case .lineBytes: "a line of the response's head or trailers is longer than \(maximum) bytes"
                case .fieldCount: "the response has more than \(maximum) \(maximum == 1 ? "field" : "fields")"
                case .chunkExtensionBytes: "the extensions of the response's chunks exceed \(maximum) bytes"
                case .trailerBytes: "the trailers of the response are longer than \(maximum) bytes"
                case .informationalBytes: "the interim responses are longer than \(maximum) bytes"
                }
            }
        }

        /// One line: what is wrong, at `offset`, and what to do about it if anything. Safe to print.
        func description(at offset: Int64) -> String {
            let place = "at offset \(offset)"
            return switch self {
            case .closedBeforeResponse where offset == 0: "the peer closed the connection before sending a response"
            case .closedBeforeResponse:
                "the peer closed the connection within the status line, after \(offset) \(offset == 1 ? "byte" : "bytes")"
            case .closedBeforeFinalResponse:
                "the peer closed the connection after interim responses (\(place)); the final one is missing"
            case .closedInHead: "the peer closed the connection within the response head (\(place))"
            case .closedInBody(let received, let missing):
                "the peer closed the connection after \(received) body bytes; \(missing) are missing"
            case .closedInChunkedBody(let received, 0):
                "the peer closed the connection before the last chunk, after \(received) body bytes"
            case .closedInChunkedBody(let received, let missing):
                "the peer closed the connection within a chunk, after \(received) body bytes; \(missing) are missing in "
                    + "that chunk alone"
            case .notHTTP(let byte):
                "the reply is not HTTP/1 (\(byte.shown) \(place)); check the port, and whether it speaks TLS"
            case .unsupportedVersion(let major):
                "the reply is HTTP/\(major) (\(place)); only HTTP/1 is supported"
            case .malformedStatusLine(let byte): "the status line is malformed: \(byte.shown) \(place)"
            // The name would go on in the next line.
            case .illegalByte(.fieldName, UInt8(ascii: "\r")), .illegalByte(.fieldName, UInt8(ascii: "\n")):
                "a field line of the response ends without a colon (\(place))"
            case .illegalByte(let part, let byte): "\(part.rawValue) of the response contains \(byte.shown) (\(place))"
            case .bareCarriageReturn: "the response contains a carriage return without a line feed (\(place))"
            case .blankBeforeColon: "the name of a response field is followed by whitespace, not by a colon (\(place))"
            case .blankBeforeFirstField: "the first response field begins with whitespace (\(place))"
            case .emptyFieldName: "a response field has no name (\(place))"
            case .malformedContentLength:
                "the response's Content-Length is not a plain decimal number below 2^63 (\(place))"
            case .conflictingContentLengths: "the response has several Content-Lengths that differ (\(place))"
            case .malformedTransferEncoding: "the response's Transfer-Encoding is malformed (\(place))"
            case .malformedChunkSize(let byte): "a chunk size is malformed: \(byte.shown) \(place)"
            case .chunkSizeTooLarge: "a chunk size does not fit into 63 bits (\(place))"
            case .chunkNotTerminated(let byte): "a chunk is not followed by CR LF but by \(byte.shown) (\(place))"
            case .limitExceeded(let limit, let maximum):
                "\(limit.excess(over: maximum)) (Limits.\(limit.rawValue), \(place))"
            case .unrequestedSwitch:
                "the peer switched protocols (before offset \(offset)) although the request asked for no "
                    + "upgrade"
            }
        }
    }
}

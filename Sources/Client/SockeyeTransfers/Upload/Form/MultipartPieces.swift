internal import SockeyeClient

/// A form whose bytes are encoded or come from streams, as pieces. Plain forms are sent as segments.
struct MultipartPieces: AsyncSequence, Sendable {
    /// Bytes of a file per read; a multiple of 57 bytes is whole lines of base64.
    private static let pieceBytes = 57 * 4096

    private let pieces: [MultipartBody.Piece]

    init(_ pieces: [MultipartBody.Piece]) {
        self.pieces = pieces
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(pieces: pieces[...])
    }

    struct Iterator: AsyncIteratorProtocol {
        /// The current piece.
        private enum Current {
            case file(UnchangedFile, MultipartEncoder?)
            case stream(any AsyncIteratorProtocol<[UInt8], any Error>, left: Int64?, MultipartBody.Piece)
        }

        private var pieces: ArraySlice<MultipartBody.Piece>
        private var current: Current?

        fileprivate init(pieces: ArraySlice<MultipartBody.Piece>) {
            self.pieces = pieces
        }

        /// The next pieces together, up to a full read: each one sent is a chunk and a system call. Those of a stream are
        /// passed on as they come.
        mutating func next() async throws -> [UInt8]? {
            guard var gathered = try await nextPiece() else { return nil }
            while gathered.count < MultipartPieces.pieceBytes, !isStreaming {
                if current == nil, case .stream = pieces.first { break }
                guard let piece = try await nextPiece() else { break }
                gathered += piece
            }
            return gathered
        }

        private var isStreaming: Bool {
            if case .stream = current { true } else { false }
        }

        private mutating func nextPiece() async throws -> [UInt8]? {
            while true {
                switch current {
                case .file(let file, let encoder):
                    let bytes = try file.read(MultipartPieces.pieceBytes)
                    guard var encoder else {
                        if bytes.isEmpty { current = nil } else { return bytes }
                        continue
                    }
                    let isLast = file.remaining == 0
                    let encoded = try encoder.encode(bytes, isLast: isLast)
                    current = isLast ? nil : .file(file, encoder)
                    if !encoded.isEmpty { return encoded }
                case .stream(var iterator, let left, let piece):
                    guard let bytes = try await iterator.next(isolation: #isolation) else {
                        if let left, left > 0 { throw piece.lengthFault }
                        current = nil
                        continue
                    }
                    let rest = left.map { $0 - Int64(bytes.count) }
                    if let rest, rest < 0 { throw piece.lengthFault }
                    current = .stream(iterator, left: rest, piece)
                    if !bytes.isEmpty { return bytes }
                case nil:
                    guard let piece = pieces.popFirst() else { return nil }
                    if let bytes = try begin(piece), !bytes.isEmpty { return bytes }
                }
            }
        }

        private mutating func begin(_ piece: MultipartBody.Piece) throws(RequestBodyError) -> [UInt8]? {
            switch piece {
            case .segment(.bytes(let bytes)): return bytes
            case .segment(.file(let range)): current = .file(try UnchangedFile(range), nil)
            case .encoded(let range, let encoding, _, let name):
                current = .file(try UnchangedFile(range), MultipartEncoder(encoding, name: name))
            case .stream(let pieces, let length, _):
                current = .stream(pieces.makeAsyncIterator(), left: length, piece)
            }
            return nil
        }
    }
}

extension MultipartBody.Piece {
    /// A stream was not as long as declared.
    fileprivate var lengthFault: RequestBodyError {
        guard case .stream(_, let length, let name) = self else { return .tooLong }
        return .wrongPartLength(name: name, declared: length ?? 0)
    }
}

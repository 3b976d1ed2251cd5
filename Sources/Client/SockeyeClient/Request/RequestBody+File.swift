internal import SockeyeIO

extension RequestBody {
    /// A file or a range of it, read while it is sent, 256 KiB at a time.
    ///
    /// The length is read now (`stat(2)`), and the file must not change until it is sent: if its size, modification
    /// time or identity differs, the request fails with ``RequestBodyError/fileChanged(path:_:)``. If the file is
    /// missing, the request fails before anything is sent. A file without a length, such as a pipe, is sent chunked and
    /// only once.
    ///
    /// - Parameters:
    ///   - path: the file; it is open only while it is being sent.
    ///   - offset: the first byte to send.
    ///   - length: the number of bytes; `nil` for all up to the end.
    public static func file(path: String, offset: Int64 = 0, length: Int64? = nil) -> RequestBody {
        do throws(RequestBodyError) {
            guard let range = try FileRange(path: path, offset: offset, length: length) else {
                if offset < 0 || length ?? 0 < 0 {
                    throw .outsideFile(path: path, offset: offset, length: length, size: 0)
                }
                return .stream(FilePieces(.path(path), skipping: offset, atMost: length ?? .max), length: length)
            }
            return .segments([.file(range)], length: range.length)
        } catch {
            return .failed(error)
        }
    }

    /// Standard input up to its end. Not replayable.
    public static var standardInput: RequestBody {
        .stream(FilePieces(.standardInput, skipping: 0))
    }
}

/// The contents of a file without offsets: a pipe, a terminal, a device. Read once.
package struct FilePieces: AsyncSequence, Sendable {
    package enum Source: Sendable {
        case path(String)
        case standardInput
    }

    private static let pieceBytes = 64 * 1024

    private let source: Source
    private let skipped: Int64
    private let length: Int64

    /// - Parameter length: a device may have no end.
    package init(_ source: Source, skipping count: Int64, atMost length: Int64 = .max) {
        self.source = source
        (skipped, self.length) = (count, length)
    }

    package func makeAsyncIterator() -> Iterator {
        Iterator(source: source, toSkip: skipped, left: length)
    }

    package struct Iterator: AsyncIteratorProtocol {
        let source: Source
        var toSkip: Int64
        var left: Int64
        var reader: PipeReader?

        package mutating func next() async throws -> [UInt8]? {
            if reader == nil { reader = try await Self.open(source) }
            guard let reader else { throw CancellationError() }
            while left > 0 {
                guard let piece = try await reader.next(pieceBytes) else { throw CancellationError() }
                if piece.isEmpty { return nil }
                if toSkip >= Int64(piece.count) {
                    toSkip -= Int64(piece.count)
                    continue
                }
                let wanted = piece.dropFirst(Int(toSkip)).prefix(Int(clamping: left))
                (toSkip, left) = (0, left - Int64(wanted.count))
                return wanted.count < piece.count ? Array(wanted) : piece
            }
            return nil
        }

        private static func open(_ source: Source) async throws(FileError) -> PipeReader? {
            switch source {
            case .path(let path): try await PipeReader.open(path)
            case .standardInput: try PipeReader.standardInput()
            }
        }
    }
}

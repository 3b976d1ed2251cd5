internal import SockeyeIO

extension RequestBody {
    /// A file, or a part of it, read while it is sent: over plain TCP by `sendfile(2)`, so that its bytes never come into
    /// this process.
    ///
    /// Its length is asked for now (`stat(2)`), and the file must not change until it is sent: if its size, its time or the
    /// file itself is another, the request fails with ``RequestBodyError/fileChanged(path:_:)``. A file that cannot be
    /// found makes the request fail before anything is done. What has no length, as a pipe, is sent in chunks and only
    /// once.
    ///
    /// - Parameters:
    ///   - path: the file; it is opened when its turn comes and closed at once afterwards.
    ///   - offset: its first byte to send.
    ///   - length: how many; `nil` is up to the end.
    public static func file(path: String, offset: Int64 = 0, length: Int64? = nil) -> RequestBody {
        do throws(RequestBodyError) {
            guard let range = try FileRange(path: path, offset: offset, length: length) else {
                return .stream(FilePieces(.path(path), skipping: offset), length: length)
            }
            return .segments([.file(range)], length: range.length)
        } catch {
            return .failed(error)
        }
    }

    /// Standard input up to its end. Can be read once.
    public static var standardInput: RequestBody {
        .stream(FilePieces(.standardInput, skipping: 0))
    }
}

/// What comes from a file without offsets: a pipe, a terminal, a device. Read on a file thread; can be read once.
package struct FilePieces: AsyncSequence, Sendable {
    package enum Source: Sendable {
        case path(String)
        case standardInput
    }

    private static let pieceBytes = 64 * 1024

    private let source: Source
    private let skipped: Int64

    package init(_ source: Source, skipping count: Int64) {
        self.source = source
        skipped = count
    }

    package func makeAsyncIterator() -> Iterator {
        Iterator(source: source, toSkip: skipped)
    }

    package struct Iterator: AsyncIteratorProtocol {
        let source: Source
        var toSkip: Int64
        var file: File?

        package mutating func next() async throws -> [UInt8]? {
            while true {
                let (file, piece) = try await Self.read(source, file)
                self.file = file
                // A reader that waits for a pipe cannot be woken, but its task can go on without it.
                if piece.isEmpty || Task.isCancelled { return nil }
                if toSkip >= Int64(piece.count) {
                    toSkip -= Int64(piece.count)
                    continue
                }
                defer { toSkip = 0 }
                return toSkip > 0 ? Array(piece.dropFirst(Int(toSkip))) : piece
            }
        }

        private static func read(_ source: Source, _ file: File?) async throws -> (File, [UInt8]) {
            let answer = OneShot<Result<(File, [UInt8]), FileError>>()
            BlockingThreads.shared.run {
                do throws(FileError) {
                    let opened: File
                    if let file { opened = file } else { opened = try open(source) }
                    answer.give(.success((opened, try opened.readNext(pieceBytes))))
                } catch {
                    answer.give(.failure(error))
                }
            }
            switch await answer.wait() {
            case .value(let result): return try result.get()
            case .timedOut, .cancelled: throw CancellationError()
            }
        }

        private static func open(_ source: Source) throws(FileError) -> File {
            switch source {
            case .path(let path): try File(path, .reading)
            case .standardInput: try File(duplicating: 0, path: "-")
            }
        }
    }
}

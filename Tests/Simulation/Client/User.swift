import HTTPTypes
import SockeyeClient
import SockeyeClient
import SockeyeHTTP1
import SockeyeIO
import SockeyeIO
import SockeyeTransfers
import SockeyeTransfers
import SockeyeURL

// SAFETY: a world runs on one thread.
/// Somebody who uses the client: one operation after another.
final class User: @unchecked Sendable {
    private let number: Int
    private let world: World
    private let client: HTTPClient

    init(_ number: Int, in world: World, _ client: HTTPClient) {
        (self.number, self.world, self.client) = (number, world, client)
    }

    func live() async {
        for _ in 0...world.choices.pick(4) {
            let operation = next()
            operation.begin()
            let task = Task(executorPreference: world.choices.pick(2) == 0 ? world.loop : nil) {
                await Operation.$current.withValue(operation) {
                    Truth(operation).check(await self.outcome(of: operation))
                }
            }
            operation.cancel = { task.cancel() }
            await task.value
            operation.cancel = nil
            let pause = world.choices.one(of: [Duration.zero, .milliseconds(1), .milliseconds(600), .seconds(2)])
            if pause != .zero { try? await world.loop.sleep(until: .after(pause)) }
        }
        world.userLeft()
    }

    // MARK: What to do

    private func next() -> Operation {
        let choices = world.choices
        var kind = choices.one(of: [Operation.Kind.get, .get, .head, .delete, .post, .put, .stream])
        if !world.files.isEmpty, choices.pick(3) > 0 { kind = .download(choices.pick(world.files.count)) }
        var place = choices.one(of: world.places)
        if world.sent.indices.contains(number), choices.rarely(2) {
            kind = .upload(world.sent[number])
            place = world.sent[number].place
        }
        let operation = world.operation(kind, at: place)
        operation.taking =
            choices.one(of: [
                .whole, .whole, .partly(choices.pick(3)),
                .slowly(choices.one(of: [.milliseconds(3), .milliseconds(400)])),
            ])
        switch kind {
        case .post, .put, .stream:
            let scale = choices.one(of: [1, 100, 5000, 200_000])
            operation.bodyLength = scale == 1 ? 0 : choices.pick(scale)
            operation.expectsContinue = choices.rarely(4) && operation.bodyLength > 0
            if case .stream = kind { operation.isBodyBroken = choices.rarely(6) }
        default: break
        }
        operation.hasOwnCredential = choices.rarely(5)
        if operation.isTransfer {
            operation.taking = .whole
        } else if choices.rarely(3) {
            operation.total = choices.one(of: [.seconds(30), .seconds(1), .milliseconds(100), .milliseconds(3)])
        }
        plan(cancellationOf: operation)
        return operation
    }

    private func plan(cancellationOf operation: Operation) {
        let choices = world.choices
        let cancel = { [weak operation] in
            guard let operation, operation.outcomes == 0, let cancel = operation.cancel else { return }
            operation.isCancelled = true
            operation.world.trace.note("cancels", operation.number, at: operation.world.now)
            cancel()
        }
        switch choices.pick(10) {
        case 8: world.director.after(.milliseconds(choices.one(of: [0, 1, 40, 500, 3000])), cancel)
        case 9: world.director.afterSteps(1 + choices.pick(60), cancel)
        default: break
        }
    }

    // MARK: Doing it

    private func outcome(of operation: Operation) async -> Operation.Outcome {
        if case .download(let file) = operation.kind { return await download(world.files[file], operation) }
        if case .upload(let file) = operation.kind { return await upload(file, operation) }
        do {
            let request = try request(of: operation)
            let watch = Watch(operation)
            return try await client.perform(request, observer: watch) { response in
                let (body, isWhole) = try await self.take(response, operation)
                return .response(
                    status: response.status.code, fields: response.fields, body: body, isWhole: isWhole)
            }
        } catch let error as HTTPClientError {
            return .failure(error)
        } catch {
            return .other("\(error)")
        }
    }

    private func download(_ file: ServedFile, _ operation: Operation) async -> Operation.Outcome {
        guard let downloads = world.downloads else { return .other("no folder") }
        let options = Downloads.options(world.choices, file)
        operation.download = options
        let path = downloads.path(file, of: number)
        let hadFile = downloads.hasFile(at: path)
        let wantsProgress = world.choices.pick(2) == 1
        var failure: DownloadError?
        var mayBeHalf = false
        do {
            let result = try await client.download(
                "\(operation.place.url)\(file.path)", to: path, options: options, observer: Watch(operation),
                progress: wantsProgress ? { @Sendable _ in } : nil)
            mayBeHalf =
                result.completeness == .unknowable && operation.attempts.contains { $0.line.ends.contains(.cutShort) }
        } catch {
            failure = error
        }
        let fault = downloads.fault(at: path, file, isSuccess: failure == nil, mayBeHalf: mayBeHalf)
        return .file(fault, failure, hadFile: hadFile)
    }

    private func upload(_ file: SentFile, _ operation: Operation) async -> Operation.Outcome {
        let options = file.options(world.choices)
        operation.isPaced = options.bytesPerSecond != nil
        do throws(ResumableUploadError) {
            let request: Request
            do {
                request = try self.request(of: operation)
            } catch {
                return .other("\(error)")
            }
            _ = try await client.uploadResumably(file.path, to: request, options: options, observer: Watch(operation))
            return .upload(nil)
        } catch {
            return .upload(error)
        }
    }

    private func request(of operation: Operation) throws -> Request {
        let url = "\(operation.place.url)/o\(operation.number)"
        let bytes = Content.request(operation.number, 0..<operation.bodyLength)
        var request: Request
        switch operation.kind {
        case .get, .download: request = try .get(url)
        case .upload(let file): request = try .put("\(operation.place.url)\(file.target)", body: .none)
        case .head: request = try .head(url)
        case .delete: request = try .delete(url)
        case .post: request = try .post(url, body: .bytes(bytes))
        case .put: request = try .put(url, body: .bytes(bytes))
        case .stream:
            let isAnnounced = world.choices.pick(2) == 1 && !operation.isBodyBroken
            request = try .post(
                url,
                body: .stream(
                    Pieces(bytes: bytes, world: world, isBroken: operation.isBodyBroken),
                    length: isAnnounced ? Int64(bytes.count) : nil))
        }
        request.expectsContinue = operation.expectsContinue
        if operation.hasOwnCredential { request.fields[.authorization] = "Bearer own\(operation.number)" }
        if let total = operation.total {
            var timeouts = world.mood.timeouts
            timeouts.total = total
            request.timeouts = timeouts
        }
        return request
    }

    private func take(_ response: Response, _ operation: Operation) async throws -> ([UInt8], isWhole: Bool) {
        switch operation.taking {
        case .whole: return (try await response.body.collect(limit: 1 << 20), true)
        case .partly(let count):
            var body: [UInt8] = []
            var pieces = response.body.makeAsyncIterator()
            for _ in 0..<count {
                guard let piece = try await pieces.next() else { return (body, true) }
                body += piece
            }
            return (body, false)
        case .slowly(let pause):
            var body: [UInt8] = []
            var left = 8
            for try await piece in response.body {
                body += piece
                left -= 1
                if left > 0 { try? await world.loop.sleep(until: .after(pause)) }
            }
            return (body, true)
        }
    }
}

// SAFETY: a world runs on one thread.
/// Tells an operation what becomes of it.
private final class Watch: ExchangeObserver, @unchecked Sendable {
    private let operation: Operation

    init(_ operation: Operation) {
        self.operation = operation
    }

    func observe(_ event: ClientEvent) {
        if let details = event[.addressRace]?.connection {
            guard let line = operation.world.line(details.number, new: operation.newLine) else { return }
            operation.newLine = nil
            operation.got(line)
        } else if let details = event[.connectionReused] {
            guard let line = operation.world.line(details.number) else { return }
            operation.got(line)
        } else if let (head, _) = event[.receivedHead] {
            operation.received(head.status.code)
            let world = operation.world
            for field in head.fields[values: .setCookie] {
                world.cookies.received(field, second: world.now / 1_000_000_000)
            }
        }
    }
}

// SAFETY: a world runs on one thread.
/// A request's body that comes piece by piece, and may break off.
private struct Pieces: AsyncSequence, @unchecked Sendable {
    struct Broken: Error {}

    let bytes: [UInt8]
    let world: World
    let isBroken: Bool

    func makeAsyncIterator() -> Iterator { Iterator(pieces: self, rest: bytes[...]) }

    struct Iterator: AsyncIteratorProtocol {
        let pieces: Pieces
        var rest: ArraySlice<UInt8>
        var count = 0

        mutating func next() async throws -> [UInt8]? {
            let choices = pieces.world.choices
            count += 1
            if pieces.isBroken, count > 2 || rest.isEmpty { throw Broken() }
            if rest.isEmpty { return nil }
            if choices.rarely(3) {
                let pause = choices.one(of: [Duration.milliseconds(1), .milliseconds(700)])
                do { try await pieces.world.loop.sleep(until: .after(pause)) } catch { throw CancellationError() }
            }
            let size = count > 6 ? rest.count : 1 + choices.pick(rest.count)
            defer { rest = rest.dropFirst(size) }
            return Array(rest.prefix(size))
        }
    }
}

import SockeyeClient
import SockeyeIO
import SockeyeTransport
import SockeyeURL

@testable import SockeyeClient
@testable import SockeyeIO

// SAFETY: a world runs on one thread.
/// One world: a client, its users, servers and a network, all made by the choices.
///
/// ```
///   Choices ──→ Mood ──→ users ──→ HTTPClient ──→ Line ──→ Peer
///      └──────→ Director: which job is next, what time it is        Rules look on
/// ```
final class World: @unchecked Sendable {
    /// What must be gone in the end.
    struct Census {
        var lines = 0
        var openLines = 0
    }

    let choices: Choices
    let director: Director
    let trace: Trace
    let loop: EventLoop
    let mood: Mood
    let places: [Place]
    let cookies = Cookies()
    private(set) var files: [ServedFile] = []
    private(set) var downloads: Downloads?
    /// The files that users upload resumably, by user.
    private(set) var sent: [SentFile] = []
    private let uploads: Bool
    var census = Census()
    private(set) var refusals = 0
    private(set) var isClosing = false
    /// The first rule that was broken.
    private(set) var fault: String?
    private var lines: [UInt64: Leaf] = [:]
    private var connects = 0
    private(set) var operations: [Operation] = []
    private(set) var usersLeft = 0
    private(set) var client: HTTPClient?
    private weak var lastClient: HTTPClient?

    /// A line that may be gone.
    private struct Leaf {
        weak var line: Line?
    }

    /// Where the client's own credential belongs.
    let credentialPlace: Place
    static let credentialField = "Basic dXNlcjpzZWNyZXQ="

    init(_ choices: Choices, keepsTrace: Bool = false) throws {
        self.choices = choices
        mood = Mood(choices)
        director = Director(choices, picksJobs: mood.picksJobs)
        trace = Trace(isKept: keepsTrace)
        loop = try EventLoop.withoutThread()
        places = Array(Place.all.prefix(1 + choices.pick(Place.all.count)))
        credentialPlace = choices.one(of: places)
        // Files cost system calls: most worlds do without.
        if choices.rarely(3) {
            downloads = try Downloads()
            files = (0...choices.pick(2)).map { ServedFile($0, choices, now: Director.beginning) }
            uploads = choices.rarely(2)
        } else {
            uploads = false
        }
    }

    var now: UInt64 { director.now }

    /// Notes that a rule is broken.
    func breaks(_ words: String) {
        if fault == nil { fault = words }
        trace.note(words: "BROKEN: \(words)", at: now)
    }

    /// An error's words without the name of the world's folder, which is another one each time.
    func shown(_ error: any Error) -> String {
        let words = "\(error)"
        guard let folder = downloads?.folderPath else { return words }
        return words.split(separator: folder, omittingEmptySubsequences: false).joined()
    }

    // MARK: The network

    /// Opens a line to an origin, as the client asks.
    private func connect(to origin: Origin) async throws -> any Transport {
        // No delay: the clocks of connecting are those of sockets, which this stands in for. But others may have turns meanwhile.
        for _ in 0..<choices.pick(3) { await Task.yield() }
        if mood.refuses, choices.rarely(3) {
            refusals += 1
            throw IOError.system(call: "connect", errorNumber: 111)
        }
        guard let place = places.first(where: { $0.isFor(origin) }) else {
            throw IOError.unknownHost(origin.host, reason: "no such place", isTemporary: false)
        }
        connects += 1
        let line = Line(connects, to: place, in: self)
        trace.note("connects", connects, at: now)
        Operation.current?.newLine = line
        return line
    }

    /// The line of a connection's number.
    func line(_ number: UInt64, new: Line? = nil) -> Line? {
        if let new { lines[number] = Leaf(line: new) }
        return lines[number]?.line
    }

    // MARK: Its life

    /// Runs to its end, and checks what is left.
    func run() {
        director.at(now) { self.begin() }
        loop.runSimulated(by: director)
        finish()
    }

    private func begin() {
        var configuration = HTTPClient.Configuration()
        configuration.eventLoop = loop
        configuration.transport = { [unowned self] origin in try await connect(to: origin) }
        configuration.timeouts = mood.timeouts
        configuration.pool = mood.pool
        configuration.retry = mood.retry
        configuration.redirects.limit = mood.redirectLimit
        configuration.cookies = CookieJar()
        if let origin = try? HTTPURL(credentialPlace.url) {
            configuration.credentials = [OriginCredential(.password(user: "user", "secret"), for: origin)]
        }
        configuration.authentication.sendsBasicAtOnce = choices.pick(2) == 0
        let client = HTTPClient(configuration: configuration)
        (self.client, lastClient) = (client, client)
        let users = 1 + choices.pick(4)
        usersLeft = users
        if uploads, let downloads {
            sent = (0..<users).compactMap { try? SentFile($0, choices, to: choices.one(of: places), in: downloads) }
        }
        for number in 0..<users {
            let user = User(number, in: self, client)
            Task(executorPreference: choices.pick(2) == 0 ? loop : nil) { await user.live() }
        }
        for file in files {
            for _ in 0..<choices.pick(3) {
                director.after(.milliseconds(choices.one(of: [10, 100, 1000, 5000]))) { [unowned self] in
                    file.change(choices, now: now)
                    trace.note("changes", file.number, file.versions.count, at: now)
                }
            }
        }
        if choices.rarely(8) {
            director.after(.milliseconds(50 * (1 + choices.pick(100)))) { [weak self] in self?.close() }
        }
    }

    /// A new operation.
    func operation(_ kind: Operation.Kind, at place: Place) -> Operation {
        let operation = Operation(operations.count, kind, at: place, in: self)
        operations.append(operation)
        return operation
    }

    func userLeft() {
        usersLeft -= 1
        if usersLeft == 0 { close() }
    }

    private func close() {
        guard let client, !isClosing else { return }
        isClosing = true
        Task {
            await client.close()
            self.client = nil
        }
    }

    private func finish() {
        if director.isExhausted { breaks("it never comes to rest") }
        for operation in operations where operation.outcomes == 0 {
            breaks("operation \(operation.number) never ended")
        }
        if usersLeft > 0 { breaks("\(usersLeft) users still wait") }
        if fault != nil { return }
        client = nil
        if census.openLines > 0 { breaks("\(census.openLines) lines are open in the end") }
        if lastClient != nil { breaks("the client is still there in the end") }
        if loop.registeredCount > 0 { breaks("\(loop.registeredCount) timers are left in the end") }
        for operation in operations { operation.attempts.removeAll() }
        if census.lines > 0 { breaks("\(census.lines) lines are held in the end") }
    }
}

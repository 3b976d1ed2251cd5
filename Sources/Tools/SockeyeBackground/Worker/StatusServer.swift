internal import SockeyeIO
internal import Synchronization

/// Serves the worker's socket: each connection gets a line of JSON for every job, then one for each change. Connecting also
/// tells the worker that the journal has new events.
struct StatusServer: Sendable {
    let listener: Listener
    let status: LiveStatus
    let nudge: @Sendable () -> Void

    /// A watcher that doesn't read for this long is dropped.
    private static let patience = Duration.seconds(30)
    /// Connections beyond these only wake the worker.
    private static let watcherLimit = 64

    /// Serves until the task is cancelled or the listener is closed.
    func run() async {
        await withDiscardingTaskGroup { group in
            let watchers = Atomic(0)
            while let socket = await listener.next() {
                nudge()
                // Over the limit: the nudge counts, but nothing is sent.
                guard watchers.load(ordering: .relaxed) < Self.watcherLimit else {
                    socket.close()
                    continue
                }
                watchers.wrappingAdd(1, ordering: .relaxed)
                group.addTask { @Sendable in
                    await serve(socket)
                    socket.close()
                    watchers.wrappingSubtract(1, ordering: .relaxed)
                }
            }
            group.cancelAll()
        }
    }

    private func serve(_ socket: Socket) async {
        // Notice a closed connection even while there is nothing to send.
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                while let bytes = try? await socket.receive(upTo: 256), !bytes.isEmpty {}
            }
            group.addTask { await sendStatus(to: socket) }
            await group.next()
            group.cancelAll()
        }
    }

    private func sendStatus(to socket: Socket) async {
        var version: UInt64 = 0
        var isFirst = true
        var wakeups = status.watch().makeAsyncIterator()
        repeat {
            let changes = status.changes(since: version)
            version = changes.version
            var bytes = changes.transfers.flatMap { StatusText.line($0) }
            // An empty line ends the initial list.
            if isFirst { bytes.append(UInt8(ascii: "\n")) }
            isFirst = false
            do throws(IOError) {
                try await socket.send(bytes, until: .after(Self.patience))
            } catch {
                return
            }
        } while await wakeups.next() != nil
    }
}

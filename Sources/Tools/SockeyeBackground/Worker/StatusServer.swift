internal import SockeyeIO

/// Answers the worker's socket: every connection gets a line of JSON for each job as it is, then one for each change. To connect
/// is also to say that the journal has news.
struct StatusServer: Sendable {
    let listener: Listener
    let board: StatusBoard
    let nudge: @Sendable () -> Void

    /// A watcher that doesn't read for this long is left.
    private static let patience = Duration.seconds(30)
    /// More watchers wait for their turn.
    private static let mostWatchers = 64

    /// Serves until the task is cancelled or the listener is closed.
    func run() async {
        await withDiscardingTaskGroup { group in
            let room = WatcherCount(Self.mostWatchers)
            while let socket = await listener.next() {
                nudge()
                // One too many is told nothing, but was heard.
                guard room.enter() else {
                    socket.close()
                    continue
                }
                group.addTask {
                    await serve(socket)
                    socket.close()
                    room.leave()
                }
            }
            group.cancelAll()
        }
    }

    private func serve(_ socket: Socket) async {
        // Whoever goes away ends it, even while there is nothing to tell.
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                while let bytes = try? await socket.receive(upTo: 256), !bytes.isEmpty {}
            }
            group.addTask { await tell(socket) }
            await group.next()
            group.cancelAll()
        }
    }

    private func tell(_ socket: Socket) async {
        var version: UInt64 = 0
        let news = board.watch()
        var isFirst = true
        var wakeups = news.makeAsyncIterator()
        repeat {
            let changes = board.changes(since: version)
            version = changes.version
            var bytes = changes.transfers.flatMap { StatusText.line($0) }
            // An empty line ends the jobs as they are.
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

internal import SockeyeIO
internal import SockeyeTransport
internal import SockeyeTLS

/// Accepts connections until the listener closes, and serves each in its own task.
struct Acceptor: Sendable {
    let listener: Listener
    let context: TLSContext?
    let shared: ServerConnection.Shared

    func run() async {
        await withDiscardingTaskGroup { group in
            while let socket = await listener.next() {
                // Added to `live` before it counts as accepted, so that a test waiting for the count finds it.
                let number = shared.log.current.acceptedConnections + 1
                shared.live.add(number, socket)
                shared.log.update { $0.acceptedConnections = number }
                group.addTask(executorPreference: shared.loop) {
                    await withTaskCancellationHandler {
                        await serve(socket, number)
                    } onCancel: {
                        socket.interrupt()
                    }
                    shared.live.remove(number)
                    shared.log.update { $0.connectionEnded(number) }
                }
            }
        }
    }

    private func serve(_ socket: Socket, _ number: Int) async {
        guard let stream = await secured(socket) else { return }
        let connection = ServerConnection(stream, number: number, shared: shared, context: context)
        let steps = shared.script?.steps(forConnection: number) ?? [.serve(requests: nil)]
        do throws(ReadingFailure) {
            await connection.end(try await connection.play(steps) ?? .orderly)
        } catch {
            // A connection interrupted by this side did not fail.
            if let failure = error.descriptionUnlessCancelled {
                shared.log.update { $0.connectionFailed(failure) }
                shared.configuration.reporter?("#\(number) \(failure)")
            }
            await connection.end(.orderly)
        }
    }

    private func secured(_ socket: Socket) async -> ByteStream? {
        guard let context, !shared.configuration.startsPlain else { return ByteStream(socket) }
        do throws(StreamError) {
            return try await ByteStream.server(
                over: socket, context: context, until: .after(shared.configuration.patience))
        } catch {
            shared.log.update { $0.handshakeFailed(error.description) }
            shared.configuration.reporter?("TLS handshake failed: \(error.description)")
            socket.close()
            return nil
        }
    }
}

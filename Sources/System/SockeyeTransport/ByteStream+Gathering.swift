internal import SockeyeIO

// The kernel gathers a fast body, so that its reader is woken less often.
extension ByteStream {
    /// Notes that `count` bytes of a body arrived, out of `remaining` that were still to come. Call it for every read of a body
    /// up to its end; otherwise gathering stays on, and the next response is only seen after a wait of 50 ms.
    package func noteArrived(_ count: Int, of remaining: Int64) {
        if let isOn = gathering.note(count, remaining: remaining - Int64(count), now: { .now }) { gather(isOn) }
    }

    private func gather(_ isOn: Bool) {
        do throws(IOError) {
            try socket.setReceiveLowWaterMark(isOn ? Gathering.mark : 1)
        } catch {
            // If it stays on, waits stay short, and each tries again.
            gathering.undo()
        }
    }

    /// Waits while the kernel gathers, but not for long.
    func waitForMuch(until deadline: Deadline) async throws(StreamError) {
        let moment = min(deadline, .now.advanced(by: Gathering.patience))
        do throws(IOError) {
            try await socket.wait(for: .readable, until: moment)
        } catch {
            guard error == .timedOut, moment < deadline else { throw .io(error) }
            if let isOn = gathering.stop() { gather(isOn) }
        }
        isUndrained = true
    }
}

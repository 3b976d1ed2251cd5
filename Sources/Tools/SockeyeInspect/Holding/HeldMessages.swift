internal import SockeyeIO
internal import Synchronization

/// Requests and answers that wait until the page lets them go. Each has a place, as in the page's paths: `3/request`.
final class HeldMessages: Sendable {
    private struct Held {
        let place: String
        let message: HeldMessage
        /// `nil` drops it.
        let edit = OneShot<HeldMessage.Edit?>()
    }

    /// What the page proves itself with: only a reader of the page has it.
    let token = "\(UInt64.random(in: 0 ... .max))-\(UInt64.random(in: 0 ... .max))"
    private let held = Mutex<[Held]>([])
    private let holds = Mutex(true)

    /// Whether messages are held at all; those that are stay so.
    var isOn: Bool {
        get { holds.withLock { $0 } }
        set { holds.withLock { $0 = newValue } }
    }

    /// Those that wait, the first one first.
    var places: [String] { held.withLock { $0.map(\.place) } }

    func message(at place: String) -> HeldMessage? {
        held.withLock { held in held.first { $0.place == place }?.message }
    }

    /// Waits for the page.
    ///
    /// - Parameter begun: called once the page can see the message.
    func hold(
        _ message: HeldMessage, at place: String, on loop: EventLoop, until deadline: Deadline, begun: () -> Void
    ) async -> OneShot<HeldMessage.Edit?>.Outcome {
        let new = Held(place: place, message: message)
        held.withLock { $0.append(new) }
        defer { held.withLock { held in held.removeAll { $0.place == place } } }
        begun()
        return await new.edit.wait(on: loop, until: deadline)
    }

    /// Lets a message go, or drops it. Returns whether it was still held.
    func decide(_ place: String, _ edit: HeldMessage.Edit?) -> Bool {
        let found = held.withLock { held in held.firstIndex { $0.place == place }.map { held.remove(at: $0) } }
        found?.edit.give(edit)
        return found != nil
    }
}

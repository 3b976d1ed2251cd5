/// An object that an event loop notifies of readiness and deadlines.
protocol LoopClient: AnyObject, Sendable {
    /// The descriptor became ready (`SOCKEYE_READABLE` and so on). Called on the loop's thread.
    func becameReady(_ flags: UInt32)

    /// A moment passed to `EventLoop.schedule` has come. Called on the loop's thread.
    func momentCame(now: UInt64)
}

/// Maps tokens, which epoll's 64 bits and the timers carry, to clients.
///
/// A token is a slot number and the slot's generation. Closing a descriptor advances its slot's generation, so an event
/// already under way finds nothing instead of the slot's next owner.
struct Registry {
    private struct Slot {
        var generation: UInt32 = 0
        var client: (any LoopClient)?
    }

    private var slots: [Slot] = []
    private var free: [Int] = []

    /// How many clients are registered.
    var count: Int { slots.count - free.count }

    mutating func insert(_ client: any LoopClient) -> UInt64 {
        let index: Int
        if let reused = free.popLast() {
            index = reused
        } else {
            index = slots.count
            slots.append(Slot())
        }
        slots[index].client = client
        return UInt64(slots[index].generation) << 32 | UInt64(index)
    }

    mutating func remove(_ token: UInt64) {
        guard let index = index(of: token), slots[index].client != nil else { return }
        slots[index].client = nil
        slots[index].generation &+= 1
        free.append(index)
    }

    func client(_ token: UInt64) -> (any LoopClient)? {
        index(of: token).flatMap { slots[$0].client }
    }

    private func index(of token: UInt64) -> Int? {
        let index = Int(token & 0xFFFF_FFFF)
        return index < slots.count && slots[index].generation == UInt32(token >> 32) ? index : nil
    }
}

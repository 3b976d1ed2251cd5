internal import CSystemShims

extension NetworkPath {
    /// The present path (netlink(7)).
    ///
    /// - Throws: `IOError.system` if the kernel has no netlink, as in some sandboxes.
    public static var current: NetworkPath {
        get async throws(IOError) {
            try await NetworkWatch(on: .shared).next(until: .after(.seconds(10)))
        }
    }

    /// The current path first, then each change, until the task is cancelled.
    ///
    /// Changes between two calls are reported as one. It ends with `.cancelled`, or with a system call that failed.
    public static var updates: some AsyncSequence<NetworkPath, IOError> & Sendable { Updates(loop: .shared) }

    /// The paths of this machine, as they change.
    package struct Updates: AsyncSequence, Sendable {
        let loop: EventLoop

        package init(loop: EventLoop) { self.loop = loop }

        /// Starts to watch when the first path is asked for.
        package func makeAsyncIterator() -> Iterator { Iterator(loop: loop) }

        /// Yields the paths.
        package struct Iterator: AsyncIteratorProtocol {
            private let loop: EventLoop
            private var watch: NetworkWatch?

            init(loop: EventLoop) {
                self.loop = loop
            }

            /// The next path that differs; never `nil`.
            package mutating func next() async throws(IOError) -> NetworkPath? {
                try await next(until: .never)
            }

            /// The same.
            package mutating func next(isolation actor: isolated (any Actor)?) async throws(IOError) -> NetworkPath? {
                try await next(until: .never)
            }

            /// The same, until a deadline.
            ///
            /// - Throws: `.timedOut`; it can be asked again.
            package mutating func next(until deadline: Deadline) async throws(IOError) -> NetworkPath {
                if let watch { return try await watch.next(until: deadline) }
                let new = try NetworkWatch(on: loop)
                watch = new
                return try await new.next(until: deadline)
            }
        }
    }
}

// SAFETY: one task at a time uses it, since it belongs to one iterator.
/// A netlink socket, and what its messages add up to.
final class NetworkWatch: @unchecked Sendable {
    /// The kernel's datagrams have at most 32 KiB.
    private static let datagramBytes = 64 * 1024

    private let descriptor: SharedDescriptor
    private let readiness: Readiness
    private var state = NetworkState()
    private var last: NetworkPath?

    init(on loop: EventLoop) throws(IOError) {
        let descriptor = Descriptor(owning: try SystemCall.check("netlink", sockeye_netlink_open()))
        self.descriptor = SharedDescriptor(owning: descriptor)
        readiness = try Readiness.start(self.descriptor.number, on: loop, endsWithErrors: false)
    }

    deinit {
        descriptor.close { number in readiness.stop(number) }
    }

    /// The next path that differs from the last one.
    func next(until deadline: Deadline) async throws(IOError) -> NetworkPath {
        while true {
            if Task.isCancelled { throw .cancelled }
            // All that is there, so that changes that belong together are told as one.
            while try receive() {}
            if state.question != nil { continue }
            if state.isWhole {
                let path = state.path { sockeye_netlink_is_wireless($0) != 0 }
                if path != last {
                    last = path
                    return path
                }
            }
            switch await readiness.wait(for: .readable, until: deadline) {
            case .ready: break
            case .timedOut: throw .timedOut
            case .cancelled, .interrupted: throw .cancelled
            case .busy: throw .invalidArgument("two tasks already wait for the network")
            }
        }
    }

    /// Sends the next question, if any, and reads one datagram. False if none has come.
    private func receive() throws(IOError) -> Bool {
        if let question = state.question {
            state.ask()
            _ = try descriptor.use { descriptor throws(IOError) in
                try SystemCall.check("send", sockeye_netlink_ask(descriptor, question.rawValue, state.number))
            }
        }
        // SAFETY: the shim writes at most `buffer.count` bytes at its base, and does not keep the pointer.
        let datagram = try withUnsafeTemporaryAllocation(byteCount: Self.datagramBytes, alignment: 4) {
            buffer throws(IOError) -> [UInt8]? in
            let count = try descriptor.use { number throws(IOError) in
                sockeye_receive(number, buffer.baseAddress, buffer.count)
            }
            // Messages were lost (netlink(7)).
            if count == -Int(ErrorNumber.noBufferSpace) {
                state.startAgain()
                return []
            }
            return try SystemCall.checkNonBlocking("recv", count).map { Array(buffer.prefix($0)) }
        }
        guard let datagram else { return false }
        for message in NetlinkDecoder.messages(in: datagram[...]) { state.apply(message) }
        if let errorNumber = state.refusal { throw .system(call: "netlink", errorNumber: errorNumber) }
        return true
    }
}

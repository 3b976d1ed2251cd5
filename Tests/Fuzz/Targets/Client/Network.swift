@testable import SockeyeIO

extension Check {
    /// Whatever the kernel sends, nothing traps; a datagram in two means the same as one if it is cut between messages; and
    /// what the messages add up to is a path that describes itself in one line.
    static func netlink(_ input: Input) {
        let messages = NetlinkDecoder.messages(in: input.bytes[...])
        require(
            messages == NetlinkDecoder.messages(in: ([UInt8](repeating: 0xFF, count: 5) + input.bytes)[5...]),
            "where the bytes begin matters")
        var state = NetworkState()
        var asked = 0
        for message in messages {
            if state.question != nil {
                state.ask()
                asked += 1
            }
            state.apply(message)
            require(!state.isWhole || state.question == nil, "whole, and still asking")
        }
        require(asked <= messages.count, "asked without a reason")
        let path = state.path { $0.utf8.count % 2 == 1 }
        require(path.reaches("127.0.0.1") && path.reaches("::1"), "a machine doesn't reach itself")
        require(
            (path.status == .loopbackOnly) == (path.kind == nil) || path.interfaces.isEmpty, "a way through nothing")
        for interface in path.interfaces {
            for address in interface.addresses {
                require(address.bytes.count == 4 || address.bytes.count == 16, "an address of no length")
                require(address.prefixLength <= address.bytes.count * 8, "a prefix longer than its address")
                require(!interface.isUp || path.reaches(address.host), "\(address.host) isn't one's own")
            }
        }
    }
}

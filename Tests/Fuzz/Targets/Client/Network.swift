@testable import SockeyeIO

extension Check {
    /// Whatever a name server sends, nothing traps; what is an answer has the id and the question that were asked, and addresses of
    /// their length.
    static func names(_ input: Input) {
        let kind: DNSMessage.Kind = input.choice % 2 == 0 ? .ipv4 : .ipv6
        guard let question = DNSMessage.question(for: "www.a.test", kind, id: 0x0102) else { fail("a name is none") }
        // Mutations hardly ever meet the id and the question.
        var bytes = input.bytes
        if input.choice % 4 >= 2, bytes.count >= 10 {
            bytes.insert(contentsOf: question[12...], at: 10)
            bytes.insert(contentsOf: question[..<2], at: 0)
        }
        guard let answer = DNSMessage.answer(in: bytes, to: question) else { return }
        require(bytes.starts(with: question[..<2]) && bytes.count >= question.count, "an answer to another question")
        require(answer.addresses.allSatisfy { $0.count == (kind == .ipv4 ? 4 : 16) }, "an address of another length")
        require(answer.addresses.count * 14 <= bytes.count, "more addresses than came")
    }

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

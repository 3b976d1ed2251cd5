internal import SockeyeWebSocket

/// What was received and not yet taken: whole messages, and the beginning of the next one.
struct WebSocketInbox {
    /// More than this is left in the kernel until the program takes some: the server then has to wait.
    static let byteLimit = 1 << 20
    /// What a message costs beyond its bytes.
    private static let messageCost = 64

    struct Message {
        var kind: WebSocketMessage.Kind
        var bytes: [UInt8]
    }

    /// A piece of a message, in order.
    /// The content of the message that is arriving.
    var content: [UInt8] = []
    private var messages: [Message] = []
    /// The messages before it are taken.
    private var first = 0
    private var messageBytes = 0
    /// Whether a part of the next message was taken.
    private(set) var isInsideMessage = false
    /// Whether nobody wants messages any more.
    var isDiscarding = false {
        didSet {
            messages = []
            (content, first, messageBytes) = ([], 0, 0)
        }
    }

    /// Messages in memory, taken ones too.
    var heldCount: Int { messages.count }
    var isEmpty: Bool { first == messages.count }
    var isFull: Bool { !isDiscarding && messageBytes + content.count >= Self.byteLimit }

    /// The message that was arriving is complete.
    mutating func completeMessage(_ kind: WebSocketMessage.Kind) {
        if !isDiscarding {
            messageBytes += content.count + Self.messageCost
            messages.append(Message(kind: kind, bytes: content))
        }
        content = []
    }

    /// More of a message has arrived.
    mutating func contentArrived() {
        if isDiscarding { content.removeAll(keepingCapacity: true) }
    }

    /// The next whole message, if it is here.
    mutating func takeMessage() -> Message? {
        guard first < messages.count else { return nil }
        let message = messages[first]
        messages[first].bytes = []
        first += 1
        if first == messages.count {
            messages.removeAll(keepingCapacity: true)
            first = 0
        } else if first > messages.count / 2 {
            // A program that is always behind never empties it; each message is moved at most once.
            messages.removeFirst(first)
            first = 0
        }
        messageBytes -= message.bytes.count + Self.messageCost
        isInsideMessage = false
        return message
    }

    /// What is here of the next message.
    ///
    /// - Parameter kind: of the message that is arriving, if any.
    mutating func takePiece(arriving kind: WebSocketMessage.Kind?) -> WebSocket.Piece? {
        if let message = takeMessage() {
            return WebSocket.Piece(kind: message.kind, bytes: message.bytes, isLast: true)
        }
        guard let kind, !content.isEmpty else { return nil }
        defer { content = [] }
        isInsideMessage = true
        return WebSocket.Piece(kind: kind, bytes: content, isLast: false)
    }
}

internal import CFaults
internal import Glibc

/// A call of the shims, by the name in its manual page.
public struct SystemCallName: Sendable, Hashable, CustomStringConvertible {
    let number: Int32

    /// Every call that can fail.
    public static let all = (0..<Int32(CFAULTS_CALLS)).map(SystemCallName.init)

    init(number: Int32) {
        self.number = number
    }

    /// The call of this name, if there is one.
    public init?(_ name: some StringProtocol) {
        guard let found = Self.all.first(where: { $0.description == name }) else { return nil }
        self = found
    }

    /// Its name, such as `pwrite`.
    public var description: String {
        // SAFETY: the plan returns a static NUL-terminated string.
        cfaults_name(number).map { String(cString: $0) } ?? ""
    }

    /// The errors that it may give.
    public var errors: [Int32] {
        var found = [Int32](repeating: 0, count: 32)
        let count = cfaults_errors(number, &found, Int32(found.count))
        return Array(found.prefix(Int(count)))
    }

    /// Whether a signal can interrupt it.
    public var isInterruptible: Bool { cfaults_is_interruptible(number) != 0 }
    /// Whether it can move fewer bytes than asked for.
    public var isDivisible: Bool { cfaults_is_divisible(number) != 0 }

    /// How many there were since the plan began.
    public var count: Int { Int(clamping: cfaults_count(number)) }
}

/// One fault: the call that it strikes, and how.
public struct Fault: Sendable, Hashable {
    /// What happens to the call.
    public enum Kind: Sendable, Hashable {
        /// It does nothing and returns this `errno`.
        case fails(Int32)
        /// So does every later one.
        case failsFromHere(Int32)
        /// A signal interrupts it, once.
        case interrupted
        /// It moves one byte.
        case movesOne
        /// It moves half of the bytes.
        case movesHalf
    }

    /// Which call.
    public var call: SystemCallName
    /// Which of them, from 1.
    public var number: Int
    /// What happens to it.
    public var kind: Kind

    /// Every fault of the first `count` calls of this name.
    public static func all(of call: SystemCallName, count: Int) -> [Fault] {
        if count < 1 { return [] }
        var kinds = call.errors.map(Kind.fails)
        if let first = call.errors.first { kinds.append(.failsFromHere(first)) }
        if call.isInterruptible { kinds.append(.interrupted) }
        if call.isDivisible { kinds += [.movesOne, .movesHalf] }
        return (1...count).flatMap { number in kinds.map { Fault(call: call, number: number, kind: $0) } }
    }

    /// The `errno`, if it is an error that the caller sees.
    public var errorNumber: Int32? {
        switch kind {
        case .fails(let number), .failsFromHere(let number): number
        case .interrupted, .movesOne, .movesHalf: nil
        }
    }
}

extension Fault: LosslessStringConvertible {
    /// `CALL NUMBER KIND`, such as `pwrite 3 error-28`.
    public var description: String {
        let word =
            switch kind {
            case .fails(let error): "error\(error < 0 ? "" : "+")\(error)"
            case .failsFromHere(let error): "errors\(error < 0 ? "" : "+")\(error)"
            case .interrupted: "interrupted"
            case .movesOne: "one"
            case .movesHalf: "half"
            }
        return "\(call) \(number) \(word)"
    }

    /// Parses a `description`.
    public init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 3, let call = SystemCallName(words[0]), let number = Int(words[1]) else { return nil }
        (self.call, self.number) = (call, number)
        switch words[2] {
        case "interrupted": kind = .interrupted
        case "one": kind = .movesOne
        case "half": kind = .movesHalf
        case let word where word.hasPrefix("errors"):
            guard let error = Int32(word.dropFirst("errors".count)) else { return nil }
            kind = .failsFromHere(error)
        case let word where word.hasPrefix("error"):
            guard let error = Int32(word.dropFirst("error".count)) else { return nil }
            kind = .fails(error)
        default: return nil
        }
    }

    /// The fault in words, for a report.
    public var words: String {
        let message = errorNumber.map { $0 < 0 ? "EAI \($0)" : String(cString: strerror($0)) } ?? ""
        return message.isEmpty ? description : "\(description) (\(message))"
    }
}

/// The plan of this process.
public enum FaultPlan {
    /// Counts calls from now on, and strikes by `fault`, if any.
    public static func begin(_ fault: Fault? = nil) {
        guard let fault else { return cfaults_begin(0, 0, Int32(CFAULTS_NONE), 0) }
        let (how, error): (Int, Int32) =
            switch fault.kind {
            case .fails(let error): (CFAULTS_FAIL, error)
            case .failsFromHere(let error): (CFAULTS_FAIL_ON, error)
            case .interrupted: (CFAULTS_INTERRUPT, 0)
            case .movesOne: (CFAULTS_SHORT, 0)
            case .movesHalf: (CFAULTS_HALF, 0)
            }
        cfaults_begin(fault.call.number, UInt64(clamping: fault.number), Int32(how), error)
    }

    /// No more faults.
    ///
    /// - Returns: how often the plan has struck.
    @discardableResult
    public static func end() -> Int { Int(clamping: cfaults_end()) }

    /// Whether a plan has begun and not ended.
    public static var isUnderWay: Bool { cfaults_is_active() != 0 }

    /// Spares the calling thread from now on.
    public static func spareThread() { cfaults_exempt_thread(1) }

    /// Allocations of the shims, OpenSSL and zlib that are alive.
    public static var liveAllocations: Int { Int(clamping: cfaults_live_allocations()) }
}

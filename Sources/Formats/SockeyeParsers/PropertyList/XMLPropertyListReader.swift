internal import SockeyeBytes

extension PropertyList {
    static func parseXML(_ bytes: [UInt8], _ limits: PropertyListLimits) throws(PropertyListError) -> PropertyList {
        // The root and the innermost scalar add two levels to those of the containers.
        let xmlLimits = XMLLimits(
            depthLimit: max(0, min(limits.depthLimit, .max - 2)) + 2, textLimit: limits.sizeLimit)
        let tokenizer = XMLTokenizer(
            handler: XMLPropertyListReader(limits: limits), limits: xmlLimits)
        do throws(XMLError) {
            try tokenizer.parseWhole(bytes)
        } catch {
            if let failure = tokenizer.handler.failure { throw failure }
            if error.reason == .tooDeep(limit: xmlLimits.depthLimit) { throw .tooDeep(limit: limits.depthLimit) }
            throw .xml(error)
        }
        guard let value = tokenizer.handler.value else {
            throw .xml(XMLError(reason: .refused("the property list is empty"), position: TextPosition()))
        }
        return value
    }
}

/// Builds a property list from XML events.
struct XMLPropertyListReader: XMLEventHandler {
    private enum Container {
        case array([PropertyList])
        case dictionary([String: PropertyList], key: String?)
    }

    private var containers: [Container] = []
    /// The open scalar element; its content is in `text`.
    private var scalar: String?
    private var text = ""
    private var isInRoot = false
    /// The values so far, and the bytes of their texts and of keys.
    private var (count, byteCount) = (0, 0)
    private let limits: PropertyListLimits
    private(set) var value: PropertyList?
    /// The limit that the list exceeds.
    private(set) var failure: PropertyListError?

    init(limits: PropertyListLimits) { self.limits = limits }

    private mutating func exceeded(_ failure: PropertyListError) -> XMLError.Reason {
        self.failure = failure
        return .refused("\(failure)")
    }

    mutating func startElement(
        _ name: XMLName, attributes: XMLAttributes, at place: XMLPlace
    ) throws(XMLError.Reason) {
        if !isInRoot {
            guard name.local == "plist" else { throw .refused("expected <plist>, found <\(name)>") }
            isInRoot = true
            return
        }
        if let scalar { throw .refused("<\(scalar)> holds only text, found <\(name)>") }
        if name.local != "key" { count += 1 }
        if count > limits.valueLimit { throw exceeded(.tooManyValues(limit: limits.valueLimit)) }
        switch name.local {
        case "array": containers.append(.array([]))
        case "dict": containers.append(.dictionary([:], key: nil))
        case "key", "string", "integer", "real", "date", "data", "true", "false": scalar = name.local
        default: throw .refused("<\(name)> is not a property list element")
        }
        text = ""
    }

    mutating func characters(_ text: UTF8Span, at place: XMLPlace) throws(XMLError.Reason) {
        let part = String(copying: text)
        if scalar != nil {
            // Entities repeat a text, as references in a binary list do.
            byteCount += part.utf8.count
            if byteCount > limits.expandedLimit { throw exceeded(.tooLarge(limit: limits.expandedLimit)) }
            self.text += part
        } else if !part.utf8.allSatisfy({ $0 <= 0x20 }) {
            throw .refused("text outside a value")
        }
    }

    mutating func endElement(_ name: XMLName, at place: XMLPlace) throws(XMLError.Reason) {
        switch name.local {
        case "plist":
            if containers.isEmpty, value == nil { throw .refused("the property list is empty") }
            isInRoot = false
        case "array", "dict":
            switch containers.popLast() {
            case .array(let elements): try add(.array(elements))
            case .dictionary(_, let key?): throw .refused("the key \"\(key)\" has no value")
            case .dictionary(let members, nil): try add(Self.uid(members) ?? .dictionary(members))
            case nil: break
            }
        case "key":
            scalar = nil
            guard case .dictionary(let members, nil)? = containers.popLast() else {
                throw .refused("<key> where a value is expected")
            }
            containers.append(.dictionary(members, key: text))
        default:
            scalar = nil
            try add(try Self.scalar(name.local, text))
        }
    }

    private mutating func add(_ new: PropertyList) throws(XMLError.Reason) {
        switch containers.popLast() {
        case nil:
            if value != nil { throw .refused("a property list has only one value") }
            value = new
        case .array(var elements):
            elements.append(new)
            containers.append(.array(elements))
        case .dictionary(var members, let key?):
            members[key] = new
            containers.append(.dictionary(members, key: nil))
        case .dictionary(_, nil): throw .refused("a value in <dict> has no <key>")
        }
    }

    private static func uid(_ members: [String: PropertyList]) -> PropertyList? {
        guard members.count == 1 else { return nil }
        return switch members["CF$UID"] {
        case .integer(let number)? where number >= 0: .uid(UInt64(number))
        case .unsignedInteger(let number)?: .uid(number)
        default: nil
        }
    }

    static func scalar(_ name: String, _ text: String) throws(XMLError.Reason) -> PropertyList {
        let value: PropertyList?
        switch name {
        case "string": value = .string(text)
        case "true": value = .boolean(true)
        case "false": value = .boolean(false)
        case "integer": value = integer(trimmed(text))
        case "real": value = real(trimmed(text)).map(PropertyList.real)
        case "date": value = Timestamp(trimmed(text)).map(PropertyList.date)
        // Lists wrap their lines.
        default:
            value = Base64.decode(sequence: text.utf8.filter { !"\t\n\r ".utf8.contains($0) }).map(PropertyList.data)
        }
        guard let value else { throw .refused("\"\(text.prefix(80))\" is not a valid <\(name)>") }
        return value
    }

    private static func integer(_ text: String) -> PropertyList? {
        var digits = text.utf8[...]
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
        let isHexadecimal = digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8)
        if isHexadecimal { digits.removeFirst(2) }
        guard digits.allSatisfy({ ASCII.hexadecimalDigit($0) != nil }),
            let magnitude = UInt64(String(Substring(digits)), radix: isHexadecimal ? 16 : 10)
        else { return nil }
        if let value = Int64(exactly: magnitude) { return .integer(isNegative ? -value : value) }
        if isNegative { return magnitude == UInt64(1) << 63 ? .integer(.min) : nil }
        return .unsignedInteger(magnitude)
    }

    private static func real(_ text: String) -> Double? {
        switch text.lowercased() {
        case "nan": .nan
        case "inf", "+inf", "infinity", "+infinity": .infinity
        case "-inf", "-infinity": -.infinity
        // `Double` would also accept hexadecimal digits.
        default: text.utf8.allSatisfy { ByteWindow.isNumberByte($0) } ? Double(text) : nil
        }
    }

    private static func trimmed(_ text: String) -> String { String(Substring(text.utf8.trimming { $0 <= 0x20 })) }
}

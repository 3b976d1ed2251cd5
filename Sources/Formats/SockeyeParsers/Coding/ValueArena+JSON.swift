internal import SockeyeBytes

extension ValueArena {
    /// The node as a tree.
    func jsonValue(at index: UInt32) -> JSONValue {
        let node = self[index]
        switch node.kind {
        case .unset, .null: return .null
        case .no: return .bool(false)
        case .yes: return .bool(true)
        case .number: return .number(JSONNumber(unchecked: string(of: node)))
        case .signed: return .number(JSONNumber(Int64(bitPattern: node.payload)))
        case .unsigned: return .number(JSONNumber(node.payload))
        case .double: return JSONNumber(Double(bitPattern: node.payload)).map(JSONValue.number) ?? .null
        case .float: return .number(JSONNumber(unchecked: floatText(node)))
        case .string: return .string(string(of: node))
        case .data: return .string(base64Text(of: node))
        case .date: return .string(timestamp(of: node).description)
        case .array: return .array(children(of: index).map(jsonValue(at:)))
        case .object:
            return .object(
                JSONObject(
                    children(of: index).map { child in
                        JSONObject.Member(name: key(of: self[child]), value: jsonValue(at: child))
                    }))
        }
    }

    /// Fills a node from a tree.
    func set(_ value: JSONValue, at index: UInt32) {
        switch value {
        case .null: self[index].kind = .null
        case .bool(let value): self[index].kind = value ? .yes : .no
        case .number(let value):
            let text = value.text
            setText(text.utf8Span, kind: .number, isASCII: true, at: index)
        case .string(let value): setText(value.utf8Span, kind: .string, isASCII: false, at: index)
        case .array(let elements):
            self[index].kind = .array
            for element in elements { set(element, at: addChild(of: index)) }
            self[index].lastChild = self[index].firstChild
        case .object(let object):
            self[index].kind = .object
            for member in object.members {
                let child = addChild(of: index)
                setKey(member.name, at: child)
                set(member.value, at: child)
            }
            self[index].lastChild = self[index].firstChild
        }
    }

    /// Writes the node and its descendants. Iterative, because the depth comes from the data.
    func write(from root: UInt32, to writer: inout JSONWriter) {
        var index = root
        while true {
            if index != root, self[self[index].parent].kind == .object { writer.key(keyWindow(of: self[index])) }
            let node = self[index]
            if begin(node, &writer) {
                index = node.firstChild
                continue
            }
            // Advance to the next sibling, closing containers that end here.
            while index != root, self[index].next == 0 {
                index = self[index].parent
                end(self[index], &writer)
            }
            if index == root { return }
            index = self[index].next
        }
    }

    /// Writes a scalar or an opening bracket; returns whether there are children to visit.
    @inline(__always)
    private func begin(_ node: ValueNode, _ writer: inout JSONWriter) -> Bool {
        switch node.kind {
        case .unset, .null: writer.null()
        case .no: writer.boolean(false)
        case .yes: writer.boolean(true)
        case .number:
            let window = window(of: node)
            writer.number(window.text(from: 0, to: window.count, isASCII: true))
        case .signed:
            let value = Int64(bitPattern: node.payload)
            writer.integer(magnitude: value.magnitude, isNegative: value < 0)
        case .unsigned: writer.integer(magnitude: node.payload, isNegative: false)
        case .double: writer.number(jsonText(Double(bitPattern: node.payload)))
        case .float: writer.number(floatText(node))
        case .string: writer.string(window(of: node))
        case .data: writer.string(base64Text(of: node).utf8Span)
        case .date: writer.string(timestamp(of: node).description.utf8Span)
        case .array:
            writer.beginArray()
            if node.length > 0 { return true }
            writer.endArray()
        case .object:
            writer.beginObject()
            if node.length > 0 { return true }
            writer.endObject()
        }
        return false
    }

    private func end(_ node: ValueNode, _ writer: inout JSONWriter) {
        if node.kind == .object { writer.endObject() } else { writer.endArray() }
    }

    private func floatText(_ node: ValueNode) -> String {
        let text = Float(bitPattern: UInt32(truncatingIfNeeded: node.payload)).description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private func base64Text(of node: ValueNode) -> String {
        let window = window(of: node)
        var bytes: [UInt8] = []
        window.append(from: 0, to: window.count, to: &bytes)
        return Base64.encode(bytes)
    }

    func setTimestamp(_ value: Timestamp, at index: UInt32) {
        let offset = endOffset
        // SAFETY: the closure copies the bytes of each number, which stays alive for it.
        withUnsafeBytes(of: value.seconds.littleEndian) { bytes.append($0) }
        withUnsafeBytes(of: value.nanoseconds.littleEndian) { bytes.append($0) }
        self[index].kind = .date
        self[index].payload = UInt64(UInt32(truncatingIfNeeded: offset))
        self[index].length = 12
    }

    func timestamp(of node: ValueNode) -> Timestamp {
        let window = window(of: node)
        guard window.count == 12 else { return Timestamp(seconds: 0) }
        var nanoseconds: UInt32 = 0
        for index in 0..<4 { nanoseconds |= UInt32(window[8 + index]) << (8 * UInt32(index)) }
        return Timestamp(
            seconds: Int64(bitPattern: window.word(at: 0)), nanoseconds: Int32(bitPattern: nanoseconds))
    }
}

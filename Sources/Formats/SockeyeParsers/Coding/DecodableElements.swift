extension DecodingContext {
    /// Decodes the nodes of an array's elements, and appends the values; those before an error stay.
    func decode<Value: Decodable>(_ elements: [UInt32], into outputs: inout [Value]) throws {
        if conversions == nil, let type = Value.self as? any DecodableOptional.Type {
            // SAFETY: the pointer is used inside the closure only, and as an array of `Value`, which is `type`.
            return try withUnsafeMutablePointer(to: &outputs) { outputs in
                try type.decode(elements, of: self, into: UnsafeMutableRawPointer(outputs))
            }
        }
        try append(elements, to: &outputs) { try decode(Value.self, at: $0) }
    }

    /// Appends what `decode` makes of each node.
    ///
    /// The values are made in a buffer, because appending each would look up the array's metadata every time.
    @inline(__always)
    fileprivate func append<Value>(
        _ elements: [UInt32], to outputs: inout [Value], _ decode: (UInt32) throws -> Value
    ) throws {
        var failure: (any Error)?
        let values = [Value](unsafeUninitializedCapacity: elements.count) { buffer, count in
            // SAFETY: the buffer has room for as many values as there are elements; `count` tells how many were made.
            guard var place = buffer.baseAddress else { return }
            do {
                for element in elements {
                    place.initialize(to: try decode(element))
                    place += 1
                    count += 1
                }
            } catch {
                failure = error
            }
        }
        if outputs.isEmpty { outputs = values } else { outputs += values }
        if let failure { throw failure }
    }
}

/// An optional of any decodable type, whose elements of a stream are decoded without a container for each.
private protocol DecodableOptional {
    // SAFETY: `outputs` points to an array of `Self`.
    static func decode(_ elements: [UInt32], of context: DecodingContext, into outputs: UnsafeMutableRawPointer) throws
}

extension Optional: DecodableOptional where Wrapped: Decodable {
    fileprivate static func decode(
        _ elements: [UInt32], of context: DecodingContext, into outputs: UnsafeMutableRawPointer
    ) throws {
        // SAFETY: the caller's array has elements of this type, and lends it for the call.
        let outputs = outputs.assumingMemoryBound(to: [Wrapped?].self)
        try context.append(elements, to: &outputs.pointee) { element in
            context.isNull(at: element) ? nil : try context.decode(Wrapped.self, at: element)
        }
    }
}

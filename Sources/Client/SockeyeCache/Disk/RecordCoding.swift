internal import HTTPTypes
internal import SockeyeFields

/// The head of a stored response as bytes, for the index: numbers in little-endian order, texts with their length.
struct RecordCoding: Hashable {
    /// The head.
    var response: StoredResponse
    /// The length of the body.
    var bodyLength: Int64
    /// The digest of each block of the body.
    var blocks: [UInt8]

    private static let version: UInt8 = 1

    var bytes: [UInt8] {
        var output = Output()
        output.bytes.reserveCapacity(512)
        output.put(number: Int64(Self.version), count: 1)
        output.put(number: Int64(response.status), count: 2)
        output.put(number: response.isHead ? 1 : 0, count: 1)
        output.put(text: Array(response.reason.utf8))
        output.put(number: response.requestTime, count: 8)
        output.put(number: response.responseTime, count: 8)
        output.put(number: bodyLength, count: 8)
        output.put(number: response.part == nil ? 0 : 1, count: 1)
        if let part = response.part {
            output.put(number: part.first, count: 8)
            output.put(number: part.last, count: 8)
            output.put(number: part.completeLength, count: 8)
        }
        output.put(number: Int64(response.fields.count), count: 4)
        for field in response.fields {
            output.put(text: Array(field.name.rawName.utf8))
            output.put(text: field.octets)
        }
        output.put(number: Int64(response.varying.count), count: 4)
        for field in response.varying {
            output.put(text: Array(field.name.utf8))
            output.put(number: field.value == nil ? 0 : 1, count: 1)
            output.put(text: field.value ?? [])
        }
        output.put(text: blocks)
        return output.bytes
    }

}

extension RecordCoding {
    /// Reads what `bytes` has; `nil` for anything else.
    init?(_ bytes: ArraySlice<UInt8>) {
        var input = Input(rest: bytes)
        guard input.number(1) == Int64(Self.version), let status = input.number(2), let isHead = input.number(1),
            let reason = input.text(), let requestTime = input.number(8), let responseTime = input.number(8),
            let bodyLength = input.number(8), bodyLength >= 0, let hasPart = input.number(1)
        else { return nil }
        var part: StoredResponse.Part?
        if hasPart == 1 {
            guard let first = input.number(8), let last = input.number(8), let complete = input.number(8),
                first >= 0, first <= last, last < complete
            else { return nil }
            part = StoredResponse.Part(first: first, last: last, completeLength: complete)
        }
        guard let fields = input.fields(), let varying = input.varying(), let blocks = input.text(), input.rest.isEmpty
        else { return nil }
        self.bodyLength = bodyLength
        self.blocks = Array(blocks)
        response = StoredResponse(
            status: Int(status), reason: String(decoding: reason, as: UTF8.self), fields: fields, varying: varying,
            requestTime: requestTime, responseTime: responseTime, isHead: isHead == 1, part: part)
    }

    private struct Output {
        var bytes: [UInt8] = []

        mutating func put(number: Int64, count: Int) {
            for place in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * Int64(place)))) }
        }

        mutating func put(text: [UInt8]) {
            put(number: Int64(text.count), count: 4)
            bytes += text
        }
    }

    private struct Input {
        var rest: ArraySlice<UInt8>

        mutating func number(_ count: Int) -> Int64? {
            guard rest.count >= count else { return nil }
            var number: UInt64 = 0
            for (place, byte) in rest.prefix(count).enumerated() { number |= UInt64(byte) << UInt64(8 * place) }
            rest = rest.dropFirst(count)
            return Int64(bitPattern: number)
        }

        mutating func text() -> ArraySlice<UInt8>? {
            guard let count = number(4), count <= Int64(rest.count) else { return nil }
            defer { rest = rest.dropFirst(Int(count)) }
            return rest.prefix(Int(count))
        }

        mutating func fields() -> HTTPFields? {
            guard let count = number(4), count <= Int64(rest.count) else { return nil }
            var fields = HTTPFields()
            fields.reserveCapacity(Int(count))
            for _ in 0..<count {
                guard let name = text().flatMap({ HTTPField.Name(String(decoding: $0, as: UTF8.self)) }),
                    let value = text()
                else { return nil }
                fields.append(HTTPField(name: name, value: value))
            }
            return fields
        }

        mutating func varying() -> [VaryingField]? {
            guard let count = number(4), count <= Int64(rest.count) else { return nil }
            var varying: [VaryingField] = []
            for _ in 0..<count {
                guard let name = text(), let hasValue = number(1), let value = text() else { return nil }
                varying.append(
                    VaryingField(
                        name: String(decoding: name, as: UTF8.self), value: hasValue == 1 ? Array(value) : nil))
            }
            return varying
        }
    }
}

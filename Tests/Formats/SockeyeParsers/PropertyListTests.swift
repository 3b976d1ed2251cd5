import Foundation
import SockeyeParsers
import Testing

@Suite struct PropertyListTests {
    static let sample: PropertyList = .dictionary([
        "string": .string("张三 & <b> 🚀"), "ascii": .string("plain"), "empty": .string(""), "zero": .integer(0),
        "small": .integer(200), "negative": .integer(-1), "least": .integer(.min), "most": .unsignedInteger(.max),
        "long": .integer(1 << 40), "real": .real(-2.5), "yes": .boolean(true), "no": .boolean(false),
        "date": .date(Timestamp(seconds: 1_767_225_600)), "old": .date(Timestamp(seconds: -5_000_000_000)),
        "data": .data(Array(0...255)), "none": .data([]),
        "array": .array([.integer(1), .string("plain"), .array([]), .dictionary([:])]),
        "many": .array((0..<300).map { .integer($0) }), "nested": .dictionary(["k": .dictionary(["k": .string("v")])]),
    ])

    @Test(arguments: [PropertyList.Format.xml, .binary]) func roundTrip(format: PropertyList.Format) async throws {
        let bytes = Self.sample.bytes(format)
        #expect(try PropertyList(parsing: bytes) == Self.sample)
        #expect(try await stream(bytes, pieces: 5).propertyList() == Self.sample)
        for number in [0, 70_000, UInt64(Int64.max), UInt64(Int64.max) + 1, .max] {
            #expect(try PropertyList(parsing: PropertyList.uid(number).bytes(format)) == .uid(number))
        }
    }

    /// Foundation reads our output, and we read its output.
    @Test(arguments: [
        (PropertyList.Format.xml, PropertyListSerialization.PropertyListFormat.xml), (.binary, .binary),
    ])
    func foundationAgrees(ours: PropertyList.Format, theirs: PropertyListSerialization.PropertyListFormat) throws {
        let read = try PropertyListSerialization.propertyList(from: Data(Self.sample.bytes(ours)), format: nil)
        let written = try PropertyListSerialization.data(fromPropertyList: read, format: theirs, options: 0)
        #expect(try PropertyList(parsing: written) == Self.sample)
    }

    /// Python's plistlib reads our output, and we read its output.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
    func pythonAgrees() throws {
        let script = """
            import plistlib, sys
            data = sys.stdin.buffer.read()
            value = plistlib.loads(data)
            kind = plistlib.FMT_BINARY if sys.argv[1] == 'binary' else plistlib.FMT_XML
            sys.stdout.buffer.write(plistlib.dumps(value, fmt=kind))
            """
        for (source, target) in [
            (PropertyList.Format.xml, "binary"), (.binary, "xml"), (.binary, "binary"), (.xml, "xml"),
        ] {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
            process.arguments = ["-c", script, target]
            let (input, output) = (Pipe(), Pipe())
            process.standardInput = input
            process.standardOutput = output
            try process.run()
            input.fileHandleForWriting.write(Data(Self.sample.bytes(source)))
            try input.fileHandleForWriting.close()
            let bytes = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            #expect(try PropertyList(parsing: bytes) == Self.sample, "\(source) to \(target)")
        }
    }

    @Test(arguments: [
        "", "<plist></plist>", "<plist><dict><key>a</key></dict></plist>", "<plist><dict><string/></dict></plist>",
        "<plist><integer>x</integer></plist>", "<plist><integer>99999999999999999999</integer></plist>",
        "<plist><string>a</string><string>b</string></plist>", "<array/>", "<plist><data>!</data></plist>",
        "<plist><date>yesterday</date></plist>", "<plist><real>0x1p3</real></plist>", "<plist><set/></plist>",
        "<plist>text</plist>", "<plist><string><b/></string></plist>", "<plist><array>", "<plist><key>a</key></plist>",
        "<plist><dict><key>a</key><key>b</key><true/></dict></plist>",
    ])
    func malformedXML(text: String) {
        #expect(throws: PropertyListError.self) { try PropertyList(parsing: text.utf8) }
    }

    /// Characters and years that XML cannot hold are replaced, so that the output can be read. (Found by fuzzing.)
    @Test func whatXMLCannotHoldIsReplaced() throws {
        let list = PropertyList.array([.string("a\u{0}\u{FFFF}\u{FFFE}b"), .date(Timestamp(seconds: .max))])
        let last = PropertyList.date(Timestamp(seconds: 253_402_300_799))
        #expect(
            try PropertyList(parsing: list.bytes(.xml)) == .array([.string("a\u{FFFD}\u{FFFD}\u{FFFD}b"), last]))
    }

    /// Every NaN is written in a readable form, whatever its sign and payload. (Found by fuzzing.)
    @Test(arguments: [0x7FF8_0000_0000_0000, 0xFFFF_FFFF_FFFF_FF15, 0x7FF0_0000_0000_0001] as [UInt64])
    func notANumber(bits: UInt64) throws {
        let list = PropertyList.real(Double(bitPattern: bits))
        let xml = list.bytes(.xml)
        #expect(String(decoding: xml, as: UTF8.self).contains("<real>nan</real>"))
        guard case .real(let read) = try PropertyList(parsing: xml) else {
            Issue.record("not a number that is a real")
            return
        }
        #expect(read.isNaN)
        guard case .real(let binary) = try PropertyList(parsing: list.bytes(.binary)) else {
            Issue.record("not a number that is a real")
            return
        }
        #expect(binary.bitPattern == bits)
    }

    @Test func oddButRightXML() throws {
        let text = """
            <plist><dict><key>h</key><integer> 0xFF </integer><key>i</key><real>-inf</real>\
            <key>d</key><data> AQ\nI= </data><key>n</key><integer>-9223372036854775808</integer></dict></plist>
            """
        #expect(
            try PropertyList(parsing: text.utf8)
                == .dictionary([
                    "h": .integer(255), "i": .real(-.infinity), "d": .data([1, 2]), "n": .integer(.min),
                ]))
    }

    /// A binary list cut at any byte, or with any byte changed, is read or refused, but never traps or hangs.
    @Test func damagedBinary() {
        var sample = Self.sample.dictionary ?? [:]
        (sample["many"], sample["data"]) = (nil, .data([1]))
        let bytes = PropertyList.dictionary(sample).bytes(.binary)
        for end in 0..<bytes.count {
            #expect(throws: PropertyListError.self) { try PropertyList(parsing: bytes[..<end]) }
        }
        var outcomes = 0
        for place in bytes.indices {
            for change: UInt8 in [0x00, 0x01, 0x7F, 0x80, 0xFF] {
                var damaged = bytes
                damaged[place] ^= change
                if (try? PropertyList(parsing: damaged)) != nil { outcomes += 1 }
            }
        }
        #expect(outcomes >= bytes.count)
    }

    static func binary(_ objects: [[UInt8]]) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets.append(UInt8(bytes.count))
            bytes += object
        }
        let table = UInt8(bytes.count)
        bytes += offsets
        bytes += [0, 0, 0, 0, 0, 0, 1, 1]
        for number in [UInt8(objects.count), 0, table] { bytes += [0, 0, 0, 0, 0, 0, 0, number] }
        return bytes
    }

    @Test func cyclesAndBombs() {
        #expect(throws: PropertyListError.cycle(offset: 8)) { try PropertyList(parsing: Self.binary([[0xA1, 0]])) }
        #expect(throws: PropertyListError.cycle(offset: 8)) {
            try PropertyList(parsing: Self.binary([[0xA1, 1], [0xA1, 2], [0xA1, 0]]))
        }
        // Each array references the next one twice: 2⁴⁰ values in 100 bytes.
        let bomb = (0..<40).map { [0xA2, UInt8($0 + 1), UInt8($0 + 1)] } + [[0x09]]
        #expect(throws: PropertyListError.tooManyValues(limit: 10_000_000)) {
            try PropertyList(parsing: Self.binary(bomb))
        }
        let chain = (0..<60).map { [0xA1, UInt8($0 + 1)] } + [[0x09]]
        #expect(throws: PropertyListError.tooDeep(limit: 50)) {
            try PropertyList(parsing: Self.binary(chain), limits: PropertyListLimits(depthLimit: 50))
        }
        // A string that claims to be longer than any file.
        let huge: [UInt8] = [0x5F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
        #expect(throws: PropertyListError.self) { try PropertyList(parsing: Self.binary([huge])) }
        #expect(throws: PropertyListError.self) { try PropertyList(parsing: Self.binary([[0xD1, 1, 1], [0x09]])) }
        let deep = "<plist>" + String(repeating: "<array>", count: 100_000)
        #expect(throws: PropertyListError.tooDeep(limit: 256)) { try PropertyList(parsing: deep.utf8) }
    }

    @Test(arguments: [PropertyList.Format.xml, .binary], [Int.max, .max - 1]) func noLimit(
        format: PropertyList.Format, limit: Int
    ) throws {
        let limits = PropertyListLimits(sizeLimit: limit, depthLimit: limit, valueLimit: limit)
        let list: PropertyList = .array([.array([.string("a")])])
        #expect(try PropertyList(parsing: list.bytes(format), limits: limits) == list)
    }

    /// The limits count the same in both formats: six values and nine bytes of text, keys among the bytes only.
    @Test(
        arguments: [PropertyList.Format.xml, .binary],
        [
            (6, 9, nil), (5, 9, PropertyListError.tooManyValues(limit: 5)), (6, 8, .tooLarge(limit: 8)),
        ] as [(Int, Int, PropertyListError?)])
    func sizesAreLimited(format: PropertyList.Format, limit: (values: Int, bytes: Int, error: PropertyListError?)) {
        let list: PropertyList = .dictionary([
            "ab": .array([.string("cd"), .boolean(true), .string("é")]), "e": .string("fg"),
        ])
        var limits = PropertyListLimits(valueLimit: limit.values)
        limits.expandedLimit = limit.bytes
        let result = Result { () throws(PropertyListError) in
            try PropertyList(parsing: list.bytes(format), limits: limits)
        }
        #expect(result == limit.error.map { .failure($0) } ?? .success(list))
    }

    /// What an entity stands for counts each time.
    @Test func entitiesAreLimited() {
        let entity = String(repeating: "x", count: 1000)
        let text = "<!DOCTYPE plist [<!ENTITY e '\(entity)'>]><plist><string>&e;&e;&e;</string></plist>"
        var limits = PropertyListLimits()
        limits.expandedLimit = 2999
        #expect(throws: PropertyListError.tooLarge(limit: 2999)) {
            try PropertyList(parsing: text.utf8, limits: limits)
        }
        limits.expandedLimit = 3000
        #expect(throws: Never.self) { try PropertyList(parsing: text.utf8, limits: limits) }
    }

    @Test func longArraysTakeLinearTime() throws {
        let list = PropertyList.array((0..<50_000).map { .integer($0) })
        #expect(try PropertyList(parsing: list.bytes(.xml)) == list)
        #expect(try PropertyList(parsing: list.bytes(.binary)) == list)
    }

    struct Settings: Codable, Equatable {
        var name: String
        var when: Timestamp
        var bytes: [UInt8]
        var ratio: Double
        var counts: [Int]
        var note: String?
        var child: [String: Bool]
    }

    @Test(arguments: [PropertyList.Format.xml, .binary]) func codable(format: PropertyList.Format) throws {
        let settings = Settings(
            name: "a", when: Timestamp(seconds: 7), bytes: [1, 2, 255], ratio: .infinity, counts: [1, -2], note: nil,
            child: ["x": true])
        let bytes = try PropertyListValueEncoder().encode(settings, format: format)
        #expect(try PropertyListValueDecoder().decode(Settings.self, from: bytes) == settings)
        let list = try PropertyListValueEncoder().encodeToPropertyList(settings)
        #expect(list["bytes"] == .data([1, 2, 255]))
        #expect(list["note"] == nil)
        #expect(throws: EncodingError.self) { try PropertyListValueEncoder().encode([1, nil]) }
    }

    /// Both ways from a JSON number give the same.
    @Test(
        arguments: [
            ("1", .integer(1)), ("-9223372036854775808", .integer(.min)),
            ("18446744073709551615", .unsignedInteger(.max)),
            ("1.0", .real(1)), ("1e2", .real(100)), ("18446744073709551616", .real(18_446_744_073_709_551_616)),
            ("1e400", nil), ("-1e400", nil),
        ] as [(String, PropertyList?)])
    func numbers(text: String, expected: PropertyList?) throws {
        let value = try JSONValue(parsing: "[\(text)]")
        let converted = try? PropertyList(value)
        let encoded = try? PropertyListValueEncoder().encodeToPropertyList(value)
        #expect(converted == expected.map { .array([$0]) })
        #expect(encoded == converted)
        guard expected == nil else { return }
        #expect(throws: PropertyListConversionError.self) { try PropertyList(value) }
        #expect(throws: EncodingError.self) { try PropertyListValueEncoder().encodeToPropertyList(value) }
    }

    @Test func integersAreExact() throws {
        let encoder = PropertyListValueEncoder()
        #expect(throws: EncodingError.self) { try encoder.encode([Int128.max]) }
        #expect(throws: EncodingError.self) { try encoder.encode(["a": UInt128(1) << 64]) }
        #expect(throws: EncodingError.self) { try encoder.encode(Int128(Int64.min) - 1) }
        #expect(try encoder.encodeToPropertyList(UInt128(UInt64.max)) == .unsignedInteger(.max))
        #expect(try encoder.encodeToPropertyList(Int128(Int64.min)) == .integer(.min))
    }

    /// As in JSON, the last of the values that a key is given counts, also if it is null.
    @Test func aKeyEncodedTwiceIsOneMember() throws {
        struct Twice: Encodable {
            let values: [Int?]
            enum Key: CodingKey { case a }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Key.self)
                for value in values { try container.encode(value, forKey: .a) }
            }
        }
        let encoder = PropertyListValueEncoder()
        #expect(try encoder.encodeToPropertyList(Twice(values: [1, 2])) == .dictionary(["a": .integer(2)]))
        #expect(try encoder.encodeToPropertyList(Twice(values: [1, nil])) == .dictionary([:]))
    }

    /// Dictionaries compare keys by their characters, JSON by their bytes.
    @Test(arguments: [NullRule.omit, .text]) func spellingsOfAKey(nulls: NullRule) throws {
        let value = try JSONValue(parsing: #"{"e\u0301":1,"\u00e9":2}"#)
        #expect(try PropertyList(value) == .dictionary(["é": .integer(2)]))
        let null = try JSONValue(parsing: #"{"e\u0301":1,"\u00e9":null}"#)
        #expect(try PropertyList(null, nulls: nulls) == .dictionary(["é": nulls == .omit ? .integer(1) : .string("")]))
    }
}

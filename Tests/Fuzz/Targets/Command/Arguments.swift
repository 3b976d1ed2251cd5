import SockeyeClient
import SockeyeFields
import SockeyeParsers
import SockeyeURL
import Synchronization

@testable import SockeyeCLI

/// A machine on which each file holds what the input says.
private func machine(_ file: [UInt8]) -> MemoryMachine {
    let machine = MemoryMachine()
    machine.state.withLock { ($0.others, $0.input) = (file, file) }
    return machine
}

private func value(_ bytes: [UInt8], file: [UInt8] = []) -> OptionValue {
    OptionValue(bytes: bytes, readFile: FileReader(forOptionsOn: machine(file)))
}

extension Check {
    /// Each line of a -K file, written with its argument quoted, reads the same.
    static func config(_ input: Input) {
        for line in ConfigFile.lines(of: input.bytes) {
            require(!line.option.contains(0x0A), "an option of two lines")
            guard !line.option.isEmpty else { continue }
            var row = line.option
            if let argument = line.argument {
                row += Array(" \"".utf8)
                for byte in argument {
                    switch byte {
                    case 0x0A: row += Array("\\n".utf8)
                    case UInt8(ascii: "\""), UInt8(ascii: "\\"): row += [UInt8(ascii: "\\"), byte]
                    default: row.append(byte)
                    }
                }
                row.append(UInt8(ascii: "\""))
            }
            let again = ConfigFile.lines(of: row)
            require(again.count == 1, "one line becomes \(again.count)")
            require(again.first?.option == line.option && again.first?.argument == line.argument, "a line changed")
        }
    }

    /// A pattern makes as many URLs as it says; with its brackets escaped any text is one URL, itself.
    static func globs(_ input: Input) {
        let text = input.text
        if let glob = try? URLGlob(parsing: text) {
            require(glob.count >= 1, "a pattern without URLs")
            require(glob.match(at: glob.count) == nil, "one URL too many")
            let kinds = glob.parts.count { $0.choices != nil }
            for index in [0, glob.count / 2, glob.count - 1] {
                guard let match = glob.match(at: index) else { fail("URL \(index) of \(glob.count) is missing") }
                require(match.values.count == kinds, "\(match.values.count) values for \(kinds) lists")
                _ = match.name(from: "#1-#2-#9-" + text)
            }
        }
        var escaped: [UInt8] = []
        for byte in text.utf8 {
            if "{}[]".utf8.contains(byte) { escaped.append(UInt8(ascii: "\\")) }
            escaped.append(byte)
        }
        guard let one = try? URLGlob(parsing: String(decoding: escaped, as: UTF8.self)) else {
            fail("escaped it is refused")
        }
        require(one.count == 1 && one.match(at: 0)?.url == text, "escaped it is another text")
    }

    /// A -w format without % and \ prints itself; whatever a server sent, the JSON forms are valid JSON.
    static func writeOut(_ input: Input) {
        let text = input.text
        var values = WriteOutValues()
        values.contentType = OctetText(input.bytes)
        values.headers = [.init(name: "X", value: OctetText(input.bytes)), .init(name: "x", value: OctetText("y"))]
        values.url = text
        values.errorMessage = text
        let pieces = WriteOutFormat(text).render(values, version: "1")
        if !text.contains("%"), !text.contains("\\") {
            require(pieces.map(\.text).joined() == text, "plain text is printed differently")
        }
        for format in ["%{json}", "%{header_json}"] {
            let json = WriteOutFormat(format).render(values, version: "1").flatMap(\.octets)
            require(JSONValue.isValid(json), "\(format) is not JSON")
        }
        let field = WriteOutFormat("%header{x}").render(values, version: "1").flatMap(\.octets)
        require(field == input.bytes, "a field's octets changed")
    }

    /// The names in a Metalink stay inside the folder, and its URLs are http or https.
    static func metalink(_ input: Input) {
        do throws(OptionFault) {
            for target in try Metalink(input.bytes).targets {
                guard case .file(let name) = target.output else { fail("a file without a name") }
                require(FileName.sanitized(name) == name, "the name \(name) is not sane")
                for url in [target.url ?? ""] + target.mirrors {
                    require((try? HTTPURL(url)) != nil, "\(url) is no URL")
                }
            }
        } catch {
            require(!error.text.isEmpty, "an error without words")
        }
    }

    /// A date on the command line, however loose, is one that HTTP can write.
    static func dateOptions(_ input: Input) {
        guard let date = DateArgument.parse(input.text) else { return }
        require(HTTPDate(parsing: date.description) == date, "\(date) read again differs")
    }

    /// A list of files makes no more targets than lines, each with a URL.
    static func inputLists(_ input: Input) {
        guard let targets = try? InputList.targets(in: Array(input.text.utf8)) else { return }
        require(targets.count <= input.bytes.count { $0 == 0x0A || $0 == 0x0D } + 1, "more targets than lines")
        for target in targets {
            require(target.url?.isEmpty == false && target.mirrors.allSatisfy { !$0.isEmpty }, "a target without a URL")
        }
    }

    /// Each line of a checksum file that is read is found by its name.
    static func sums(_ input: Input) {
        for case let line? in ChecksumArgument.lines(in: input.text) {
            require(ChecksumArgument.list([line]).checksum(for: line.name) == line.checksum, "a sum isn't found")
        }
    }

    /// No command line traps, and a refusal has an exit code other than success.
    static func options(_ input: Input) {
        let parts = input.bytes.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
        do throws(OptionError) {
            _ = try OptionParser.parse(Array(parts.dropLast()), on: machine(parts.last ?? []))
        } catch {
            require(error.exitCode != .success, "a refusal that looks like success")
        }
    }

    /// A literal part keeps its name and content octet by octet; no other argument traps.
    static func forms(_ input: Input) {
        var tree = FormTree()
        for line in input.lines {
            var argument = FormArgument(value(Array(line)))
            try? argument.add(to: &tree, isLiteral: false)
        }
        var literal = FormTree()
        var argument = FormArgument(value(input.bytes))
        guard (try? argument.add(to: &literal, isLiteral: true)) != nil else { return }
        guard literal.nodes.count == 1, let node = literal.nodes.first, case .bytes(let content) = node.content else {
            fail("a literal part is something else")
        }
        require(node.name + [UInt8(ascii: "=")] + content == input.bytes, "a literal part changed")
    }

    /// A variable's value is inserted as it is; a text without braces stays as it is; nothing grows above the limit.
    static func variables(_ input: Input) {
        let parts = input.parts(2)
        var variables = Variables()
        guard (try? variables.set(value(Array("a=".utf8) + parts[0]))) != nil else { fail("a variable is refused") }
        _ = try? variables.set(value(parts[1], file: Array("x".utf8)))
        if let expanded = try? variables.expand(parts[1]) {
            require(expanded.count <= 10_000_000 + parts[1].count, "an endless expansion")
            let hasBraces = zip(parts[1], parts[1].dropFirst()).contains { $0 == $1 && $0 == UInt8(ascii: "{") }
            require(hasBraces || expanded == parts[1], "a text without variables changed")
        }
        var one = Variables()
        guard (try? one.set(value(Array("a=".utf8) + parts[0]))) != nil else { return }
        require(
            (try? one.expand(Array("<{{a}}>".utf8))) == Array("<".utf8) + parts[0] + Array(">".utf8), "a value changed")
    }

    /// A -H line becomes a name and a value, or a line as written, none of which can end its line.
    static func headers(_ input: Input) {
        for line in HeaderEdit.lines(of: input.bytes) + [input.bytes] {
            guard let edit = try? HeaderEdit.parse(line) else { continue }
            switch edit {
            case .set(let name, let value):
                require(!name.isEmpty && isPrintable(name.utf8), "a name that can end its line")
                require(isPrintable(value.bytes), "a value that can end its line")
            case .spelled(let name, _, let line):
                require(!name.isEmpty && isPrintable(line), "a line that can end early")
            case .setEmpty(let name), .remove(let name):
                require(!name.isEmpty && isPrintable(name.utf8), "a name that can end its line")
            }
        }
        if let override = try? HostOverride(resolve: input.text) {
            require(override.addresses.allSatisfy { !$0.isEmpty }, "an override without an address")
        }
    }

    /// What is escaped for a terminal holds no control character and no direction mark, and printable ASCII is unchanged.
    static func terminal(_ input: Input) {
        for safe in [TerminalText.escaped(input.bytes), TerminalText.escaped(input.text)] {
            require(isPrintable(safe.utf8), "a control character is printed")
            require(
                !safe.unicodeScalars.contains {
                    (0x80...0x9F).contains($0.value) || (0x202A...0x202E).contains($0.value)
                },
                "a direction mark is printed")
        }
        if input.bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) {
            require(TerminalText.escaped(input.bytes) == input.text, "plain text changed")
        }
    }
}

internal import SockeyeIO

/// Parses a command line by curl's grammar, with the option table.
///
/// ```
/// -sSof URL      a cluster; the first letter with an argument takes the rest of the cluster, or the next word
/// -XPOST         the same, joined
/// --output f     a long option's argument is the next word, whatever it looks like
/// --output=f     the same
/// --no-silent    switches a boolean off
/// --             everything after it is a URL
/// anything else  a URL
/// ```
struct OptionParser {
    /// Depth of `-K` files that name others; more means a loop.
    private static let deepestConfiguration = 16

    private let table: OptionTable
    private let readFile: FileReader
    /// Whose exit codes count.
    private let surface: CommandSurface
    /// Of a run that is replayed.
    private let tape: RunTape?
    /// The file of default settings, if any.
    private let defaultsFile: () -> String?
    var settings = Settings()
    private var configurationDepth = 0
    /// Whether the files being read are the default settings.
    private var readsDefaults = false
    /// The long names of the options on the command line, without those of files.
    private var given: [String] = []
    /// Those that are switched on or have an argument, with those of files.
    private var present = OptionPartners.Given()
    /// Set by --help, --manual and --version: the rest of the command line is ignored.
    var isDone = false
    /// Whether the words are read for the `-m` among them alone.
    var looksAhead = false
    /// The `-m` of the command line's operation, wherever it stands.
    private var timeAhead: Duration?

    /// Parses `arguments`, without the program's name.
    ///
    /// - Throws: ``OptionError`` with curl's exit code: 2 for a wrong command line, 26 for an unreadable file.
    static func parse(
        _ arguments: [[UInt8]], table: OptionTable = .standard, on machine: any Machine,
        as surface: CommandSurface = .sockeye, replaying tape: RunTape? = nil,
        defaultsFile: @escaping () -> String? = { nil }
    ) throws(OptionError) -> Settings {
        let reader = FileReader(forOptionsOn: machine)
        var parser = OptionParser(
            table: table, readFile: reader, surface: surface, tape: tape, defaultsFile: defaultsFile)
        if arguments.isEmpty { throw OptionError(exitCode: .failedInitialization, message: nil) }
        do throws(OptionError) {
            try parser.readDefaults(arguments.first)
            parser.timeAhead = parser.timeLimit(in: arguments[...])
            try parser.read(arguments[...])
            try ServerOptionsCheck.check(parser.settings.action, given: parser.given)
            if !parser.isDone, let complaint = OptionPartners.complaint(about: parser.present) {
                throw OptionError(complaint)
            }
            if parser.settings.action == .transfer { try ArchivedRequests.expand(&parser.settings, on: machine) }
            if parser.settings.action == .doctor { try DoctorCheck.check(&parser.settings) }
            if [.transfer, .doctor].contains(parser.settings.action) {
                try SettingsCheck.check(&parser.settings, on: machine, as: surface)
            }
        } catch {
            var error = error
            error.errorFile = parser.settings.errorFile
            throw error
        }
        return parser.settings
    }

    /// curl's places for default settings, first come first served.
    static func findDefaults(on machine: any Machine) -> String? {
        let folders = [
            machine.text(ofVariable: "CURL_HOME").map { $0 + "/.curlrc" },
            machine.text(ofVariable: "CURL_HOME").map { $0 + "/.config/curlrc" },
            machine.text(ofVariable: "XDG_CONFIG_HOME").map { $0 + "/curlrc" },
            machine.text(ofVariable: "HOME").map { $0 + "/.config/curlrc" },
            machine.text(ofVariable: "HOME").map { $0 + "/.curlrc" },
        ]
        return folders.compactMap(\.self).first { (try? machine.check($0, for: .reading)) != nil }
    }

    mutating func read(_ arguments: ArraySlice<[UInt8]>) throws(OptionError) {
        var rest = arguments
        var takesOptions = true
        while !isDone, let argument = rest.popFirst() {
            if takesOptions, argument.first == UInt8(ascii: "-"), argument.count > 1 {
                if argument == Array("--".utf8) {
                    takesOptions = false
                } else {
                    try option(argument, rest: &rest)
                }
            } else if !looksAhead {
                addURL(argument)
            }
        }
    }

    /// Reads one word that starts with a dash, and its argument if it takes one.
    private mutating func option(_ word: [UInt8], rest: inout ArraySlice<[UInt8]>) throws(OptionError) {
        let written = String(decoding: word, as: UTF8.self)
        do throws(OptionFault) {
            if try joined(word) { return }
            if written.hasPrefix("--") {
                let (row, isNegated, isExpanded) = try table.row(writtenAs: String(written.dropFirst(2)))
                let argument = row.takesArgument ? rest.popFirst() : nil
                try apply(
                    row, isOn: !isNegated, argument: settings.variables.expand(argument, if: isExpanded), rest: &rest)
            } else {
                try cluster(word.dropFirst(), rest: &rest)
            }
        } catch {
            // What follows the name may be a password.
            let name = written.hasPrefix("--") ? written.prefix { $0 != "=" } : written[...]
            throw self.error(error, option: name == "--" ? written : String(name))
        }
    }

    /// `--name=word`: as in curl since 8.16, and for options whose word is optional, since after a space the word could
    /// also be a URL.
    private mutating func joined(_ word: [UInt8]) throws(OptionFault) -> Bool {
        guard word.starts(with: "--".utf8), let equals = word.firstIndex(of: UInt8(ascii: "=")) else { return false }
        let name = String(decoding: word[2..<equals], as: UTF8.self)
        let argument = Array(word[(equals + 1)...])
        if let row = table.rows.first(where: { $0.long == name }), case .flagOrWord(let take, _) = row.effect {
            let text = String(decoding: argument, as: UTF8.self)
            guard take(&settings, text) else { throw .invalid("unknown argument '\(text)'") }
            settings.recording.words.append(RecordedWord(word, of: nil))
            return true
        }
        let (row, isNegated, isExpanded) = try table.row(writtenAs: name)
        guard row.takesArgument, !isNegated else { throw .invalid("takes no argument") }
        var rest: ArraySlice<[UInt8]> = []
        try apply(row, isOn: true, argument: settings.variables.expand(argument, if: isExpanded), rest: &rest)
        return true
    }

    private mutating func cluster(_ word: ArraySlice<UInt8>, rest: inout ArraySlice<[UInt8]>) throws(OptionFault) {
        if word.isEmpty { throw .isUnknown(nearest: nil) }
        var letters = word
        while !isDone, let letter = letters.popFirst() {
            let row = try table.row(short: Character(Unicode.Scalar(letter)))
            if row.takesArgument {
                let argument = letters.isEmpty ? rest.popFirst() : Array(letters)
                return try apply(row, isOn: true, argument: argument, rest: &rest)
            }
            try apply(row, isOn: !row.isOnByDefault, argument: nil, rest: &rest)
        }
    }

    private mutating func apply(
        _ row: Option, isOn: Bool, argument: [UInt8]?, rest: inout ArraySlice<[UInt8]>
    ) throws(OptionFault) {
        if looksAhead, row.long != "max-time" { return pass(row, isOn: isOn, rest: &rest) }
        let argument = tape.map { tape in argument.map { RecordingSettings.replayed($0, of: row, tape) } } ?? argument
        if configurationDepth == 0 { given.append(row.long) }
        settings.switched[row.shownName] = isOn != row.isOnByDefault
        if isOn { present.note(row.long, isInFile: configurationDepth > 0) }
        switch row.effect {
        case .configuration: break
        case .flagOrWord: settings.recording.words.append(RecordedWord(isOn ? "--\(row.long)" : "--no-\(row.long)"))
        default: settings.recording.note(row, isOn: isOn, argument: argument)
        }
        switch row.effect {
        case .flag(let set): set(&settings, isOn)
        case .flagOrWord(let take, let set):
            if isOn, let word = rest.first, take(&settings, String(decoding: word, as: UTF8.self)) {
                settings.recording.words.append(RecordedWord(word, of: nil))
                rest.removeFirst()
            } else {
                set(&settings, isOn)
            }
        case .choice(let choose): choose(&settings)
        case .value, .text, .count, .seconds, .size:
            guard let argument else { throw .requiresParameter }
            // U+2018 to U+201F, as a text that was copied from a page has them. The argument may be a password.
            if argument.starts(with: [0xE2, 0x80]), argument.count > 2, argument[2] & 0xF8 == 0x98 {
                let text = OctetText(argument).text
                hint(
                    "the argument of --\(row.long) begins with a typographic quote; is \" or ' meant?",
                    asCurl: row.categories.contains(.auth)
                        ? nil
                        : "The argument '\(text)' starts with a Unicode quote where maybe an ASCII \" was intended?")
            }
            if surface == .curl, ["file", "filename", "path"].contains(row.placeholder), row.long != "output",
                argument.count > 1,
                argument.first == UInt8(ascii: "-"), !settings.isSilent
            {
                settings.hints.append("The filename argument '\(OctetText(argument).text)' looks like a flag.")
            }
            try row.effect.take(value(argument), into: &settings)
        case .configuration:
            guard let argument else { throw .requiresParameter }
            try readConfiguration(value(argument))
        case .next:
            // As in curl, in a file it may come first.
            if !settings.startNextOperation(), configurationDepth == 0 { throw .comesFirst }
            if configurationDepth == 0 { timeAhead = timeLimit(in: rest) }
        // curl's help and version aren't for its files.
        case .help, .show:
            guard isOn, surface == .sockeye || configurationDepth == 0 else { return }
            isDone = true
            if case .show(let action) = row.effect {
                settings.action = action
            } else {
                settings.action = .help(category: rest.first.map { String(decoding: $0, as: UTF8.self) })
            }
        }
    }

    /// An option's argument; a pipe that it names has the time of `-m`.
    private func value(_ argument: [UInt8]) -> OptionValue {
        var readFile = readFile
        readFile.timeLimit = timeAhead ?? settings.transfer.timeLimit
        return OptionValue(bytes: argument, readFile: readFile)
    }

    /// Warns; called as curl, in its words, and unless `-s` came before.
    private mutating func hint(_ text: String, asCurl words: String?) {
        if surface == .sockeye {
            settings.warnings.append(text)
        } else if !settings.isSilent, !looksAhead {
            settings.hints.append(words ?? text)
        }
    }

    /// Adds a URL. Octets that aren't UTF-8 are percent-encoded; curl's reach the server in the same form.
    private mutating func addURL(_ argument: [UInt8]) {
        settings.recording.note(url: argument)
        settings.transfer.add(url: OctetText(argument).urlText)
    }

    private func error(_ fault: OptionFault, option: String) -> OptionError {
        var text = fault.message(about: option, as: surface)
        // wget's --continue abbreviates --continue-at, which wants an argument.
        if case .isForeign = fault {
        } else if option.hasPrefix("--"), let foreign = ForeignOption.named(String(option.dropFirst(2))) {
            text += "; if \(foreign.program.rawValue)'s is meant, \(foreign.advice)"
        }
        var error = OptionError(exitCode: fault.exitCode(as: surface), message: text)
        if surface == .curl, case .unreadable(let file) = fault, ["-K", "--config"].contains(option) {
            error.preface = "cannot read config from '\(file.path)'"
        }
        return error
    }
}

// MARK: -K files

extension OptionParser {
    /// Reads the user's default settings, unless the first argument says not to.
    private mutating func readDefaults(_ first: [UInt8]?) throws(OptionError) {
        guard let first, let path = defaultsFile() else { return }
        let isShort = first.count > 1 && first[0] == UInt8(ascii: "-") && first[1] == UInt8(ascii: "q")
        if isShort || first == Array("--disable".utf8) { return }
        readsDefaults = true
        defer { readsDefaults = false }
        do throws(OptionFault) {
            try readConfiguration(OptionValue(bytes: Array(path.utf8), readFile: readFile))
        } catch {
            throw self.error(error, option: "--config")
        }
    }

    /// Reads the options of a file as if they were on the command line.
    ///
    /// An invalid line ends the program, where curl 7 warns and skips the option. In the default settings it is skipped here
    /// too, since curl's own options stand there, but for one that concerns trust or credentials: without it, a request may
    /// go where it shouldn't.
    private mutating func readConfiguration(_ value: OptionValue) throws(OptionFault) {
        let path = try value.text()
        guard configurationDepth < Self.deepestConfiguration else {
            throw .invalid("\(path) is nested more than \(Self.deepestConfiguration) files deep; a loop?")
        }
        configurationDepth += 1
        defer { configurationDepth -= 1 }
        settings.recording.configurationFiles.insert(path)
        let shownPath = path == "-" ? "<stdin>" : path
        let lines = ConfigFile.lines(of: try value.contents(of: path))
        let outer = timeAhead
        defer { timeAhead = outer }
        var beginsOperation = true
        for (index, line) in lines.enumerated() where !isDone {
            if beginsOperation, outer == nil, !looksAhead { timeAhead = timeLimit(in: lines[index...]) }
            beginsOperation = line.isNext
            let option = String(decoding: line.option, as: UTF8.self)
            if line.hasStrayWords {
                hint(
                    "\(shownPath):\(line.number): '\(option)' uses unquoted white space; only the first word is used",
                    asCurl: "\(shownPath):\(line.number) Option '\(option)' uses argument with unquoted whitespace. "
                        + "This may cause side-effects. Consider double quotes.")
            }
            if line.argument?.first == UInt8(ascii: "'") {
                hint(
                    "\(shownPath):\(line.number): '\(option)' has a single quote, which belongs to its argument; is \" meant?",
                    asCurl: "\(shownPath):\(line.number) Option '\(option)' uses argument with leading single quote. "
                        + "It is probably a mistake. Consider double quotes.")
            }
            do throws(OptionFault) {
                if line.isUnclosed { throw .invalid("has a quote that the line doesn't close") }
                try apply(line)
            } catch {
                let text = "\(shownPath):\(line.number): '\(option)' \(error.text)"
                if readsDefaults, !isAboutTrust(option) {
                    settings.warnings.append("\(text); the line is skipped")
                    continue
                }
                if case .unreadable = error { throw error }
                throw .inFile(text)
            }
        }
    }

    /// Whether the option of a line, as written, concerns trust or credentials.
    private func isAboutTrust(_ option: String) -> Bool {
        let letter = option.hasPrefix("--") ? nil : option.hasPrefix("-") ? option.dropFirst().first : nil
        let row =
            if let letter {
                try? table.row(short: letter)
            } else {
                try? table.row(writtenAs: option.hasPrefix("--") ? String(option.dropFirst(2)) : option).option
            }
        return row.map { !Set($0.categories).isDisjoint(with: [.auth, .tls]) } ?? false
    }

    mutating func apply(_ line: ConfigFile.Line) throws(OptionFault) {
        var rest = ArraySlice([line.argument].compactMap { $0 })
        let word = String(decoding: line.option, as: UTF8.self)
        if word.hasPrefix("-"), !word.hasPrefix("--") { return try cluster(line.option.dropFirst(), rest: &rest) }
        let (row, isNegated, isExpanded) = try table.row(
            writtenAs: word.hasPrefix("--") ? String(word.dropFirst(2)) : word)
        if case .flagOrWord(let take, _) = row.effect, !isNegated, let argument = rest.first,
            take(&settings, String(decoding: argument, as: UTF8.self))
        {
            return
        }
        if row.isNegatable, let argument = line.argument {
            // curl takes `insecure = false` for `insecure`; better not to guess here.
            guard ["true", "on", "yes", "1"].contains(String(decoding: argument, as: UTF8.self).lowercased()) else {
                throw .invalid("is a boolean: write '\(row.long)' or 'no-\(row.long)'")
            }
        }
        try apply(
            row, isOn: !isNegated,
            argument: settings.variables.expand(row.takesArgument ? rest.popFirst() : nil, if: isExpanded), rest: &rest)
    }
}

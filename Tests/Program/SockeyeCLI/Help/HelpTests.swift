import Testing

@testable import SockeyeCLI

@Suite("Help, manual, completions")
struct HelpTests {
    @Test("The table is consistent")
    func table() {
        let rows = OptionTable.standard.rows
        #expect(Set(rows.map(\.long)).count == rows.count)
        #expect(Set(rows.compactMap(\.short)).count == rows.compactMap(\.short).count)
        for row in rows {
            #expect(!row.summary.hasSuffix(".") && !row.summary.isEmpty, "\(row.long)")
            #expect(row.manual.hasSuffix("."), "\(row.long)")
            #expect(row.categories.contains { $0 != .important }, "\(row.long)")
            #expect(row.isOwn || CurlOptions.contains(row.long), "\(row.long)")
        }
    }

    @Test("Every option is in --help all, its category, the manual and each completion")
    func complete() {
        let manual = ManualPage.roff().replacing("\\-", with: "-")
        let fish = ShellCompletion.fish()
        for row in OptionTable.standard.rows {
            #expect(HelpText.text(category: "all").contains("--\(row.shownName)"))
            #expect(manual.contains("\\fB--\(row.shownName)\\fR"))
            #expect(ShellCompletion.bash().contains("--\(row.shownName)"))
            #expect(ShellCompletion.zsh().contains("--\(row.shownName)["))
            #expect(fish.contains(" -l \(row.shownName) "))
            for category in row.categories where category != .important {
                #expect(HelpText.text(category: category.rawValue).contains("--\(row.shownName)"))
            }
        }
    }

    @Test("Help lines have at most 100 columns, and no category is empty")
    func help() {
        for line in HelpText.text(category: "all").split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
        let categories = HelpText.text(category: "category").split(separator: "\n").dropFirst()
        for line in categories {
            let name = line.split(separator: " ").first.map(String.init)
            #expect(HelpText.text(category: name).contains("--"))
        }
        #expect(HelpText.text(category: "n\u{1B}").contains("There is no category and no option 'n\\u{1B}'"))
    }

    @Test("Topics name options that exist; the manual has each option once", arguments: HelpTopic.allCases)
    func topics(_ topic: HelpTopic) {
        let table = OptionTable.standard
        for name in topic.names { #expect(table.rows.contains { $0.long == name }, "\(name)") }
        #expect(topic.names.count >= 4)
        for other in HelpTopic.allCases where other != topic {
            #expect(topic.names.isDisjoint(with: other.names), "\(topic.names.intersection(other.names))")
        }
        let help = HelpText.text(category: topic.rawValue)
        #expect(help.contains("\(topic.rawValue): \(topic.title)\n"))
        let sections = ManualSection.all(of: table)
        let names = sections.flatMap(\.options).map(\.long)
        #expect(names.count == table.rows.count && Set(names).count == names.count)
        #expect(sections.allSatisfy { !$0.options.isEmpty })
    }

    @Test("Examples come first in the manual, and fit a terminal")
    func examples() throws {
        let manual = ManualPage.roff()
        let (examples, options) = (manual.firstRange(of: ".SH EXAMPLES"), manual.firstRange(of: ".SH OPTIONS"))
        #expect(try #require(examples).lowerBound < (try #require(options)).lowerBound)
        let text = HelpText.text(category: "examples")
        for line in text.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
        for example in HelpExamples.all {
            #expect(text.contains("\n- \(example.purpose):\n    \(example.command)\n"))
        }
    }

    @Test("bash accepts its completions and completes with them")
    func bash() throws {
        let folder = TemporaryFolder()
        folder.write("sockeye.bash", ShellCompletion.bash())
        let script =
            "source '\(folder.path("sockeye.bash"))'; COMP_WORDS=(sockeye --connect-ti); COMP_CWORD=1; _sockeye; echo ${COMPREPLY[@]}"
        let outcome = try #require(Child.run(["bash", "-c", script]))
        #expect(outcome.output == "--connect-timeout\n" && outcome.errors.isEmpty)
    }

    @Test(
        "Completions offer the values that an option's argument is one of",
        arguments: [
            ("--parse", "j", "json"), ("--progress", "", "meter bar lines json none"), ("--to", "", "plist bplist"),
            ("--doctor-format", "", "text json"), ("--replay-speed", "", "real full"), ("--segments", "", "auto"),
            ("--fault", "le", "length-over length-under"), ("--cache-policy", "st", "standard"),
            ("--grade-format", "", "text json"), ("--nulls", "", "refuse omit text"), ("--generate", "f", "fish"),
            ("-h", "exa", "examples"), ("--cookie", "", ""),
        ])
    func values(option: String, start: String, words: String) throws {
        let folder = TemporaryFolder()
        folder.write("sockeye.bash", ShellCompletion.bash())
        let script =
            "source '\(folder.path("sockeye.bash"))'; COMP_WORDS=(sockeye \(option) '\(start)'); COMP_CWORD=2; _sockeye; "
            + "echo ${COMPREPLY[@]}"
        let outcome = try #require(Child.run(["bash", "-c", script]))
        #expect(outcome.output == words + "\n" && outcome.errors.isEmpty)
        if start.isEmpty, !words.isEmpty {
            #expect(ShellCompletion.zsh().contains("(\(words))'"))
            #expect(ShellCompletion.fish().contains(" -l \(option.dropFirst(2)) -x -a '\(words)'"))
        }
    }

    @Test("fish offers no files for the category of --help, and the names of faults")
    func fish() {
        let lines = ShellCompletion.fish().split(separator: "\n")
        #expect(lines.contains { $0.contains("(-h|--help)") && $0.contains(" -f -a 'all category ") })
        #expect(lines.contains { $0.contains(" -l fault -x -a 'no-reply stale ") })
    }

    @Test("The manual escapes roff syntax")
    func manual() {
        let page = ManualPage.roff()
        #expect(page.contains("\\en, \\er and \\ev are escapes"))
        for line in page.split(separator: "\n") where line.hasPrefix(".") {
            let macros = [".TH", ".SH", ".SS", ".B", ".BR", ".RI", ".IR", ".PP", ".TP", ".IP"]
            #expect(macros.contains(String(line.prefix { $0 != " " })))
        }
    }
}

@Suite("Exit codes")
struct ExitCodeTests {
    @Test(
        "Numbers are curl's",
        arguments: [
            (ExitCode.failedInitialization, 2), (.malformedURL, 3), (.couldNotResolveHost, 6), (.couldNotConnect, 7),
            (.partialFile, 18), (.httpReturnedError, 22), (.writeError, 23), (.readError, 26), (.operationTimedOut, 28),
            (.rangeError, 33), (.tlsConnectError, 35), (.tooManyRedirects, 47), (.gotNothing, 52), (.sendError, 55),
            (.receiveError, 56), (.localCertificateProblem, 58), (.peerVerificationFailed, 60), (.fileSizeExceeded, 63),
            (.certificateAuthorityFileProblem, 77), (.pinnedKeyMismatch, 90),
        ] as [(ExitCode, Int32)]
    )
    func numbers(code: ExitCode, number: Int32) {
        #expect(code.rawValue == number)
        #expect(!code.meaning.isEmpty)
    }

    @Test("A closed WebSocket isn't taken for timeout(1), nor any for a shell's")
    func others() {
        #expect(ExitCode.webSocketClosed.rawValue == 115)
        for code in ExitCode.allCases { #expect(code.rawValue != 124 && code.rawValue < 126, "\(code)") }
    }
}

// swift-tools-version:6.2
import PackageDescription

// The arrows between the targets are the design (see CONTRIBUTING.md): imports point down only, and the
// build refuses an import that is not listed here (`--explicit-target-dependency-import-check error`).

/// Builds the shims with a plan by which their system calls fail, and the programs that use it (Tests/Faults, Tests/Crashes).
/// The product knows nothing of it.
let hasFaults = Context.environment["SOCKEYE_FAULTS"] != nil
/// Loads OpenSSL when it is first needed, as the program does: a start without it takes half the instructions. Linked, as
/// embedders get it, it is found missing at the start, and by tools that look at what a program links.
let loadsLibraries = Context.environment["SOCKEYE_LAZY_LIBRARIES"] != nil

/// Leaves the tests' own code unoptimised in a release build, which halves the time that they take to compile. What they test is
/// built as users build it.
let hasPlainTests = Context.environment["SOCKEYE_PLAIN_TESTS"] != nil

let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")

/// A product of another package that only a trait links; without it, the package isn't even resolved.
func hook(_ name: String, package: String, trait: String? = nil) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: [trait ?? name]))
}

let strictSwift: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableExperimentalFeature("Lifetimes"),
]

let strictC: [CSetting] =
    [
        .enableWarning("all"),
        .enableWarning("extra"),
        .treatAllWarnings(as: .error),
        .define("SOCKEYE_BROTLI", .when(traits: ["Brotli"])),
        .define("SOCKEYE_ZSTD", .when(traits: ["Zstd"])),
        .define("SOCKEYE_IDN", .when(traits: ["IDN"])),
        .define("SOCKEYE_PSL", .when(traits: ["PublicSuffix"])),
        .define("SOCKEYE_DISK_CACHE", .when(traits: ["DiskCache"])),
        .define("SOCKEYE_ARCHIVE", .when(traits: ["Archive"])),
        .define("SOCKEYE_SECRET_SERVICE", .when(traits: ["SecretService"])),
    ]
    + (hasFaults ? [.define("SOCKEYE_FAULTS"), .define("_GNU_SOURCE", to: "")] : [])
    + (loadsLibraries ? [.define("SOCKEYE_LAZY_LIBRARIES")] : [])

func library(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strictSwift)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: dependencies,
        path: "Tests/\(name)",
        exclude: exclude,
        swiftSettings: strictSwift + (hasPlainTests ? [.unsafeFlags(["-Onone"])] : [])
    )
}

/// The modules below `Sockeye`, each of which can be imported by itself.
let layers = [
    "SockeyeURL", "SockeyeFields", "SockeyeHTTP1", "SockeyeWebSocket", "SockeyeIO", "SockeyeDigest", "SockeyeTLS",
    "SockeyeStream", "SockeyeCache", "SockeyeRecording", "SockeyeClient", "SockeyeTransfers",
]

/// The programs of the course, in its order (docs/Sockeye.docc).
let lessons = [
    "ASocket", "ARequestByHand", "WhereTheAnswerEnds", "Chunks", "KeepingTheConnection", "TLS", "WhatARedirectMayCarry",
    "Cookies", "RangesAndResume", "ManyConnections", "UploadsAndMultipart", "ReadingAsItArrives",
].enumerated().map { index, subject in
    let number = index < 9 ? "0\(index + 1)" : "\(index + 1)"
    return Target.executableTarget(
        name: "Lesson\(number)",
        dependencies: [
            "CourseSupport", "Sockeye", "SockeyeIO", "SockeyeDigest", "SockeyeTLS", "SockeyeStream", "SockeyeParsers",
            "SockeyeLoopback",
        ],
        path: "Examples/\(number)-\(subject)", packageAccess: false, swiftSettings: strictSwift)
}

let package = Package(
    name: "sockeye",
    products: [
        // `import Sockeye` brings what most programs need; the other modules are there to be imported by themselves.
        .library(name: "Sockeye", targets: ["Sockeye"] + layers),
        .library(name: "SockeyeURL", targets: ["SockeyeURL"]),
        .library(name: "SockeyeFields", targets: ["SockeyeFields"]),
        .library(name: "SockeyeHTTP1", targets: ["SockeyeHTTP1"]),
        .library(name: "SockeyeWebSocket", targets: ["SockeyeWebSocket"]),
        .library(name: "SockeyeParsers", targets: ["SockeyeParsers"]),
        .library(name: "SockeyeEvents", targets: ["SockeyeEvents"]),
        .library(name: "SockeyeStreams", targets: ["SockeyeStreams"]),
        .library(name: "SockeyeDoctor", targets: ["SockeyeDoctor"]),
        .library(name: "SockeyeDigest", targets: ["SockeyeDigest"]),
        .library(name: "SockeyeEncodings", targets: ["SockeyeEncodings"]),
        .library(name: "SockeyeArchive", targets: ["SockeyeArchive"]),
        .library(name: "SockeyeCredentials", targets: ["SockeyeCredentials"]),
        .library(name: "SockeyeBackground", targets: ["SockeyeBackground"]),
        .library(name: "SockeyeFoundation", targets: ["SockeyeFoundation"]),
        .library(name: "SockeyeLoopback", targets: ["SockeyeLoopback"]),
        .library(name: "SockeyeRecording", targets: ["SockeyeRecording"]),
        .library(name: "SockeyeInspect", targets: ["SockeyeInspect"]),
        .library(name: "SockeyeMock", targets: ["SockeyeMock"]),
        .library(name: "SockeyeTranscript", targets: ["SockeyeTranscript"]),
        // Each is empty without the trait in its name.
        .library(name: "SockeyeLogging", targets: ["SockeyeLogging"]),
        .library(name: "SockeyeMetrics", targets: ["SockeyeMetrics"]),
        .library(name: "SockeyeTracing", targets: ["SockeyeTracing"]),
        .library(name: "SockeyeServiceLifecycle", targets: ["SockeyeServiceLifecycle"]),
        .executable(name: "sockeye", targets: ["SockeyeCLI"]),
    ],
    // What not everybody needs. Each wants the named library's header when it is built, and loads the library when it is
    // first needed; a program that never does starts as fast as without.
    traits: [
        .trait(name: "Brotli", description: "Bodies coded with brotli (libbrotli-dev)"),
        .trait(name: "Zstd", description: "Bodies coded with zstd (libzstd-dev)"),
        .trait(name: "IDN", description: "Host names outside ASCII (libidn2-dev)"),
        .trait(name: "DiskCache", description: "A cache on disk (libsqlite3-dev)"),
        .trait(name: "PublicSuffix", description: "No cookies for public suffixes such as co.uk (libpsl-dev)"),
        .trait(name: "Archive", description: "SockeyeArchive unpacks and packs zip and tar (libarchive-dev)"),
        .trait(name: "SecretService", description: "SockeyeCredentials uses the desktop's secrets (libsecret)"),
        .trait(name: "FoundationNetworking", description: "SockeyeFoundation converts URLRequest and HTTPURLResponse"),
        .trait(name: "Logging", description: "SockeyeLogging: a line of swift-log for every attempt"),
        .trait(name: "Metrics", description: "SockeyeMetrics: swift-metrics by origin and phase"),
        .trait(name: "Tracing", description: "SockeyeTracing: spans of swift-distributed-tracing"),
        .trait(name: "ServiceLifecycle", description: "SockeyeServiceLifecycle: graceful shutdown"),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.2.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.6.0"),
    ],
    targets: [
        .target(
            name: "CSystemShims",
            dependencies: ["COpenSSL", "CLoading"] + (hasFaults ? ["CFaults"] : []),
            path: "CSystemShims",
            publicHeadersPath: "include",
            cSettings: strictC,
            linkerSettings: (loadsLibraries ? [] : [.linkedLibrary("z")])
                + [.linkedLibrary("dl", .when(platforms: [.linux]))]
        ),
        .target(name: "CLoading", path: "CLoading", publicHeadersPath: "include", cSettings: strictC),
        .target(
            name: "COpenSSL", dependencies: ["CLoading"], path: "COpenSSL", publicHeadersPath: "include",
            cSettings: strictC,
            linkerSettings: loadsLibraries ? [] : [.linkedLibrary("ssl"), .linkedLibrary("crypto")]),
        .target(name: "CEncodings", path: "CEncodings", publicHeadersPath: "include", cSettings: strictC),
        .target(name: "CHostNames", path: "CHostNames", publicHeadersPath: "include", cSettings: strictC),

        .target(name: "CDiskCache", path: "CDiskCache", publicHeadersPath: "include", cSettings: strictC),

        .target(name: "CArchive", path: "CArchive", publicHeadersPath: "include", cSettings: strictC),
        .target(
            name: "CCredentials", dependencies: ["COpenSSL"], path: "CCredentials", publicHeadersPath: "include",
            cSettings: strictC),

        .target(
            name: "CExpat", dependencies: ["CLoading"], path: "CExpat", publicHeadersPath: "include",
            cSettings: strictC,
            linkerSettings: loadsLibraries ? [] : [.linkedLibrary("expat")]),

        library("SockeyeURL", [.target(name: "CHostNames", condition: .when(traits: ["IDN"]))]),
        library("SockeyeFields", [httpTypes]),
        library("SockeyeHTTP1", [httpTypes]),
        library("SockeyeWebSocket", ["CSystemShims"]),
        library("SockeyeParsers", [httpTypes, "CExpat", "SockeyeFields"]),
        library(
            "SockeyeFoundation",
            [
                httpTypes, "SockeyeParsers", "SockeyeURL", "SockeyeFields", "SockeyeHTTP1", "SockeyeIO", "SockeyeCache",
                "SockeyeClient", "SockeyeTransfers",
            ]),
        library(
            "SockeyeEvents",
            [
                httpTypes, "SockeyeURL", "SockeyeFields", "SockeyeHTTP1", "SockeyeIO", "SockeyeTLS", "SockeyeCache",
                "SockeyeClient", "SockeyeParsers",
            ]),
        library(
            "SockeyeStreams",
            [
                httpTypes, "SockeyeURL", "SockeyeHTTP1", "SockeyeIO", "SockeyeTLS", "SockeyeStream", "SockeyeClient",
            ]),
        library(
            "SockeyeTranscript",
            [
                httpTypes, "SockeyeURL", "SockeyeFields", "SockeyeHTTP1", "SockeyeIO", "SockeyeDigest", "SockeyeTLS",
                "SockeyeWebSocket", "SockeyeRecording", "SockeyeClient", "SockeyeParsers",
            ]),
        .target(
            name: "SockeyeDoctor",
            dependencies: [
                httpTypes, "SockeyeURL", "SockeyeFields", "SockeyeHTTP1", "SockeyeIO", "SockeyeDigest", "SockeyeTLS",
                "SockeyeClient", "SockeyeStreams",
            ], packageAccess: false, swiftSettings: strictSwift),
        library("SockeyeArchive", ["CArchive", "CSystemShims", "SockeyeIO", "SockeyeTransfers"]),
        library("SockeyeCredentials", ["CCredentials", "SockeyeURL", "SockeyeDigest", "SockeyeIO", "SockeyeClient"]),
        library(
            "SockeyeBackground",
            [
                httpTypes, "SockeyeURL", "SockeyeHTTP1", "SockeyeIO", "SockeyeClient", "SockeyeTransfers",
                "SockeyeParsers",
            ]),
        library("SockeyeMock", [httpTypes, "SockeyeURL", "SockeyeClient"]),
        library(
            "SockeyeLogging",
            [httpTypes, "SockeyeURL", "SockeyeIO", "SockeyeClient", hook("Logging", package: "swift-log")]),
        library(
            "SockeyeMetrics", [httpTypes, "SockeyeURL", "SockeyeClient", hook("Metrics", package: "swift-metrics")]),
        library(
            "SockeyeTracing",
            [
                httpTypes, "SockeyeURL", "SockeyeIO", "SockeyeHTTP1", "SockeyeClient",
                hook("Tracing", package: "swift-distributed-tracing"),
                hook("Instrumentation", package: "swift-distributed-tracing", trait: "Tracing"),
            ]),
        library(
            "SockeyeServiceLifecycle",
            ["SockeyeClient", hook("ServiceLifecycle", package: "swift-service-lifecycle")]),
        library("SockeyeIO", ["CSystemShims"]),
        library("SockeyeTLS", ["CSystemShims"]),
        library("SockeyeStream", ["SockeyeIO", "SockeyeTLS"]),
        library(
            "SockeyeCache",
            [
                .target(name: "CDiskCache", condition: .when(traits: ["DiskCache"])),
                httpTypes, "SockeyeURL", "SockeyeFields", "SockeyeDigest",
            ]),
        library(
            "SockeyeClient",
            [
                .target(name: "CHostNames", condition: .when(traits: ["PublicSuffix"])),
                "CSystemShims", "SockeyeDigest", httpTypes, "SockeyeURL", "SockeyeFields", "SockeyeHTTP1",
                "SockeyeWebSocket", "SockeyeIO", "SockeyeTLS", "SockeyeStream", "SockeyeEncodings", "SockeyeCache",
                "SockeyeRecording",
            ]),
        library("SockeyeRecording", ["SockeyeDigest", "SockeyeIO"]),
        library("SockeyeDigest", ["CSystemShims"]),
        library("SockeyeEncodings", ["CEncodings"]),
        library("Sockeye", [httpTypes] + layers.map { .byName(name: $0) }),
        library(
            "SockeyeTransfers",
            [
                httpTypes, "SockeyeURL", "SockeyeFields", "SockeyeHTTP1", "SockeyeIO", "SockeyeTLS", "SockeyeDigest",
                "SockeyeClient",
            ]),
        library(
            "SockeyeInspect",
            [
                httpTypes, "SockeyeURL", "SockeyeHTTP1", "SockeyeIO", "SockeyeStream", "SockeyeClient",
                "SockeyeStreams", "SockeyeTranscript", "SockeyeParsers", "SockeyeLoopback",
            ]),
        library("SockeyeLoopback", ["CSystemShims", "SockeyeDigest", "SockeyeIO", "SockeyeTLS", "SockeyeStream"]),
        .executableTarget(
            name: "SockeyeCLI",
            dependencies: [
                httpTypes, "Sockeye", "SockeyeParsers", "SockeyeEvents", "SockeyeStreams", "SockeyeLoopback",
                "SockeyeTranscript",
                "SockeyeDoctor",
                "SockeyeInspect",
                "SockeyeArchive", "SockeyeCredentials", "SockeyeBackground",
            ]
                + layers.map { .byName(name: $0) },
            packageAccess: false,
            swiftSettings: strictSwift
        ),
        .executableTarget(
            name: "Embedding", dependencies: ["Sockeye", "SockeyeParsers"], path: "Examples/Embedding",
            packageAccess: false, swiftSettings: strictSwift),
        .executableTarget(
            name: "Background", dependencies: ["SockeyeBackground"], path: "Examples/Background",
            packageAccess: false, swiftSettings: strictSwift),
        .executableTarget(
            name: "RawSocket", dependencies: ["Sockeye", "SockeyeIO", "SockeyeStream"], path: "Examples/RawSocket",
            packageAccess: false, swiftSettings: strictSwift),
        .target(
            name: "CourseSupport", dependencies: ["Sockeye"], path: "Examples/CourseSupport", packageAccess: false,
            swiftSettings: strictSwift),

        // `make soak`.
        .executableTarget(
            name: "Soak", dependencies: [httpTypes, "Sockeye", "SockeyeIO", "SockeyeLoopback"], path: "Tests/Soak",
            exclude: ["README.md"], swiftSettings: strictSwift),

        tests("SockeyeURL", ["SockeyeURL", "TestSupport"]),
        tests("SockeyeFields", [httpTypes, "SockeyeFields", "TestSupport"]),
        tests("SockeyeHTTP1", [httpTypes, "SockeyeHTTP1", "TestSupport"], exclude: ["Fixtures"]),
        tests("SockeyeWebSocket", ["SockeyeWebSocket", "TestSupport"]),
        tests("SockeyeParsers", [httpTypes, "SockeyeParsers"]),
        tests(
            "SockeyeEvents",
            [
                httpTypes, "SockeyeFields", "SockeyeHTTP1", "SockeyeIO", "SockeyeTLS", "SockeyeClient",
                "SockeyeParsers", "SockeyeEvents", "SockeyeLoopback", "TestSupport",
            ]),
        tests(
            "SockeyeStreams",
            [
                httpTypes, "SockeyeURL", "SockeyeHTTP1", "SockeyeIO", "SockeyeTLS", "SockeyeStream", "SockeyeClient",
                "SockeyeStreams", "SockeyeLoopback", "TestSupport",
            ]),
        tests(
            "SockeyeDoctor",
            [
                httpTypes, "SockeyeURL", "SockeyeFields", "SockeyeHTTP1", "SockeyeIO", "SockeyeTLS", "SockeyeClient",
                "SockeyeDoctor", "SockeyeLoopback", "TestSupport",
            ]),
        tests("SockeyeCache", [httpTypes, "SockeyeURL", "SockeyeFields", "SockeyeCache", "TestSupport"]),
        tests("SockeyeDigest", ["SockeyeDigest"]),
        tests("SockeyeRecording", ["SockeyeRecording", "TestSupport"]),
        tests(
            "SockeyeArchive",
            [
                "SockeyeDigest", "SockeyeIO", "SockeyeTransfers", "SockeyeArchive", "SockeyeLoopback", "SockeyeCLI",
                "TestSupport",
            ]),
        tests(
            "SockeyeCredentials",
            ["SockeyeURL", "SockeyeClient", "SockeyeCredentials", "SockeyeLoopback", "SockeyeCLI", "TestSupport"]),
        tests(
            "SockeyeBackground",
            [
                httpTypes, "SockeyeURL", "SockeyeIO", "SockeyeClient", "SockeyeTransfers", "SockeyeBackground",
                "SockeyeLoopback", "Background", "SockeyeCLI", "TestSupport",
            ]),
        tests("SockeyeEncodings", ["SockeyeEncodings", "SockeyeParsers"]),
        tests(
            "SockeyeFoundation",
            [
                httpTypes, "Sockeye", "SockeyeURL", "SockeyeFields", "SockeyeHTTP1", "SockeyeClient",
                "SockeyeTransfers", "SockeyeIO", "SockeyeStreams", "SockeyeArchive", "SockeyeCredentials",
                "SockeyeParsers", "SockeyeFoundation", "SockeyeMock", "SockeyeBackground", "SockeyeLoopback",
                "TestSupport",
            ]),
        tests(
            "SockeyeHooks",
            [
                httpTypes, "SockeyeURL", "SockeyeClient", "SockeyeMock", "SockeyeLogging", "SockeyeMetrics",
                "SockeyeTracing", "SockeyeServiceLifecycle", "SockeyeLoopback", "TestSupport",
                hook("Logging", package: "swift-log"), hook("Metrics", package: "swift-metrics"),
                hook("MetricsTestKit", package: "swift-metrics", trait: "Metrics"),
                hook("Tracing", package: "swift-distributed-tracing"),
                hook("InMemoryTracing", package: "swift-distributed-tracing", trait: "Tracing"),
                hook("ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        tests(
            "SockeyeTranscript",
            [
                httpTypes, "SockeyeURL", "SockeyeIO", "SockeyeTLS", "SockeyeCache", "SockeyeRecording", "SockeyeClient",
                "SockeyeParsers", "SockeyeTranscript", "SockeyeLoopback", "TestSupport",
            ]),
        tests(
            "SockeyeInspect",
            ["SockeyeIO", "SockeyeTranscript", "SockeyeLoopback", "SockeyeInspect", "TestSupport"]),
        tests("Serve", ["SockeyeIO", "SockeyeLoopback", "TestSupport"]),
        tests("SockeyeCLI", ["SockeyeCLI", "SockeyeLoopback"]),
        .target(name: "TestSupport", path: "Tests/Support", swiftSettings: strictSwift),
        tests("SockeyeIO", ["SockeyeIO", "TestSupport"]),
        tests(
            "SockeyeTransfers",
            [
                httpTypes, "SockeyeURL", "SockeyeFields", "SockeyeHTTP1", "SockeyeIO", "SockeyeTLS", "SockeyeDigest",
                "SockeyeClient", "SockeyeTransfers", "SockeyeLoopback", "SockeyeCLI", "TestSupport",
            ]),
        tests("SockeyeTLS", ["SockeyeIO", "SockeyeTLS", "SockeyeStream", "SockeyeLoopback", "TestSupport"]),
        tests(
            "SockeyeClient",
            [
                httpTypes, "Sockeye", "SockeyeURL", "SockeyeFields", "SockeyeHTTP1", "SockeyeWebSocket", "SockeyeIO",
                "SockeyeTLS", "SockeyeStream", "SockeyeCache", "SockeyeRecording", "SockeyeClient", "SockeyeLoopback",
                "TestSupport",
            ]),
        tests(
            "Integration",
            [
                httpTypes, "Sockeye", "SockeyeURL", "SockeyeFields", "SockeyeHTTP1", "SockeyeWebSocket",
                "SockeyeClient",
                "SockeyeCLI", "SockeyeIO", "SockeyeLoopback", "TestSupport",
            ]),
        tests(
            "Simulation",
            [
                httpTypes, "SockeyeURL", "SockeyeFields", "SockeyeHTTP1", "SockeyeIO", "SockeyeDigest", "SockeyeStream",
                "SockeyeClient", "SockeyeTransfers", "TestSupport",
            ], exclude: ["README.md", "run.sh"]),
        tests("SockeyeLoopback", ["SockeyeIO", "SockeyeTLS", "SockeyeStream", "SockeyeLoopback", "TestSupport"]),
        tests("Course", ["TestSupport"]),
    ] + lessons,
    cLanguageStandard: .c17
)

if hasFaults {
    let faultTests: [Target.Dependency] = [
        httpTypes, "CFaults", "Sockeye", "SockeyeFields", "SockeyeIO", "SockeyeTLS", "SockeyeStream", "SockeyeClient",
        "SockeyeTransfers", "SockeyeLoopback", "TestSupport",
    ]
    package.targets += [
        .target(
            name: "CFaults", path: "Tests/CFaults", publicHeadersPath: "include",
            cSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)],
            linkerSettings: [.linkedLibrary("crypto"), .linkedLibrary("z")]),
        .target(name: "FaultSupport", dependencies: faultTests, path: "Tests/FaultSupport", swiftSettings: strictSwift),
        .executableTarget(
            name: "Faults", dependencies: faultTests + ["FaultSupport"], path: "Tests/Faults",
            exclude: ["README.md"], swiftSettings: strictSwift),
        .executableTarget(
            name: "Crashes", dependencies: faultTests + ["FaultSupport"], path: "Tests/Crashes",
            exclude: ["README.md"], swiftSettings: strictSwift),
    ]
}

// swift-tools-version:6.2.3
import PackageDescription

// The arrows between the targets are the design (see CONTRIBUTING.md): imports point down only, and the build refuses an
// import that the tables below don't list (`--explicit-target-dependency-import-check error`).

/// Builds the shims with a plan by which their system calls fail, and the programs that use it (Tests/Faults, Tests/Crashes).
/// The product knows nothing of it.
let hasFaults = Context.environment["SOCKEYE_FAULTS"] != nil
/// Loads OpenSSL when it is first needed, as the program does: a start without it takes half the instructions. Linked, as
/// embedders get it, it is found missing at the start, and by tools that look at what a program links.
let loadsLibraries = Context.environment["SOCKEYE_LAZY_LIBRARIES"] != nil
/// Leaves the tests' own code unoptimised in a release build, which halves the time that they take to compile. What they test is
/// built as users build it.
let hasPlainTests = Context.environment["SOCKEYE_PLAIN_TESTS"] != nil

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

/// A C target in CSystemShims, named after its folder. What the program loads when it first needs it, others link.
func shim(
    _ folder: String, named name: String? = nil, uses: [String] = [], links libraries: [String] = [],
    embeds files: [String] = []
) -> Target {
    .target(
        name: name ?? "C\(folder)", dependencies: uses.map { .byName(name: $0) }, path: "CSystemShims/\(folder)",
        exclude: files, publicHeadersPath: "include", cSettings: strictC,
        linkerSettings: (loadsLibraries ? [] : libraries.map { .linkedLibrary($0) })
            + [.linkedLibrary("dl", .when(platforms: [.linux]))])
}

/// A product of another package that only a trait links; without it, the package isn't even resolved.
func hook(_ name: String, package: String, trait: String? = nil) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: [trait ?? name]))
}

let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")

/// A module in a folder of Sources, what it may import, and the files that it carries as bytes (`PackageResources`).
func module(
    _ folder: String, _ name: String, uses: [Target.Dependency] = [], links libraries: [String] = [],
    carries files: [String] = []
) -> Target {
    .target(
        name: name, dependencies: uses, path: "Sources/\(folder)/\(name)", resources: files.map { .embedInCode($0) },
        swiftSettings: strictSwift,
        linkerSettings: libraries.map { .linkedLibrary($0) })
}

func program(_ name: String, uses: [Target.Dependency], path: String, exclude: [String] = []) -> Target {
    .executableTarget(
        name: name, dependencies: uses, path: path, exclude: exclude, swiftSettings: strictSwift)
}

/// In release, tests are compiled without optimisation to halve the time of their build, except those that run by the million.
func tests(
    _ name: String, in folder: String, uses: [Target.Dependency] = [], exclude: [String] = [], isHot: Bool = false
) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: uses + ["TestSupport"], path: "Tests/\(folder)", exclude: exclude,
        swiftSettings: strictSwift + (hasPlainTests && !isHot ? [.unsafeFlags(["-Onone"])] : []))
}

let codec: [Target.Dependency] = [httpTypes, "SockeyeBytes", "SockeyeURL", "SockeyeFields", "SockeyeHTTP1"]
let system: [Target.Dependency] = ["CSystemShims", "SockeyeDigest", "SockeyeIO", "SockeyeTLS", "SockeyeTransport"]
/// Everything up to the client; with transfers it is what `import Sockeye` stands on.
let client =
    codec + system + ["SockeyeWebSocket", "SockeyeEncodings", "SockeyeCache", "SockeyeRecording", "SockeyeClient"]
let tools: [Target.Dependency] = [
    "SockeyeTranscript", "SockeyeDoctor", "SockeyeInspect", "SockeyeBackground", "SockeyeArchive", "SockeyeCredentials",
]

let shims = [
    shim("Loading"),
    shim("OpenSSL", uses: ["CLoading"], links: ["ssl", "crypto"]),
    shim(
        "System", named: "CSystemShims", uses: ["COpenSSL", "CLoading"] + (hasFaults ? ["CFaults"] : []), links: ["z"]),
    shim("Expat", uses: ["CLoading"], links: ["expat"]),
    shim("HostNames"),
    shim("Encodings"),
    shim("DiskCache"),
    shim("Archive", uses: ["CSystemShims"]),
    shim("Credentials", uses: ["COpenSSL"]),
    shim("MediaTypes", embeds: ["mime.types"]),
]

/// Each module, and what it may import: what stands above it, or less.
let modules = [
    module("Core", "SockeyeBytes"),
    module(
        "Core", "SockeyeURL",
        uses: ["SockeyeBytes", .target(name: "CHostNames", condition: .when(traits: ["IDN"]))]),
    module("Core", "SockeyeFields", uses: [httpTypes, "SockeyeBytes"]),
    module("Core", "SockeyeHTTP1", uses: [httpTypes, "SockeyeBytes"]),
    module("Core", "SockeyeWebSocket", uses: ["CSystemShims"]),
    module("Core", "SockeyeDigest", uses: ["CSystemShims", "SockeyeBytes"]),
    module("Core", "SockeyeEncodings", uses: ["CEncodings"]),

    module("System", "SockeyeIO", uses: ["CSystemShims"]),
    module("System", "SockeyeTLS", uses: ["CSystemShims"]),
    module("System", "SockeyeTransport", uses: ["SockeyeIO", "SockeyeTLS"]),

    module(
        "Client", "SockeyeCache",
        uses: [
            httpTypes, "SockeyeBytes", "SockeyeURL", "SockeyeFields", "SockeyeDigest",
            .target(name: "CDiskCache", condition: .when(traits: ["DiskCache"])),
        ]),
    module("Client", "SockeyeRecording", uses: ["SockeyeBytes", "SockeyeFields", "SockeyeDigest", "SockeyeIO"]),
    module(
        "Client", "SockeyeClient",
        uses: client.dropLast() + [.target(name: "CHostNames", condition: .when(traits: ["PublicSuffix"]))]),
    module("Client", "SockeyeTransfers", uses: client + ["CMediaTypes"]),
    module("Client", "Sockeye", uses: client + ["SockeyeTransfers"]),

    module(
        "Formats", "SockeyeParsers", uses: [httpTypes, "CExpat", "SockeyeBytes", "SockeyeFields", "SockeyeEncodings"],
        links: ["m"]),
    module("Formats", "SockeyeEvents", uses: client + ["SockeyeParsers"]),

    // Its server imports no codec of the client's (Tests/checks/rooms.py).
    module("Adapters", "SockeyeTesting", uses: client),
    module("Adapters", "SockeyeFoundation", uses: client + ["SockeyeTransfers", "SockeyeParsers"]),
    module(
        "Adapters", "SockeyeHooks",
        uses: client + [
            hook("Logging", package: "swift-log"),
            hook("Metrics", package: "swift-metrics"),
            hook("Tracing", package: "swift-distributed-tracing"),
            hook("Instrumentation", package: "swift-distributed-tracing", trait: "Tracing"),
            hook("ServiceLifecycle", package: "swift-service-lifecycle"),
        ]),

    module(
        "Tools", "SockeyeTranscript", uses: client + ["SockeyeParsers"],
        carries: ["Page/page.html", "Page/page.css", "Page/page.js"]),
    module("Tools", "SockeyeDoctor", uses: client),
    module(
        "Tools", "SockeyeInspect",
        uses: client + ["SockeyeTransfers", "SockeyeParsers", "SockeyeTranscript", "SockeyeTesting"]),
    module("Tools", "SockeyeBackground", uses: client + ["SockeyeTransfers", "SockeyeParsers"]),
    module("Tools", "SockeyeArchive", uses: ["CArchive", "CSystemShims", "SockeyeIO", "SockeyeTransfers"]),
    module("Tools", "SockeyeCredentials", uses: client + ["CCredentials"]),
]

let programs = [
    program(
        "SockeyeCLI",
        uses: client + tools + ["SockeyeTransfers", "Sockeye", "SockeyeParsers", "SockeyeEvents", "SockeyeTesting"],
        path: "Sources/Program/SockeyeCLI"),
    // The example whose workers its tests start and kill.
    program("Background", uses: ["SockeyeBackground"], path: "Examples/Background"),
    // `make soak`.
    program(
        "Soak", uses: [httpTypes, "Sockeye", "SockeyeIO", "SockeyeTesting"], path: "Tests/Soak", exclude: ["README.md"]
    ),
]

/// What a test of the client and of what stands on it may import.
let everything =
    client + tools + [
        "SockeyeTransfers", "Sockeye", "SockeyeParsers", "SockeyeEvents", "SockeyeFoundation", "SockeyeHooks",
        "SockeyeTesting", "SockeyeCLI",
    ]

let suites = [
    tests("SockeyeBytes", in: "Core/SockeyeBytes", uses: ["SockeyeBytes"]),
    tests("SockeyeURL", in: "Core/SockeyeURL", uses: ["SockeyeURL"]),
    tests("SockeyeFields", in: "Core/SockeyeFields", uses: [httpTypes, "SockeyeFields"]),
    tests(
        "SockeyeHTTP1", in: "Core/SockeyeHTTP1", uses: [httpTypes, "SockeyeBytes", "SockeyeHTTP1"],
        exclude: ["Fixtures"]),
    tests("SockeyeWebSocket", in: "Core/SockeyeWebSocket", uses: ["SockeyeWebSocket"]),
    tests("SockeyeDigest", in: "Core/SockeyeDigest", uses: ["SockeyeDigest"]),
    tests("SockeyeEncodings", in: "Core/SockeyeEncodings", uses: ["SockeyeEncodings"]),
    tests("SockeyeIO", in: "System/SockeyeIO", uses: ["SockeyeIO"]),
    tests("SockeyeTLS", in: "System/SockeyeTLS", uses: system + ["SockeyeTesting"]),
    tests("SockeyeCache", in: "Client/SockeyeCache", uses: [httpTypes, "SockeyeURL", "SockeyeFields", "SockeyeCache"]),
    tests("SockeyeRecording", in: "Client/SockeyeRecording", uses: ["SockeyeRecording"]),
    tests("SockeyeClient", in: "Client/SockeyeClient", uses: client + ["Sockeye", "SockeyeTesting"]),
    tests("SockeyeTransfers", in: "Client/SockeyeTransfers", uses: everything),
    tests("SockeyeParsers", in: "Formats/SockeyeParsers", uses: [httpTypes, "SockeyeEncodings", "SockeyeParsers"]),
    tests("SockeyeEvents", in: "Formats/SockeyeEvents", uses: everything),
    tests("SockeyeTranscript", in: "Tools/SockeyeTranscript", uses: everything),
    tests("SockeyeDoctor", in: "Tools/SockeyeDoctor", uses: everything),
    tests("SockeyeInspect", in: "Tools/SockeyeInspect", uses: everything),
    tests("SockeyeBackground", in: "Tools/SockeyeBackground", uses: everything + ["Background"]),
    tests("SockeyeArchive", in: "Tools/SockeyeArchive", uses: everything),
    tests("SockeyeCredentials", in: "Tools/SockeyeCredentials", uses: everything),
    tests("SockeyeFoundation", in: "Adapters/SockeyeFoundation", uses: everything),
    tests("SockeyeTesting", in: "Adapters/SockeyeTesting", uses: system + ["SockeyeTesting"]),
    tests(
        "SockeyeHooks", in: "Adapters/SockeyeHooks",
        uses: everything + [
            hook("Logging", package: "swift-log"),
            hook("Metrics", package: "swift-metrics"),
            hook("MetricsTestKit", package: "swift-metrics", trait: "Metrics"),
            hook("Tracing", package: "swift-distributed-tracing"),
            hook("InMemoryTracing", package: "swift-distributed-tracing", trait: "Tracing"),
            hook("ServiceLifecycle", package: "swift-service-lifecycle"),
        ]),
    tests("SockeyeCLI", in: "Program/SockeyeCLI", uses: ["SockeyeCLI", "SockeyeTesting"]),
    tests("Integration", in: "Integration", uses: everything),
    tests("Simulation", in: "Simulation", uses: everything, exclude: ["README.md", "run.sh"], isHot: true),
    tests("Serve", in: "Serve", uses: everything),
    .target(name: "TestSupport", path: "Tests/Support", swiftSettings: strictSwift),
]

/// The programs of `make faults`: every system call fails, and the power at every moment.
func faultPrograms() -> [Target] {
    let uses: [Target.Dependency] = everything.dropLast() + ["CFaults", "TestSupport"]
    return [
        .target(
            name: "CFaults", path: "Tests/CFaults", publicHeadersPath: "include",
            cSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)],
            linkerSettings: [.linkedLibrary("crypto"), .linkedLibrary("z")]),
        .target(name: "FaultSupport", dependencies: uses, path: "Tests/FaultSupport", swiftSettings: strictSwift),
        .executableTarget(
            name: "Faults", dependencies: uses + ["FaultSupport"], path: "Tests/Faults", exclude: ["README.md"],
            swiftSettings: strictSwift),
        .executableTarget(
            name: "Crashes", dependencies: uses + ["FaultSupport"], path: "Tests/Crashes", exclude: ["README.md"],
            swiftSettings: strictSwift),
    ]
}

let package = Package(
    name: "sockeye",
    products: [
        // What lives for years. `import Sockeye` brings what most programs need; the modules below it can be imported by
        // themselves.
        .library(
            name: "Sockeye",
            targets: [
                "Sockeye", "SockeyeURL", "SockeyeFields", "SockeyeHTTP1", "SockeyeWebSocket", "SockeyeDigest",
                "SockeyeEncodings", "SockeyeIO", "SockeyeTLS", "SockeyeTransport", "SockeyeCache", "SockeyeRecording",
                "SockeyeClient", "SockeyeTransfers",
            ]),
        .library(name: "SockeyeHTTP1", targets: ["SockeyeHTTP1", "SockeyeFields", "SockeyeURL"]),
        .library(name: "SockeyeParsers", targets: ["SockeyeParsers"]),
        .library(name: "SockeyeEvents", targets: ["SockeyeEvents"]),
        .library(name: "SockeyeFoundation", targets: ["SockeyeFoundation"]),
        // Each file of it is empty without its trait.
        .library(name: "SockeyeHooks", targets: ["SockeyeHooks"]),
        .library(name: "SockeyeTesting", targets: ["SockeyeTesting"]),
        // What may change in a minor version.
        .library(
            name: "SockeyeTools",
            targets: [
                "SockeyeTranscript", "SockeyeDoctor", "SockeyeInspect", "SockeyeBackground", "SockeyeArchive",
                "SockeyeCredentials",
            ]),
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
        .trait(name: "Logging", description: "SockeyeHooks: a line of swift-log for every attempt"),
        .trait(name: "Metrics", description: "SockeyeHooks: swift-metrics by origin and phase"),
        .trait(name: "Tracing", description: "SockeyeHooks: spans of swift-distributed-tracing"),
        .trait(name: "ServiceLifecycle", description: "SockeyeHooks: graceful shutdown"),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.2.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.6.0"),
    ],
    targets: shims + modules + programs + suites + (hasFaults ? faultPrograms() : []),
    cLanguageStandard: .c17
)

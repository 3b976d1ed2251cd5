// swift-tools-version:6.2
import PackageDescription

// Programs to read and to run, seen as an embedder sees the library: `swift run Lesson01` in this folder.
// `Tests/checks/examples.sh` builds them, with the options of their author and not with those of the library, and runs them.

/// A product of the library.
func product(_ name: String) -> Target.Dependency { .product(name: name, package: "sockeye") }

/// The programs of the course, in its order (docs/Sockeye.docc).
let lessons = [
    "ASocket", "ARequestByHand", "WhereTheAnswerEnds", "Chunks", "KeepingTheConnection", "TLS", "WhatARedirectMayCarry",
    "Cookies", "RangesAndResume", "ManyConnections", "UploadsAndMultipart", "ReadingAsItArrives", "Caching",
    "ProxiesAndTunnels",
].enumerated().map { index, subject in
    let number = index < 9 ? "0\(index + 1)" : "\(index + 1)"
    return Target.executableTarget(
        name: "Lesson\(number)",
        dependencies: ["CourseSupport", product("Sockeye"), product("SockeyeParsers"), product("SockeyeTesting")],
        path: "\(number)-\(subject)")
}

let programs: [Target] = [
    .executableTarget(name: "RawSocket", dependencies: [product("Sockeye")], path: "RawSocket"),
    .executableTarget(
        name: "Embedding", dependencies: [product("Sockeye"), product("SockeyeParsers")], path: "Embedding"),
    .executableTarget(name: "Background", dependencies: [product("SockeyeTools")], path: "Background"),
    .target(name: "CourseSupport", dependencies: [product("Sockeye")], path: "CourseSupport"),
    .executableTarget(name: "ParsersAlone", dependencies: [product("SockeyeParsers")], path: "ParsersAlone"),
    // By itself, so that it sees nothing of the other modules.
    .target(name: "FirstGuesses", dependencies: [product("Sockeye")], path: "FirstGuesses"),
    .target(
        name: "MigrationLines",
        dependencies: ["Sockeye", "SockeyeParsers", "SockeyeFoundation", "SockeyeTesting", "SockeyeTools"].map(product),
        path: "MigrationLines"),
    .executableTarget(
        name: "DocumentedLines",
        dependencies: ["FirstGuesses"]
            + [
                "Sockeye", "SockeyeParsers", "SockeyeEvents", "SockeyeFoundation", "SockeyeTesting", "SockeyeHooks",
                "SockeyeTools",
            ].map(product),
        path: "DocumentedLines"),
    .executableTarget(
        name: "EachType",
        dependencies: [
            "Sockeye", "SockeyeHTTP1", "SockeyeParsers", "SockeyeEvents", "SockeyeTesting", "SockeyeTools",
        ].map(product),
        path: "EachType",
        // The imports of each file, which the page of examples shows, are all that its lines need.
        swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
]

let traits: [Package.Dependency.Trait] = [
    "Brotli", "Zstd", "IDN", "PublicSuffix", "DiskCache", "Archive", "SecretService", "FoundationNetworking", "Logging",
    "Metrics", "Tracing", "ServiceLifecycle",
].map { .trait(name: $0, condition: .when(traits: ["Everything"])) }

let package = Package(
    name: "examples",
    traits: [.trait(name: "Everything", description: "All traits of the library")],
    dependencies: [.package(name: "sockeye", path: "..", traits: Set(traits))],
    targets: lessons + programs
)

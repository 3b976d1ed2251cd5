// swift-tools-version:6.2
import PackageDescription

// A program that embeds Sockeye, to begin your own with: copy this folder, and take the second of these two lines.
let sockeye = Package.Dependency.package(name: "sockeye", path: "../..")
// let sockeye = Package.Dependency.package(url: "https://github.com/sockeye-http/sockeye", from: "0.1.0")

let package = Package(
    name: "fetcher",
    dependencies: [sockeye],
    targets: [
        .executableTarget(name: "Fetcher", dependencies: [.product(name: "Sockeye", package: "sockeye")]),
        .testTarget(
            name: "FetcherTests",
            dependencies: ["Fetcher", .product(name: "SockeyeTesting", package: "sockeye")]),
    ]
)

#!/usr/bin/env bash
# Builds and runs a package outside the repository that imports every stable product together with Foundation and AsyncHTTPClient:
# no warning, no name that needs a qualifier but HTTPClient. Fetches AsyncHTTPClient and what it needs.
#
# Usage: Tests/Beside/run.sh
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
source "$root/Tests/checks/clean-build.sh"
mkdir -p "$folder/package/Sources/Beside"
cp "$root/Tests/Beside/Beside.swift" "$folder/package/Sources/Beside/main.swift"
stable="Sockeye SockeyeHTTP1 SockeyeParsers SockeyeEvents SockeyeFoundation SockeyeHooks SockeyeTesting"
cat >"$folder/package/Package.swift" <<MANIFEST
// swift-tools-version:6.2
import PackageDescription

let package = Package(
    name: "Beside",
    dependencies: [
        .package(name: "sockeye", path: "$root", traits: ["FoundationNetworking"]),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        .executableTarget(
            name: "Beside",
            dependencies: [
                .product(name: "AsyncHTTPClient", package: "async-http-client"), .product(name: "NIOHTTP1", package: "swift-nio"),
                $(printf '.product(name: "%s", package: "sockeye"), ' $stable)
            ])
    ]
)
MANIFEST
clean_build "a program beside AsyncHTTPClient" --package-path "$folder/package" --scratch-path "$root/.build/beside"
"$root/.build/beside/debug/Beside"
echo "beside: $(wc -w <<<"$stable") products, Foundation and AsyncHTTPClient in one file"

internal import SockeyeArchive

// Options about archives.
extension OptionTable {
    static let archiveRows: [Option] = [
        .flag(
            "extract", nil, [.sockeye, .output], "Unpack the downloaded archive",
            """
            Unpack each file when it is complete and its --checksum verified: zip, or tar with gzip, bzip2, xz, zstd, lz4, lzip or \
            compress. Saves as -O does unless -o names the file, which stays, and takes no error pages, as with -f. It goes into \
            a new folder beside the file, named as it without .zip, .tar.gz and the like; --extract-dir chooses another. Nothing \
            is replaced, and nothing is written outside the folder: an archive with absolute names, .., links that lead out, \
            devices, two entries of one name or place, or encrypted ones is refused as a whole, with exit code 116; so is one that \
            exceeds --extract-max-size, --extract-max-entries or --extract-max-ratio. Owners, setuid and the like are not \
            restored. Until everything is unpacked and, unless --no-sync is given, on disk, it is in a folder .sockeye-extract-…, \
            which a failure, Ctrl-C or the end of -m, which limits fetching and unpacking together, removes; only kill -9 leaves \
            it. A file that is not fetched again (--skip-existing, -z, --etag-compare, -C -, a list that goes on) is unpacked if \
            what is first in it is not there yet; one that is fetched again is refused where its names are taken.
            """
        ) {
            $0.transfer.extraction.isOn = $1
            if $1 { $0.transfer.namesAllRemotely = true }
        },
        .value(
            "extract-dir", nil, "dir", [.sockeye, .output], "The folder that --extract unpacks into",
            """
            Unpack into this folder, made if missing, with --create-dirs those above it too; in one that exists, each name at the \
            top of the archive must be new. Implies --extract. --output-dir does not apply to it.
            """
        ) { settings, value throws(OptionFault) in
            let folder = try value.text()
            guard !folder.isEmpty else { throw .invalid("expected a folder") }
            settings.transfer.extraction.folder = folder
            settings.transfer.extraction.isOn = true
            settings.transfer.namesAllRemotely = true
        },
        .value(
            "extract-max-entries", nil, "number", [.sockeye, .output], "Most entries of an archive",
            "Refuse an archive with more files, folders and links than this (200,000)."
        ) { settings, value throws(OptionFault) in
            settings.transfer.extraction.limits.maximumEntries = try NumberArgument.count(value)
        },
        .value(
            "extract-max-ratio", nil, "number", [.sockeye, .output], "Most bytes unpacked for each byte of an archive",
            """
            Refuse an archive that unpacks to more bytes for each of its own than this (200), which only a bomb does. The first 32 \
            MiB are free.
            """
        ) { settings, value throws(OptionFault) in
            settings.transfer.extraction.limits.maximumRatio = max(1, try NumberArgument.count(value))
        },
        .value(
            "extract-max-size", nil, "bytes", [.sockeye, .output], "Most bytes of an archive's files",
            "Refuse an archive whose files have more bytes together than this (16G). K, M, G and T are powers of 1024."
        ) { settings, value throws(OptionFault) in
            settings.transfer.extraction.limits.maximumBytes = try NumberArgument.size(value) ?? .max
        },
        .flag(
            "archive", nil, [.sockeye, .upload], "Upload files and folders as zip archives",
            """
            Pack each file or folder of -T and of -F NAME=@ into a zip first, NAME.zip, and upload that: a folder with all that is \
            in it, links as links. The archive lies in a folder of TMPDIR (/tmp) meanwhile; -m does not count the packing. \
            --dry-run packs too, to tell the length.
            """
        ) { $0.transfer.extraction.packsUploads = $1 },
    ]
}

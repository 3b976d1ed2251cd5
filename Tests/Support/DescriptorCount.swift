internal import Glibc

/// The number of open descriptors in this process (`/proc/self/fd`).
public func openDescriptorCount() -> Int {
    guard let folder = opendir("/proc/self/fd") else { return -1 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    // Minus ".", ".." and the descriptor that reads the folder.
    return count - 3
}

@_exported public import struct SockeyeEncodings.TextEncoding

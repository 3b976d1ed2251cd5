@_exported public import enum SockeyeBytes.Base64
@_exported public import struct SockeyeBytes.Base64Decoder
@_exported public import struct SockeyeBytes.Base64Encoder
@_exported public import enum SockeyeBytes.Base64Error
@_exported public import enum SockeyeBytes.Hex

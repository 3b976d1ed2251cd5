@_exported public import struct SockeyeClient.UpgradeRefusal

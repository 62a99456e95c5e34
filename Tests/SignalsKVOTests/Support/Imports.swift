// Nearly every file of these tests uses it.
@_exported import TestSupport

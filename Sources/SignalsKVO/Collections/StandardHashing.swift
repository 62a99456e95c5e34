/// Whether a key type hashes and compares by code of the standard library alone, so that it may run under a lock (C7).
enum StandardHashing {
  static func isUsed(by key: (some Hashable).Type) -> Bool {
    key == String.self || key == Int.self || key == UInt.self || key == Int64.self || key == UInt64.self
      || key == Int32.self || key == UInt32.self || key == Int16.self || key == UInt16.self || key == Int8.self
      || key == UInt8.self || key == Character.self || key == Substring.self || key == ObjectIdentifier.self
      || key == Double.self || key == Float.self || key == Bool.self
  }
}

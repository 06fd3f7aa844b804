import Glibc

enum Container {
  /// Docker creates `/.dockerenv`, Podman `/run/.containerenv`.
  static var isAround: Bool {
    unsafe access("/.dockerenv", F_OK) == 0 || access("/run/.containerenv", F_OK) == 0
  }
}

import CLinux
import Glibc

extension ServerOptions {
  /// How many cores the process may use, by its affinity mask.
  public static var cores: Int { max(Int(clinux_usable_cores()), 1) }
}

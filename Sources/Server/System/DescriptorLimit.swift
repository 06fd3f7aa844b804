import Glibc

/// Raises the limit of open files to the hard limit, and returns it.
func raiseDescriptorLimit() -> Int {
  var limit = rlimit()
  guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
  if limit.rlim_cur < limit.rlim_max {
    var raised = limit
    raised.rlim_cur = limit.rlim_max
    if unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
  }
  return Int(clamping: limit.rlim_cur)
}

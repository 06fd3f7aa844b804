// libFuzzer with a target: fuzz TARGET [CORPUS...] [-runs=N ...]. Built by scripts/fuzz only.

import FuzzTargets
import Glibc

/// libFuzzer's own loop (compiler-rt, FuzzerInterface.h).
@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
guard CommandLine.arguments.count > 1, let chosen = FuzzTarget(rawValue: CommandLine.arguments[1]) else {
  fatalError("which target? \(names)")
}
let target: FuzzTarget = chosen

// Without the target's name.
let rest = [CommandLine.arguments[0]] + CommandLine.arguments.dropFirst(2)
var count = CInt(rest.count)
var arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: rest.count + 1)
for (index, argument) in rest.enumerated() { arguments[index] = strdup(argument) }
arguments[rest.count] = nil

/// What an input may take of the processor; other programs on the machine do not count.
let patience = Duration.milliseconds(100)

/// How long the target takes with the input.
func feed(_ input: [UInt8]) -> Duration {
  let began = processorTime()
  if let complaint = target.complaint(about: input) { fatalError("broken: \(complaint)") }
  return processorTime() - began
}

func processorTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

exit(
  runDriver(&count, &arguments) { bytes, count in
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    // Once more, since the first time may have made what stays: keys, an emulator.
    if feed(input) > patience, feed(input) > patience {
      fatalError("slow: more than \(patience) of the processor")
    }
    return 0
  })

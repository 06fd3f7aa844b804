# VideoID: videoid.request, which opens a transaction each time.

measure_videoid_calls() {
  call_script=Benchmarks/videoid.lua measure_call "videoid.request" /videoid/v2/videoid.request
}

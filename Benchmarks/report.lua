-- What wrk prints at the end of a round: requests, seconds, the 99th percentile in microseconds, errors.
done = function(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format("%d %.6f %d %d\n", summary.requests, summary.duration / 1e6, latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end

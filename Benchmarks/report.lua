-- What wrk prints at the end of a round: requests, seconds, the 99th percentile in microseconds, errors by kind.
done = function(summary, latency, requests)
  local errors = summary.errors
  local kinds = {}
  for kind, count in pairs(errors) do if count > 0 then kinds[#kinds + 1] = kind .. "=" .. count end end
  io.write(string.format("%d %.6f %d %s\n", summary.requests, summary.duration / 1e6, latency:percentile(99),
    table.concat(kinds, ",")))
end

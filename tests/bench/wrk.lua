-- Prints a round of wrk as JSON. With PAUSE_MS, each connection waits so long, on average, before
-- each request, as people do: the load is then a rate below the server's peak.
local pause = tonumber(os.getenv("PAUSE_MS") or "0")

if pause > 0 then
	function delay()
		return math.random(0, 2 * pause)
	end
end

function done(summary, latency)
	local errors = summary.errors
	io.stderr:write(string.format(
		'{"requests":%d,"seconds":%f,"p50":%f,"p99":%f,"failed":%d,"lost":%d}',
		summary.requests, summary.duration / 1e6,
		latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
		errors.status, errors.connect + errors.read + errors.write + errors.timeout
	))
end

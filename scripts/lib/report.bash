# shellcheck shell=bash
# The report of `luge open --report`: a flat JSON object, one key a line.

# report_value KEY: its number, or nothing.
report_value() {
  sed -n "s/^[[:space:]]*\"$1\"[[:space:]]*:[[:space:]]*\(-\{0,1\}[0-9][-+.0-9eE]*\).*/\1/p" "$report" |
    sed 1q
}

report_line() {
  local value
  value=$(report_value "$2")
  printf '    %-26s %s\n' "$1" "${value:+$value${3:+ $3}}"
}

print_report() {
  report_line 'frames' frames
  report_line 'missed frames' missed_frames
  report_line 'frame time, p50' frame_p50_ms ms
  report_line 'frame time, p99' frame_p99_ms ms
  report_line 'CPU per frame' cpu_ms_per_frame ms
  report_line 'start to first frame' first_frame_ms ms
  report_line 'memory, resident' rss_mb MB
  report_line 'memory, proportional' pss_mb MB
}

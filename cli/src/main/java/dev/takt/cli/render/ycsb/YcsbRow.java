package dev.takt.cli.render.ycsb;

/// One figure of YCSB's output.
///
/// @param metric such as `READ`
/// @param measurement such as `MaxLatency(us)`
/// @param value a [Long] or a [Double]
record YcsbRow(String metric, String measurement, Number value) {}

/// Clocks, latency recorders and tagged interval logs. The only module that knows HdrHistogram.
module dev.takt.record {
  requires static org.jspecify;
  requires HdrHistogram;

  exports dev.takt.record;
}

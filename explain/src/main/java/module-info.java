/// Analyses recorded runs: which cause made which operation slow, what the percentiles would be
/// without it, whether two runs differ, and which rate a target sustains.
module dev.takt.explain {
  requires static org.jspecify;
  requires transitive dev.takt.runs;
  requires jdk.jfr;
  requires transitive dev.takt.record;

  exports dev.takt.explain;
  exports dev.takt.explain.attribution;
  exports dev.takt.explain.attribution.classify;
  exports dev.takt.explain.capacity;
  exports dev.takt.explain.collections;
  exports dev.takt.explain.comparison;
  exports dev.takt.explain.profile;
  exports dev.takt.explain.trace;
}

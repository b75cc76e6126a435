/// From a run to findings: which cause made which operation slow, and what would be without it.
module dev.takt.explain {
  requires static org.jspecify;
  requires transitive dev.takt.runs;
  requires transitive dev.takt.record;

  exports dev.takt.explain;
  exports dev.takt.explain.blame;
  exports dev.takt.explain.trace;
  exports dev.takt.explain.truth;
}

/// From a run to findings: which cause made which operation slow, and what would be without it.
module dev.takt.explain {
  requires static org.jspecify;
  requires transitive dev.takt.runs;
  requires dev.takt.record;
  requires jdk.jfr;

  exports dev.takt.explain;
  exports dev.takt.explain.blame;
  exports dev.takt.explain.profile;
  exports dev.takt.explain.trace;
}

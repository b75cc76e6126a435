/// From a run to findings: which cause made which operation slow, what would be without it, and
/// whether two runs differ.
module dev.takt.explain {
  requires static org.jspecify;
  requires transitive dev.takt.runs;
  requires jdk.jfr;
  requires transitive dev.takt.record;

  exports dev.takt.explain;
  exports dev.takt.explain.blame;
  exports dev.takt.explain.compare;
  exports dev.takt.explain.find;
  exports dev.takt.explain.profile;
  exports dev.takt.explain.trace;
  exports dev.takt.explain.truth;
}

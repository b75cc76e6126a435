/// From a run to findings: which cause made which operation slow, and what would be without it.
module dev.takt.explain {
  requires static org.jspecify;
  requires transitive dev.takt.runs;

  exports dev.takt.explain.find;
  exports dev.takt.explain.trace;
}

/// The run directory as a contract: who writes a run and who reads one meet only here.
module dev.takt.runs {
  requires static org.jspecify;
  requires transitive dev.takt.record;
  requires dev.takt.concurrent;
  requires java.management;
  requires transitive tools.jackson.databind;

  exports dev.takt.runs;
  exports dev.takt.runs.serve;

  // Records are read and written by Jackson.
  opens dev.takt.runs to
      tools.jackson.databind;
}

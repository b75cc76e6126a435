/// The run directory, the contract between the modules that write runs and those that read them.
module dev.takt.runs {
  requires static com.google.errorprone.annotations;
  requires static org.jspecify;
  requires transitive dev.takt.record;
  requires dev.takt.concurrent;
  requires java.management;
  requires transitive jdk.jfr;
  requires com.fasterxml.jackson.annotation;
  requires tools.jackson.core;

  exports dev.takt.runs;
  exports dev.takt.runs.allocation;
  exports dev.takt.runs.classpath;
  exports dev.takt.runs.clock;
  exports dev.takt.runs.counters;
  exports dev.takt.runs.jfr;
  exports dev.takt.runs.json;
  exports dev.takt.runs.model;
  exports dev.takt.runs.serve;
  exports dev.takt.runs.text;
  exports dev.takt.runs.time;
  exports dev.takt.runs.trace;
}

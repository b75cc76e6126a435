/// Plots and report pages of runs and logs, and the server that shows them.
module dev.takt.report {
  requires static org.jspecify;
  requires transitive dev.takt.explain;
  requires transitive dev.takt.record;
  // For PNG alone: a JDK without it still writes SVG.
  requires static java.desktop;
  requires jdk.httpserver;

  exports dev.takt.report.explore;
  exports dev.takt.report.flame;
  exports dev.takt.report.page;
  exports dev.takt.report.plot;
  exports dev.takt.report.plot.axis;
  exports dev.takt.report.plot.drawing;
  exports dev.takt.report.text;
}

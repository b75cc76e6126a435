/// Live metrics of a run, for existing dashboards: Prometheus and OTLP.
module dev.takt.metrics {
  requires static org.jspecify;
  requires transitive dev.takt.load;
  requires java.net.http;
  requires jdk.httpserver;

  exports dev.takt.metrics;
}

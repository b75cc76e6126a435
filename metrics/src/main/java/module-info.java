/// Live figures of a run, for those who have a dashboard already.
module dev.takt.metrics {
  requires static org.jspecify;
  requires transitive dev.takt.load;
  requires java.net.http;
  requires jdk.httpserver;

  exports dev.takt.metrics;
}

/// Queues and schedulers for the JVM without `sun.misc.Unsafe`. An independent library without
/// dependencies.
module dev.takt.concurrent {
  requires static org.jspecify;

  exports dev.takt.ordered;
  exports dev.takt.queues;
}

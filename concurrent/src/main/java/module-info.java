/// Queues and schedulers for the JVM without `sun.misc.Unsafe`. A library of its own: it needs
/// nothing.
module dev.takt.concurrent {
  requires static org.jspecify;

  exports dev.takt.ordered;
  exports dev.takt.queues;
}

package dev.takt.watch.probe;

/// What is passed between the two threads. The queue's own ordering publishes its fields.
final class Message {

  /// When it should have been sent.
  long intended;

  /// When it was handed to the queue.
  long started;

  /// Whether it counts: those of the warm-up do not.
  boolean measured;

  /// Whether it is the end, and no message at all.
  boolean last;
}

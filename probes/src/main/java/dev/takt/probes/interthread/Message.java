package dev.takt.probes.interthread;

/// A message between the two threads. Its fields are published by the queue's memory ordering.
final class Message {

  /// Its intended start.
  long intended;

  /// Its actual start: when the producer began to put it into the queue.
  long started;

  /// Whether it is recorded: messages of the warm-up are not.
  boolean isMeasured;

  /// Whether it is the end marker.
  boolean isLast;
}

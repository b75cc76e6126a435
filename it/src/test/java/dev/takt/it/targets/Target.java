package dev.takt.it.targets;

/// A server that a test drives.
public interface Target extends AutoCloseable {

  /// The port on 127.0.0.1.
  int port();

  /// The address of its root.
  default String url() {
    return "http://127.0.0.1:" + port() + "/";
  }

  /// Ends it, with all of its connections.
  @Override
  void close();
}

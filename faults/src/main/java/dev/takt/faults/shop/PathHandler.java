package dev.takt.faults.shop;

import java.io.IOException;

/// Does what a path of the server does.
@FunctionalInterface
public interface PathHandler {

  /// Handles a request, and returns when it can be answered.
  void handle(String path) throws IOException;
}

package dev.takt.load.wire;

import dev.takt.load.driver.PendingEndpoint;

/// A placeholder for the [SocketConnector] of an endpoint that is still being resolved.
final class PendingConnector implements Connector {

  final PendingEndpoint endpoint;

  PendingConnector(PendingEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  @Override
  public int connect(Connection connection) {
    throw new IllegalStateException("the endpoint is not known yet");
  }
}

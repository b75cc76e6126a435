package dev.takt.load.wire;

import dev.takt.load.driver.PendingEndpoint;
import dev.takt.load.driver.WireDriver;
import org.jspecify.annotations.Nullable;

/// A placeholder for the [SocketConnector] of an endpoint that is still being resolved.
final class PendingDialler implements Connector {

  final PendingEndpoint endpoint;

  PendingDialler(PendingEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  @Override
  public int dial(Connection connection) {
    throw new IllegalStateException("the endpoint is not known yet");
  }

  @Override
  public boolean isConnectedAtOnce() {
    return false;
  }

  @Override
  public boolean wantsGreeting() {
    return true;
  }

  @Override
  public WireDriver.@Nullable Tls tls() {
    return null;
  }
}

package dev.takt.fleet.engine;

import java.time.Duration;

/// What the other side may take.
///
/// @param silence after which a member is lost; each sends heartbeats four times as often
/// @param registration how long a new connection may take for TLS and its first frame
/// @param connections that may exist at the same time; further ones are closed at once
record Limits(Duration silence, Duration registration, int connections) {

  static final int MAX_CONNECTIONS = 4096;

  /// A thousand agents that join at once need half a minute for TLS on two cores.
  static final Limits DEFAULT = new Limits(Duration.ofSeconds(4), Duration.ofSeconds(60));

  /// With the usual number of connections.
  Limits(Duration silence, Duration registration) {
    this(silence, registration, MAX_CONNECTIONS);
  }

  long heartbeatMillis() {
    return Math.max(1, silence.toMillis() / 4);
  }

  int silenceMillis() {
    return Math.toIntExact(silence.toMillis());
  }

  int registrationMillis() {
    return Math.toIntExact(registration.toMillis());
  }
}

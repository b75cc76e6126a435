package dev.takt.fleet.engine;

import java.time.Duration;

/// How long the other side may take.
///
/// @param silence after which a member is lost; each sends heartbeats four times as often
/// @param registration how long a new connection may take for TLS and its first frame
record Timeouts(Duration silence, Duration registration) {

  /// A thousand agents that join at once need half a minute for TLS on two cores.
  static final Timeouts DEFAULT = new Timeouts(Duration.ofSeconds(4), Duration.ofSeconds(60));

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

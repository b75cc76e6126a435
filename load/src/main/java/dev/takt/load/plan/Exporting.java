package dev.takt.load.plan;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a plan says of those who are told of a run's figures while it goes on. The engine does not
/// know of them: whoever runs a plan serves them beside it.
///
/// @param prometheus where an endpoint listens; null for none
/// @param linger how long it stays after the run, until its last figures were scraped
/// @param otlp where figures are pushed; null for nowhere
public record Exporting(@Nullable Endpoint prometheus, Duration linger, @Nullable Otlp otlp) {

  /// Where an endpoint listens.
  ///
  /// @param host a name or an address, without the brackets of IPv6
  /// @param port 0 for any that is free
  public record Endpoint(String host, int port) {

    /// As it is written in a plan.
    @Override
    public String toString() {
      return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
  }

  /// Where and how figures are pushed.
  ///
  /// @param url of the collector, without user, query and fragment
  /// @param interval from one push to the next
  /// @param delta whether a push tells what is new since the last one, and not all so far
  /// @param headers of each push, `Name: value`
  public record Otlp(URI url, Duration interval, boolean delta, List<String> headers) {

    /// Copies what can change.
    public Otlp {
      headers = List.copyOf(headers);
    }
  }

  /// Whether anybody is told.
  public boolean isOn() {
    return prometheus != null || otlp != null;
  }

  List<String> headers() {
    return otlp == null ? List.of() : otlp.headers();
  }
}

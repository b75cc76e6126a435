package dev.takt.load.driver;

import org.jspecify.annotations.Nullable;

/// An endpoint that is resolved on a thread of its own, so that an event loop need not wait for a
/// name service or for certificate files. Thread-safe.
public final class PendingEndpoint {

  /// Resolves an endpoint. May block.
  @FunctionalInterface
  public interface Finder {

    /// @throws DriverException if there is none
    Endpoint find() throws DriverException;
  }

  private final Outcome notFound;
  private volatile @Nullable Endpoint endpoint;
  private volatile @Nullable Outcome failure;

  private PendingEndpoint(Outcome notFound) {
    this.notFound = notFound;
  }

  /// Starts resolving an endpoint.
  ///
  /// @param notFound the outcome of operations if it is not found
  public static PendingEndpoint find(Finder finder, Outcome notFound) {
    PendingEndpoint pending = new PendingEndpoint(notFound);
    // Not a virtual thread, because a look-up blocks its carrier.
    Thread.ofPlatform().daemon().name("takt-resolver").start(() -> pending.complete(finder));
    return pending;
  }

  /// An endpoint that is already known.
  public static PendingEndpoint of(Endpoint endpoint) {
    PendingEndpoint known = new PendingEndpoint(Outcome.OK);
    known.endpoint = endpoint;
    return known;
  }

  private void complete(Finder finder) {
    try {
      endpoint = finder.find();
    } catch (DriverException | RuntimeException e) {
      failure = notFound;
    }
  }

  /// The endpoint; null while it is being resolved, and if it was not found.
  public @Nullable Endpoint endpoint() {
    return endpoint;
  }

  /// Why there is no endpoint; null while it is being resolved, and if it was found.
  public @Nullable Outcome failure() {
    return failure;
  }
}

package dev.takt.load.driver;

import org.jspecify.annotations.Nullable;

/// An endpoint that is found on a thread of its own, so that an event loop need not wait for a name
/// service or for files of certificates. Thread-safe.
public final class PendingEndpoint {

  /// Finds an endpoint, and may block.
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

  /// Begins to find an endpoint.
  ///
  /// @param notFound what operations fail with if it is not found
  public static PendingEndpoint find(Finder finder, Outcome notFound) {
    PendingEndpoint pending = new PendingEndpoint(notFound);
    // Not a virtual thread: a look-up blocks its carrier.
    Thread.ofPlatform().daemon().name("takt-resolver").start(() -> pending.complete(finder));
    return pending;
  }

  /// One that is known.
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

  /// The endpoint; null while it is looked for, and if it was not found.
  public @Nullable Endpoint endpoint() {
    return endpoint;
  }

  /// Why there is no endpoint; null while it is looked for, and if it was found.
  public @Nullable Outcome failure() {
    return failure;
  }
}

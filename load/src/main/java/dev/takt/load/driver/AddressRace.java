package dev.takt.load.driver;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Connects to several addresses, one after another and overlapping, until one answers (RFC 8305,
/// section 5).
final class AddressRace {

  /// If an address has not answered after this time, the next one is tried as well.
  static final Duration DELAY = Duration.ofMillis(250);

  /// The connection that was open first, in blocking mode, and the index of its address.
  record Winner(SocketChannel channel, int index) {}

  private final List<? extends SocketAddress> addresses;
  private final int first;
  private final Selector selector;
  private int begun;
  private @Nullable Winner winner;
  private @Nullable IOException failure;

  private AddressRace(List<? extends SocketAddress> addresses, int first, Selector selector) {
    this.addresses = addresses;
    this.first = first;
    this.selector = selector;
  }

  /// @param first the index of the address to begin with
  /// @throws IOException the failure of the first address that failed, if all did, or a
  ///   [SocketTimeoutException] if the time was up before
  static Winner run(List<? extends SocketAddress> addresses, int first, Duration timeout)
      throws IOException {
    try (Selector selector = Selector.open()) {
      AddressRace race = new AddressRace(addresses, first, selector);
      boolean hasAllFailed;
      try {
        race.run(System.nanoTime() + timeout.toNanos());
      } finally {
        hasAllFailed = !race.isPending();
        race.closeLosers();
      }
      if (race.winner != null) {
        selector.close(); // a channel that is registered with a selector cannot be blocking
        race.winner.channel.configureBlocking(true);
        return race.winner;
      }
      throw race.failure != null && hasAllFailed
          ? race.failure
          : new SocketTimeoutException("no answer to the connect in time");
    }
  }

  private void run(long deadline) throws IOException {
    long nextBegin = System.nanoTime();
    while (winner == null) {
      long now = System.nanoTime();
      boolean canBegin = begun < addresses.size();
      if (now - deadline >= 0 || (!canBegin && !isPending())) {
        return;
      }
      if (canBegin && (now - nextBegin >= 0 || !isPending())) {
        begin((first + begun++) % addresses.size());
        nextBegin = System.nanoTime() + DELAY.toNanos();
        continue;
      }
      long wake = canBegin && nextBegin - deadline < 0 ? nextBegin : deadline;
      selector.select(Math.max(1, TimeUnit.NANOSECONDS.toMillis(wake - now)));
      if (Thread.interrupted()) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted");
      }
      finishSome();
    }
  }

  private boolean isPending() {
    return selector.keys().stream().anyMatch(SelectionKey::isValid);
  }

  private void begin(int index) {
    SocketAddress address = addresses.get(index);
    try {
      SocketChannel channel =
          address instanceof UnixDomainSocketAddress
              ? SocketChannel.open(StandardProtocolFamily.UNIX)
              : SocketChannel.open();
      try {
        channel.configureBlocking(false);
        if (channel.connect(address)) {
          winner = new Winner(channel, index);
        } else {
          channel.register(selector, SelectionKey.OP_CONNECT, index);
        }
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      failed(e);
    }
  }

  private void finishSome() {
    for (SelectionKey key : selector.selectedKeys()) {
      SocketChannel channel = (SocketChannel) key.channel();
      try {
        if (winner == null && channel.finishConnect()) {
          winner = new Winner(channel, (Integer) key.attachment());
        }
      } catch (IOException e) {
        key.cancel();
        close(channel);
        failed(e);
      }
    }
    selector.selectedKeys().clear();
  }

  private void failed(Exception e) {
    if (failure == null) {
      failure = e instanceof IOException io ? io : new IOException(e.getMessage(), e);
    }
  }

  private void closeLosers() {
    for (SelectionKey key : selector.keys()) {
      if (winner == null || key.channel() != winner.channel) {
        close((SocketChannel) key.channel());
      }
    }
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // The channel is not used any more.
    }
  }
}

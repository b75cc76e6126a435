package dev.takt.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.testing.Background;
import dev.takt.testing.Timing;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Tests the latency that clients of the server observe, and the faults that it returns.
@EnabledOnOs(OS.LINUX)
@Timeout(60)
@Timing
class FaultyServerTest {

  private static final long MILLI = 1_000_000;
  private static final int HELD_MILLIS = 200;

  @TempDir Path folder;

  @Test
  void requestsAreDelayedByFaultsOfTheirPath() throws Exception {
    try (FaultyServer shop = FaultyServer.start(folder, Map.of(), false);
        Socket customer = new Socket(InetAddress.getLoopbackAddress(), shop.port())) {
      for (FaultKind each : List.of(FaultKind.MONITOR, FaultKind.LOCK)) {
        CompletableFuture<Long> longest = longestUntilFelt(customer, FaultyServer.pathOf(each));
        List<Fault> faults = shop.inject(each, HELD_MILLIS);

        assertThat(faults).hasSize(1);
        assertThat(faults.getFirst().kind()).isEqualTo(each);
        assertThat(faults.getFirst().nanos()).isGreaterThanOrEqualTo((HELD_MILLIS - 1) * MILLI);
        assertThat(longest.get()).isGreaterThan(HELD_MILLIS / 2 * MILLI);
      }
    }
  }

  @Test
  void faultsOfProcessAreReturned() throws Exception {
    try (FaultyServer shop = FaultyServer.start(folder, Map.of(), false)) {
      List<Fault> stops = shop.inject(FaultKind.STOP, 30);
      List<Fault> both = shop.injectCollectionWhileLockHeld(100);

      assertThat(stops).extracting(Fault::kind).containsExactly(FaultKind.STOP);
      assertThat(stops.getFirst().nanos()).isGreaterThanOrEqualTo(30 * MILLI);
      assertThat(both).extracting(Fault::kind).containsExactly(FaultKind.LOCK, FaultKind.GC);
      Fault convoy = both.getFirst();
      Fault collection = both.getLast();
      assertThat(collection.begin()).isBetween(convoy.begin(), convoy.end());
      assertThat(collection.end()).isBetween(convoy.begin(), convoy.end());
    }
  }

  /// A hundred requests take at least the sum of the sequence's times, and little more.
  @Test
  void storeRequestTakesItsDrawnTime() throws Exception {
    try (FaultyServer shop = FaultyServer.start(folder, Map.of(), false);
        Socket customer = new Socket(InetAddress.getLoopbackAddress(), shop.port())) {
      shop.startStoreTimes(5);
      StoreTimes times = new StoreTimes(5);
      long known = 0;
      long begin = System.nanoTime();
      for (int i = 0; i < 100; i++) {
        known += times.next();
        ask(customer, FaultyServer.storePath());
      }

      assertThat(System.nanoTime() - begin).isBetween(known, 3 * known);
    }
  }

  /// Sends requests until one takes half of the time for which the lock is held.
  private static CompletableFuture<Long> longestUntilFelt(Socket customer, String path)
      throws IOException {
    ask(customer, path);
    return Background.supplyAsync(() -> {
      long longest = 0;
      try {
        while (longest <= HELD_MILLIS / 2 * MILLI) {
          long begin = System.nanoTime();
          ask(customer, path);
          longest = Math.max(longest, System.nanoTime() - begin);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return longest;
    });
  }

  private static void ask(Socket customer, String path) throws IOException {
    String request = "GET " + path + " HTTP/1.1\r\nHost: shop\r\n\r\n";
    customer.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    InputStream in = customer.getInputStream();
    StringBuilder answer = new StringBuilder();
    while (!answer.toString().endsWith("\r\n\r\nok")) {
      int c = in.read();
      if (c < 0) {
        throw new IOException("the shop hung up after '" + answer + "'");
      }
      answer.append((char) c);
    }
    assertThat(answer).startsWith("HTTP/1.1 200 ");
  }
}

package dev.takt.driver.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.driver.WorkloadSpec;
import dev.takt.load.workload.Generators;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoDriverTest {

  private final DemoDriverProvider provider = new DemoDriverProvider();
  private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
  @TempDir Path folder;

  @Test
  void isFoundByServiceLoaderAndAcceptsItsTargetOnly() {
    assertThat(ServiceLoader.load(DriverProvider.class))
        .anyMatch(found -> found instanceof DemoDriverProvider);
    assertThat(provider.accepts("demo")).isTrue();
    assertThat(provider.accepts("http://demo/")).isFalse();
  }

  @Test
  void eachDefaultOperationIsAnsweredAsExpected() throws Exception {
    DriverRequest request = request();
    assertThat(provider.check(request)).isEmpty();
    try (WireDriver driver = (WireDriver) provider.open(request)) {
      WireDriver.Codec codec = driver.newSession().newCodec(0);
      InetSocketAddress address = (InetSocketAddress) driver.endpoint().address();
      try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
        for (int n = 0; n < 30; n++) {
          Outcome outcome = exchange(codec, socket, n % 3, n);
          assertThat(outcome).isEqualTo(Outcome.ok(outcome.status()));
        }
      }
      assertThat(driver.describe()).contains("http://127.0.0.1:" + address.getPort());
    }
    assertThat(messages).containsExactly("starting the demo shop …");
    assertThat(folder.resolve("demo-gc.log")).content().contains("Using Serial");
  }

  @Test
  void shopEndsWithItsDriver() throws Exception {
    ShopProcess shop = start();
    ProcessHandle process = ProcessHandle.of(shop.pid()).orElseThrow();
    shop.close();
    assertThat(process.isAlive()).isFalse();
    assertThat(messages).isEmpty();
  }

  @Test
  void sigintDoesNotEndTheShop() throws Exception {
    try (ShopProcess shop = start()) {
      signal("INT", shop.pid());
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), shop.port())) {
        socket
            .getOutputStream()
            .write("GET /items/1 HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(socket.getInputStream().read()).isEqualTo('H');
      }
    }
  }

  @Test
  void endOfTheShopDuringTheRunIsReported() throws Exception {
    try (ShopProcess shop = start()) {
      signal("KILL", shop.pid());
      assertThat(messages.poll(5, TimeUnit.SECONDS))
          .startsWith("the demo shop ended during the run with exit code 137 (killed)")
          .contains("demo.log");
    }
  }

  @Test
  void failedStartIsReportedWithTheEndOfTheLog() {
    assertThatThrownBy(() -> ShopProcess.start(folder, List.of("-XX:+NoSuchFlag"), messages::add))
        .isInstanceOf(DriverException.class)
        .hasMessageStartingWith("the demo shop did not start: ")
        .hasMessageContaining("exit code 1")
        .hasMessageContaining("Unrecognized VM option 'NoSuchFlag");
  }

  @Test
  void shopEndsWhenTheGeneratorIsKilled() throws Exception {
    Process generator =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                KilledGenerator.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader output = generator.inputReader()) {
      ProcessHandle shop = ProcessHandle.of(Long.parseLong(output.readLine())).orElseThrow();
      assertThat(shop.isAlive()).isTrue();
      generator.destroyForcibly().waitFor();
      shop.onExit().get(5, TimeUnit.SECONDS);
    } finally {
      generator.destroyForcibly();
    }
  }

  private ShopProcess start() throws DriverException {
    return ShopProcess.start(folder, List.of(), messages::add);
  }

  private DriverRequest request() throws IOException {
    return new DriverRequest(
        "demo",
        Map.of(),
        new WorkloadSpec(provider.defaultOperations("demo"), Generators.NONE, null, 42),
        null,
        4,
        Files.createDirectories(folder),
        messages::add);
  }

  private static Outcome exchange(WireDriver.Codec codec, Socket socket, int operation, long n)
      throws IOException {
    ByteBuffer out = ByteBuffer.allocate(4096);
    codec.encode(operation, n, out);
    socket.getOutputStream().write(out.array(), 0, out.position());
    ByteBuffer in = ByteBuffer.allocate(1 << 16);
    @Nullable Outcome outcome = null;
    while (outcome == null) {
      int read = socket.getInputStream().read(in.array(), in.position(), in.remaining());
      assertThat(read).isPositive();
      in.position(in.position() + read).flip();
      outcome = codec.decode(in);
      in.compact();
    }
    return outcome;
  }

  private static void signal(String name, long pid) throws Exception {
    assertThat(new ProcessBuilder("kill", "-" + name, "" + pid).start().waitFor()).isZero();
  }
}

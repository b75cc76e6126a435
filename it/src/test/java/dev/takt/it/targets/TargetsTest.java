package dev.takt.it.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.testing.Timing;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetsTest {

  private static final long MILLISECOND = 1_000_000;

  @Test
  void fastAnswersAndKeepsTheTimesOfArrival() throws IOException {
    try (Fast target = new Fast(0, 10);
        Client client = new Client(target)) {
      long before = System.nanoTime();
      for (int i = 0; i < 20; i++) {
        assertThat(client.get()).isEqualTo(200);
      }
      long after = System.nanoTime();

      assertThat(target.requests()).isEqualTo(20);
      assertThat(target.connections()).isEqualTo(1);
      assertThat(target.arrivals()).hasSize(10).isSorted();
      assertThat(target.arrivals()[0]).isBetween(before, after);
      assertThat(target.arrivals()[9]).isBetween(before, after);
    }
  }

  @Test
  void fastUnderstandsPipelinedAndSplitRequestsAndBodies() throws Exception {
    byte[] post = Answers.ascii("POST / HTTP/1.1\r\nHost: x\r\ncontent-length: 5\r\n\r\n\r\n\r\n!");
    byte[] get = Answers.ascii("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    byte[] all = new byte[2 * post.length + get.length];
    System.arraycopy(post, 0, all, 0, post.length);
    System.arraycopy(get, 0, all, post.length, get.length);
    System.arraycopy(post, 0, all, post.length + get.length, post.length);
    try (Fast target = new Fast();
        Client client = new Client(target)) {
      client.send(all);
      for (int i = 0; i < 3; i++) {
        assertThat(client.receive()).isEqualTo(200);
      }
      for (byte b : all) {
        client.send(new byte[] {b});
      }
      for (int i = 0; i < 3; i++) {
        assertThat(client.receive()).isEqualTo(200);
      }
      assertThat(target.requests()).isEqualTo(6);
    }
  }

  @Timing
  @ParameterizedTest
  @ValueSource(ints = {1, 16, 500})
  void squareWaveHoldsWhatItReceivesWhileFrozenAndNothingElse(int connections) throws Exception {
    long period = 800 * MILLISECOND;
    long freeze = 300 * MILLISECOND;
    try (SquareWave target = new SquareWave(Duration.ofNanos(period), Duration.ofNanos(freeze))) {
      List<Client> clients = new ArrayList<>();
      for (int i = 0; i < connections; i++) {
        clients.add(new Client(target));
      }
      long now = System.nanoTime();
      long start = now + period - (now - target.originNanoTime()) % period;

      sleepUntil(start + 100 * MILLISECOND);
      sendAll(clients);
      receiveAll(clients);
      assertThat(System.nanoTime() - start - freeze).isBetween(0L, 150 * MILLISECOND);

      sleepUntil(start + 500 * MILLISECOND);
      sendAll(clients);
      receiveAll(clients);
      assertThat(System.nanoTime() - start).isBetween(500 * MILLISECOND, period);
      assertThat(target.requests()).isEqualTo(2L * connections);
      for (Client client : clients) {
        client.close();
      }
    }
  }

  private static void sleepUntil(long nanoTime) {
    for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private static void sendAll(List<Client> clients) throws IOException {
    for (Client client : clients) {
      client.send();
    }
  }

  private static void receiveAll(List<Client> clients) throws IOException {
    for (Client client : clients) {
      assertThat(client.receive()).isEqualTo(200);
    }
  }

  @Test
  void refusingRefuses() {
    try (Refusing target = new Refusing()) {
      assertThatThrownBy(() -> new Client(target).close()).isInstanceOf(ConnectException.class);
    }
  }

  @Test
  void resettingResetsInMidAnswer() throws IOException {
    try (Resetting target = new Resetting();
        Client client = new Client(target)) {
      assertThatThrownBy(client::get)
          .isInstanceOf(SocketException.class)
          .hasMessageContaining("reset");
      assertThat(target.requests()).isEqualTo(1);
    }
  }

  @Test
  void halfAnswerEndsInTheBody() throws IOException {
    try (HalfAnswer target = new HalfAnswer();
        Client client = new Client(target)) {
      assertThatThrownBy(client::get)
          .isInstanceOf(EOFException.class)
          .message()
          .isNull(); // the head was whole
    }
  }

  @Timing
  @Test
  void slowLorisTakesItsTime() throws IOException {
    try (SlowLoris target = new SlowLoris(Duration.ofMillis(2));
        Client client = new Client(target)) {
      long start = System.nanoTime();
      assertThat(client.get()).isEqualTo(200);
      assertThat(System.nanoTime() - start)
          .isGreaterThan((target.answerLength() - 1L) * 2 * MILLISECOND);
    }
  }

  @Test
  void wrongStatusIsWrongForItsShare() throws IOException {
    try (WrongStatus target = new WrongStatus(4);
        Client client = new Client(target)) {
      List<Integer> statuses = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        statuses.add(client.get());
      }
      assertThat(statuses).containsExactly(200, 200, 200, 503, 200, 200, 200, 503);
      assertThat(target.wrong()).isEqualTo(2);
    }
  }

  @Test
  void silentNeverAnswers() throws IOException {
    try (Silent target = new Silent();
        Client client = new Client(target)) {
      client.timeout(200);
      assertThatThrownBy(client::get).isInstanceOf(SocketTimeoutException.class);
      assertThat(target.requests()).isEqualTo(1);
    }
  }

  @Test
  void plainTextOnTlsBreaksTheHandshake() throws IOException {
    try (PlainTextOnTls target = new PlainTextOnTls()) {
      SSLSocketFactory factory = Https.trusting().getSocketFactory();
      assertThatThrownBy(() -> new Client(tls(factory, target)).get())
          .isInstanceOf(SSLException.class);
    }
  }

  @Test
  void httpsServesClientsWithItsTrustStore() throws IOException {
    try (Https target = new Https()) {
      try (Client client = new Client(tls(Https.trusting().getSocketFactory(), target))) {
        assertThat(client.get()).isEqualTo(200);
        assertThat(client.get()).isEqualTo(200);
      }
      SSLSocketFactory everybody = (SSLSocketFactory) SSLSocketFactory.getDefault();
      assertThatThrownBy(() -> new Client(tls(everybody, target)).get())
          .isInstanceOf(SSLException.class);
      assertThat(target.requests()).isEqualTo(2);
    }
  }

  private static Socket tls(SSLSocketFactory factory, Target target) throws IOException {
    return factory.createSocket("127.0.0.1", target.port());
  }

  @Test
  void restartableComesBackOnItsPort() throws IOException {
    try (Restartable target = new Restartable()) {
      for (int i = 0; i < 3; i++) {
        try (Client client = new Client(target)) {
          assertThat(client.get()).isEqualTo(200);
          target.stop();
          assertThatThrownBy(client::get).isInstanceOf(IOException.class);
          assertThatThrownBy(() -> new Client(target).close()).isInstanceOf(ConnectException.class);
          target.start();
        }
      }
      assertThat(target.requests()).isEqualTo(3);
    }
  }

  @Test
  void closingAfterNCloses() throws IOException {
    try (ClosingAfterN target = new ClosingAfterN(3)) {
      for (int c = 0; c < 2; c++) {
        try (Client client = new Client(target)) {
          for (int i = 0; i < 3; i++) {
            assertThat(client.get()).isEqualTo(200);
          }
          assertThatThrownBy(client::get).isInstanceOf(IOException.class);
        }
      }
      assertThat(target.connections()).isEqualTo(2);
      assertThat(target.requests()).isEqualTo(6);
    }
  }
}

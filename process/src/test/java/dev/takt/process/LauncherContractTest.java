package dev.takt.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// The common contract of both kinds of launchers.
@Timeout(60)
@ParameterizedClass
@EnumSource
class LauncherContractTest {

  enum Kind {
    NATIVE,
    PLAIN;

    Launcher.Builder builder() {
      return this == PLAIN ? Launcher.builder().plain() : Launcher.builder();
    }
  }

  private static final int SMALL_BUFFER = 4096;

  private final Kind kind;
  private final Path folder;
  private Launcher launcher;

  LauncherContractTest(Kind kind, @TempDir Path folder) {
    this.kind = kind;
    this.folder = folder;
    launcher = kind.builder().build();
  }

  @AfterEach
  void close() {
    launcher.close();
  }

  /// Records its calls, and whether two of them overlapped.
  private static class Recording implements ChildHandler {
    final List<String> events = new CopyOnWriteArrayList<>();
    private final ByteArrayOutputStream stdout = new ByteArrayOutputStream();
    final AtomicInteger inside = new AtomicInteger();
    final CountDownLatch outputsEnded = new CountDownLatch(2);
    volatile boolean overlapped;

    String stdout() {
      return stdout.toString(StandardCharsets.UTF_8);
    }

    void enter(String event) {
      if (inside.incrementAndGet() > 1) {
        overlapped = true;
      }
      events.add(event);
      Thread.yield();
      inside.decrementAndGet();
    }

    @Override
    public void onStdout(CallbackChild child, ByteBuffer bytes, boolean ended) {
      enter("out");
      byte[] more = new byte[bytes.remaining()];
      bytes.get(more);
      stdout.writeBytes(more);
      if (ended) {
        enter("out end");
        outputsEnded.countDown();
      }
    }

    @Override
    public void onStderr(CallbackChild child, ByteBuffer bytes, boolean ended) {
      enter("err");
      bytes.position(bytes.limit());
      if (ended) {
        enter("err end");
        outputsEnded.countDown();
      }
    }

    @Override
    public boolean onStdin(CallbackChild child, ByteBuffer room) {
      enter("room");
      return false;
    }

    @Override
    public void onStdinClosed(CallbackChild child, long lostBytes) {
      enter("stdin lost " + lostBytes);
    }

    @Override
    public void onExit(CallbackChild child, Exit exit) {
      enter("exit");
    }

    @Override
    public void onFailure(CallbackChild child, Throwable failure) {
      enter("failure " + failure.getMessage());
    }
  }

  private static Command shell(String script) {
    return Command.of("sh", "-c", script);
  }

  private static ByteBuffer ascii(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void isOfTheKindThatWasAskedFor() {
    assertThat(launcher.isNative()).isEqualTo(kind == Kind.NATIVE);
  }

  @Test
  void runKeepsBothOutputsAndTheCode() throws Exception {
    RunResult result =
        launcher.run(shell("cat; echo err >&2; exit 3"), RunOptions.DEFAULT.input(Bytes.of("in")));

    assertThat(result.stdout().text()).isEqualTo("in");
    assertThat(result.stderr().text()).isEqualTo("err\n");
    assertThat(result.exit().describe()).isEqualTo("exit code 3");
    assertThat(result.complete()).isTrue();
    assertThat(result.truncated()).isFalse();
    assertThat(result.timedOut()).isFalse();
  }

  @Test
  void runKeepsNoMoreThanTheLimit() throws Exception {
    RunResult result = launcher.run(shell("echo 1234567"), RunOptions.DEFAULT.limit(4));

    assertThat(result.stdout().text()).isEqualTo("1234");
    assertThat(result.truncated()).isTrue();
  }

  @Test
  void runEndsAChildWhoseTimeIsOver() throws Exception {
    RunResult result = launcher.run(Command.of("sleep", "100"), Duration.ofMillis(50));

    assertThat(result.timedOut()).isTrue();
    assertThat(result.isSuccess()).isFalse();
  }

  @Test
  void runIsNotHeldUpByOneWhoHoldsTheOutput() throws Exception {
    RunResult result = launcher.run(shell("sleep 100 2>/dev/null & echo $!"), RunOptions.DEFAULT);

    ProcessHandle.of(Long.parseLong(result.stdout().text().strip()))
        .ifPresent(ProcessHandle::destroyForcibly);
    // With the plain launcher, the output may end with the child.
    assertThat(result.complete() && kind == Kind.NATIVE).isFalse();
    assertThat(result.elapsed()).isLessThan(Duration.ofSeconds(30));
  }

  @Test
  void exitComesLastAndOnceAndNeverBesideAnotherCall() throws Exception {
    for (int i = 0; i < 30; i++) {
      Recording seen = new Recording();
      CallbackChild child =
          launcher.start(
              shell("for i in 1 2 3 4 5 6 7 8; do echo o; echo e >&2; done; echo last"), seen);
      child.closeStdin();
      child.awaitExit();
      assertThat(seen.outputsEnded.await(30, TimeUnit.SECONDS)).isTrue();

      assertThat(seen.overlapped).isFalse();
      assertThat(seen.stdout()).isEqualToIgnoringNewLines("oooooooolast");
      assertThat(seen.events).containsOnlyOnce("exit", "out end", "err end");
    }
  }

  @Test
  void exitIsReportedWhileGrandchildHoldsOutput() throws Exception {
    Recording seen = new Recording();
    CallbackChild child =
        launcher.start(shell("(while echo on; do sleep 0.02; done) & echo $! own"), seen);

    assertThat(child.awaitExit(Duration.ofSeconds(30))).isPresent();
    assertThat(seen.stdout()).contains("own");
    child.closeOutputs();
    assertThat(seen.outputsEnded.await(30, TimeUnit.SECONDS)).isTrue();
    Matcher pid = Pattern.compile("(\\d+) own").matcher(seen.stdout());
    assertThat(pid.find()).isTrue();
    ProcessHandle.of(Long.parseLong(pid.group(1))).ifPresent(ProcessHandle::destroyForcibly);
  }

  @Test
  void bytesThatWereLeftComeAgainWithMore() throws Exception {
    List<String> shown = new CopyOnWriteArrayList<>();
    CountDownLatch allSeen = new CountDownLatch(1);
    CountDownLatch first = new CountDownLatch(1);
    CallbackChild child =
        launcher.start(
            Command.of("cat"),
            new ChildHandler() {
              @Override
              public void onStdout(CallbackChild c, ByteBuffer bytes, boolean ended) {
                shown.add(StandardCharsets.US_ASCII.decode(bytes.duplicate()) + (ended ? "!" : ""));
                if (bytes.remaining() > 1) {
                  bytes.get();
                }
                first.countDown();
                if (ended) {
                  allSeen.countDown();
                }
              }

              @Override
              public void onExit(CallbackChild c, Exit exit) {}
            });
    child.write(ascii("ab"));
    assertThat(first.await(30, TimeUnit.SECONDS)).isTrue();
    child.write(ascii("c"));
    child.closeStdin();
    child.awaitExit();
    assertThat(allSeen.await(30, TimeUnit.SECONDS)).isTrue();

    assertThat(shown).startsWith("ab").contains("bc").endsWith("c!");
  }

  @Test
  void aFullBufferOfWhichNothingIsTakenStopsReadingUntilResume() throws Exception {
    launcher.close();
    launcher = kind.builder().bufferBytes(SMALL_BUFFER).build();
    CountDownLatch full = new CountDownLatch(1);
    CRC32 crc = new CRC32();
    AtomicInteger refused = new AtomicInteger();
    CallbackChild child =
        launcher.start(
            Command.of("cat"),
            new ChildHandler() {
              private boolean taking;

              @Override
              public void onStdout(CallbackChild c, ByteBuffer bytes, boolean ended) {
                if (taking) {
                  crc.update(bytes);
                } else if (bytes.remaining() == SMALL_BUFFER) {
                  refused.incrementAndGet();
                  taking = true;
                  full.countDown();
                }
              }

              @Override
              public void onExit(CallbackChild c, Exit exit) {}
            });
    byte[] sent = new byte[300_000];
    new Random(1).nextBytes(sent);
    child.write(ByteBuffer.wrap(sent));
    child.closeStdin();

    assertThat(full.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(child.awaitExit(Duration.ofMillis(100))).isEmpty();
    child.resume(Output.STDOUT);
    child.awaitExit();
    CRC32 expected = new CRC32();
    expected.update(sent);
    assertThat(crc.getValue()).isEqualTo(expected.getValue());
    assertThat(refused).hasValue(1);
  }

  @Test
  void aPausedOutputHoldsBackTheExitUntilItsBytesWereShown() throws Exception {
    Recording seen =
        new Recording() {
          @Override
          public void onStdout(CallbackChild child, ByteBuffer bytes, boolean ended) {
            if (bytes.get(0) == '1') {
              child.pause(Output.STDOUT);
            }
            super.onStdout(child, bytes, ended);
          }
        };
    CallbackChild child =
        launcher.start(shell("echo 1; head -c 300000 /dev/zero | tr '\\0' x"), seen);
    assertThat(child.awaitExit(Duration.ofMillis(100))).isEmpty();

    while (child.isRunning()) {
      child.resume(Output.STDOUT);
      Optional<Exit> _ = child.awaitExit(Duration.ofMillis(5));
    }
    assertThat(seen.stdout()).hasSize(300_002);
  }

  @Test
  void largeInputComesBackUnchanged() throws Exception {
    byte[] sent = new byte[3_000_000];
    new Random(2).nextBytes(sent);
    CRC32 crc = new CRC32();
    CallbackChild child =
        launcher.start(
            Command.of("cat"),
            new ChildHandler() {
              @Override
              public void onStdout(CallbackChild c, ByteBuffer bytes, boolean ended) {
                crc.update(bytes);
              }

              @Override
              public void onExit(CallbackChild c, Exit exit) {}
            });
    ByteBuffer direct = ByteBuffer.allocateDirect(1_000_000).put(sent, 0, 1_000_000).flip();
    assertThat(child.write(direct)).isTrue();
    assertThat(child.write(ByteBuffer.wrap(sent, 1_000_000, 2_000_000))).isTrue();
    child.closeStdin();
    assertThat(child.write(ascii("late"))).isFalse();
    child.awaitExit();

    CRC32 expected = new CRC32();
    expected.update(sent);
    assertThat(crc.getValue()).isEqualTo(expected.getValue());
    assertThat(child.queuedBytes()).isZero();
  }

  @Test
  void aHandlerFillsStandardInputWhenThereIsRoom() throws Exception {
    Recording seen =
        new Recording() {
          private int left = 500_000;

          @Override
          public boolean onStdin(CallbackChild child, ByteBuffer room) {
            int n = Math.min(left, room.remaining());
            left -= n;
            room.put("y".repeat(n).getBytes(StandardCharsets.US_ASCII));
            if (left == 0) {
              child.closeStdin();
            }
            return left > 0;
          }
        };
    CallbackChild child = launcher.start(Command.of("cat"), seen);
    child.wantStdin();
    child.awaitExit();

    assertThat(seen.stdout()).hasSize(500_000);
    assertThat(seen.events).doesNotContain("stdin lost 0");
  }

  @Test
  void closedStdinReportsLostBytes() throws Exception {
    CompletableFuture<Long> lost = new CompletableFuture<>();
    CallbackChild child =
        launcher.start(
            shell("exec 0<&-; echo closed; exec sleep 100"),
            new ChildHandler() {
              @Override
              public void onStdout(CallbackChild c, ByteBuffer bytes, boolean ended) {
                bytes.position(bytes.limit());
                c.write(ByteBuffer.allocate(200_000));
              }

              @Override
              public void onStdinClosed(CallbackChild c, long lostBytes) {
                lost.complete(lostBytes);
              }

              @Override
              public void onExit(CallbackChild c, Exit exit) {}
            });

    assertThat(lost.get(30, TimeUnit.SECONDS)).isEqualTo(200_000);
    assertThat(child.isRunning()).isTrue();
    assertThat(child.write(ascii("late"))).isFalse();
    child.kill();
  }

  @Test
  void aChildThatEndsBeforeItHasReadAllTellsTheLossBeforeTheExit() throws Exception {
    Recording seen = new Recording();
    CallbackChild child = launcher.start(shell("read x"), seen);
    child.write(ByteBuffer.allocate(4_000_000).put(0, (byte) '\n'));
    child.awaitExit();

    List<String> both =
        seen.events.stream().filter(e -> e.startsWith("stdin lost ") || e.equals("exit")).toList();
    assertThat(both).hasSize(2).endsWith("exit").doesNotContain("stdin lost 0");
  }

  @Test
  void closingAtOnceDropsTheQueue() throws Exception {
    Recording seen = new Recording();
    CallbackChild child = launcher.start(shell("read go < /dev/null; sleep 0.1; cat"), seen);
    child.write(ByteBuffer.wrap("z".repeat(3_000_000).getBytes(StandardCharsets.US_ASCII)));
    child.closeStdinNow();
    child.awaitExit();

    assertThat(seen.stdout().length()).isLessThan(3_000_000);
    assertThat(seen.events).noneMatch(e -> e.startsWith("stdin lost"));
  }

  @Test
  void throwingHandlerKillsChildAndIsReportedOnce() throws Exception {
    Recording seen =
        new Recording() {
          @Override
          public void onStdout(CallbackChild child, ByteBuffer bytes, boolean ended) {
            throw new IllegalStateException("mine");
          }
        };
    CallbackChild child = launcher.start(shell("echo x; exec sleep 100"), seen);

    assertThat(child.awaitExit().isSuccess()).isFalse();
    assertThat(seen.events).containsExactly("failure mine", "exit");
  }

  @Test
  void handlersAreCalledByTheExecutorThatWasGiven() throws Exception {
    launcher.close();
    try (ExecutorService executor =
        Executors.newSingleThreadExecutor(Thread.ofPlatform().name("own").factory())) {
      launcher = kind.builder().handlers(executor).build();
      List<String> threads = new ArrayList<>();
      CallbackChild child =
          launcher.start(
              Command.of("true"), (_, _) -> threads.add(Thread.currentThread().getName()));
      child.awaitExit();

      assertThat(threads).containsExactly("own");
    }
  }

  @Test
  void idleChildrenDoNotBlockVirtualThreads() throws Exception {
    List<StreamChild> children = new ArrayList<>();
    try {
      for (int i = 0; i < 140; i++) {
        children.add(launcher.start(Command.of("cat")));
      }
      assertThat(Thread.ofVirtual().start(() -> {}).join(Duration.ofSeconds(30))).isTrue();
      for (StreamChild child : children) {
        child.stdin().write('k');
        assertThat(child.stdout().read()).isEqualTo('k');
      }
    } finally {
      children.forEach(StreamChild::close);
    }
  }

  @Test
  void streamsEndWithTheChildAndKeepWhatItWrote() throws Exception {
    try (StreamChild child = launcher.start(shell("cat; echo err >&2"))) {
      byte[] sent = new byte[20_000];
      Arrays.fill(sent, (byte) 'q');
      child.stdin().write(sent);
      child.stdin().close();
      child.awaitExit();

      assertThat(child.stdout().readAllBytes()).isEqualTo(sent);
      assertThat(child.stderr().readAllBytes())
          .isEqualTo("err\n".getBytes(StandardCharsets.US_ASCII));
      assertThatThrownBy(() -> child.stdin().write(1)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void aReaderCanBeInterruptedAndReadAgain() throws Exception {
    try (StreamChild child = launcher.start(Command.of("cat"))) {
      CompletableFuture<Throwable> thrown = new CompletableFuture<>();
      Thread reader = Thread.ofVirtual().start(() -> thrown.complete(failureOf(child.stdout())));
      reader.interrupt();
      assertThat(thrown.get(30, TimeUnit.SECONDS)).isInstanceOf(InterruptedIOException.class);

      child.stdin().write('a');
      assertThat(child.stdout().read()).isEqualTo('a');
    }
  }

  @Test
  void closingAStreamEndsTheWaitOfItsReader() throws Exception {
    try (StreamChild child = launcher.start(Command.of("cat"))) {
      CompletableFuture<Throwable> thrown = new CompletableFuture<>();
      Thread.ofVirtual().start(() -> thrown.complete(failureOf(child.stdout())));
      child.stdout().close();
      assertThat(thrown.get(30, TimeUnit.SECONDS)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void closingAStreamEndsTheWaitOfItsWriter() throws Exception {
    try (StreamChild child = launcher.start(Command.of("sleep", "100"))) {
      CompletableFuture<Throwable> thrown = new CompletableFuture<>();
      Thread writer =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  child.stdin().write(new byte[1_000_000]);
                } catch (IOException e) {
                  thrown.complete(e);
                }
              });
      while (writer.getState() != Thread.State.WAITING) {
        Thread.sleep(1);
      }
      child.stdin().close();
      assertThat(thrown.get(30, TimeUnit.SECONDS)).hasMessageContaining("closed");
    }
  }

  private static Throwable failureOf(InputStream stream) {
    try {
      return new AssertionError("read " + stream.read());
    } catch (IOException e) {
      return e;
    }
  }

  @Test
  void whatCannotBeStartedIsNamed() {
    assertFailure(Command.of("/no/such/program"), "/no/such/program", 2);
    assertFailure(Command.of("no-such-program"), "no-such-program", 2);
    assertFailure(
        Command.builder("true").directory(Path.of("/no/such/directory")).build(),
        "/no/such/directory",
        2);
    assertFailure(Command.of(folder.toString()), folder.toString(), 13);
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    Path missing = folder.resolve("missing");
    assertThatThrownBy(
            () -> launcher.start(Command.builder("cat").stdin(Redirect.from(missing)).build()))
        .isInstanceOfSatisfying(
            StartException.class, e -> assertThat(e.path()).isEqualTo(missing.toString()))
        .hasMessageContaining(missing.toString());
  }

  private void assertFailure(Command command, String path, int errno) {
    assertThatThrownBy(() -> launcher.start(command))
        .isInstanceOfSatisfying(
            StartException.class,
            e -> {
              assertThat(e.path()).isEqualTo(path);
              assertThat(e.errno()).isEqualTo(errno);
            });
  }

  @Test
  void redirectsGoWhereTheySay() throws Exception {
    Path in = Files.writeString(folder.resolve("in"), "from a file ");
    Path out = Files.writeString(folder.resolve("out"), "old ");
    Command command =
        Command.builder("sh", "-c", "cat; printf %s \"$V\"; pwd; echo err >&2")
            .stdin(Redirect.from(in))
            .stdout(Redirect.append(out))
            .stderr(Redirect.toStdout())
            .directory(folder)
            .environment("V", "value ")
            .build();

    RunResult result = launcher.run(command, Duration.ofSeconds(30));

    assertThat(result.isSuccess()).isTrue();
    assertThat(result.stdout().size()).isZero();
    assertThat(out).hasContent("old from a file value " + folder.toRealPath() + "\nerr\n");
  }

  @Test
  void nothingIsReadFromAndNothingComesOfWhatIsDiscarded() throws Exception {
    Command command =
        Command.builder("sh", "-c", "cat; echo out; env | wc -l >&2")
            .stdin(Redirect.discard())
            .stdout(Redirect.discard())
            .emptyEnvironment()
            .environment("PATH", System.getenv("PATH"))
            .build();
    try (StreamChild child = launcher.start(command)) {
      assertThat(child.stdout().read()).isEqualTo(-1);
      assertThat(
              Integer.parseInt(
                  new String(child.stderr().readAllBytes(), StandardCharsets.US_ASCII).strip()))
          .isBetween(1, 4);
      assertThatThrownBy(() -> child.stdin().write(1)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void terminationIsFollowedByKillingAfterPatience() throws Exception {
    try (StreamChild child =
        launcher.start(shell("trap '' TERM; echo r; while :; do sleep 0.1; done"))) {
      assertThat(child.stdout().read()).isEqualTo('r');
      assertThat(child.terminate(Duration.ofMillis(50))).isTrue();
      assertThat(child.awaitExit().isSuccess()).isFalse();
      assertThat(child.terminate()).isFalse();
      assertThat(child.kill()).isFalse();
      assertThat(child.signal(Signal.KILL)).isFalse();
    }
  }

  @Test
  void termIsASignalThatAChildCanCatch() throws Exception {
    try (StreamChild child =
        launcher.start(shell("trap 'exit 7' TERM; echo r; while :; do sleep 0.02; done"))) {
      assertThat(child.stdout().read()).isEqualTo('r');
      assertThat(child.signal(Signal.TERM)).isTrue();
      assertThat(child.awaitExit().describe()).isEqualTo("exit code 7");
    }
    assertThatThrownBy(() -> launcher.start(Command.of("cat")).signalGroup(15))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void theFutureOfTheExitIsAlwaysTheSame() throws Exception {
    StreamChild child = launcher.start(Command.of("true"));
    CompletableFuture<Exit> future = child.onExit();
    assertThat(future.get(30, TimeUnit.SECONDS)).isEqualTo(child.awaitExit());
    assertThat(child.onExit()).isSameAs(future);
    assertThat(child.isRunning()).isFalse();
    child.close();
  }

  @Test
  void closingKillsTheChildrenAndRefusesOthers() throws Exception {
    StreamChild stream = launcher.start(Command.of("sleep", "100"));
    Recording seen = new Recording();
    CallbackChild callback = launcher.start(Command.of("sleep", "100"), seen);

    launcher.close();

    assertThat(stream.exit()).isPresent();
    assertThat(callback.exit()).isPresent();
    assertThat(seen.events).contains("exit");
    assertThatThrownBy(() -> launcher.start(Command.of("true")))
        .isInstanceOf(IllegalStateException.class);
    stream.close();
  }
}

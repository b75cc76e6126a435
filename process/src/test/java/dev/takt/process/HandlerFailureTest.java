package dev.takt.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A handler that throws ends only its own child.
@Timeout(60)
@ExtendWith(NothingLeftBehind.class)
class HandlerFailureTest {

  /// Where a handler throws.
  enum Place {
    STDOUT,
    STDOUT_END,
    STDERR,
    STDIN,
    STDIN_CLOSED,
    EXIT
  }

  private static final class Broken extends Recorder {
    private final Place place;
    private final Throwable thrown;

    Broken(Place place, Throwable thrown) {
      this.place = place;
      this.thrown = thrown;
    }

    private void at(Place here) {
      if (here == place) {
        throw Broken.<RuntimeException>unchecked(thrown);
      }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> T unchecked(Throwable any) throws T {
      throw (T) any;
    }

    @Override
    public void onStdout(CallbackChild child, ByteBuffer bytes, boolean ended) {
      super.onStdout(child, bytes, ended);
      at(ended ? Place.STDOUT_END : Place.STDOUT);
    }

    @Override
    public void onStderr(CallbackChild child, ByteBuffer bytes, boolean ended) {
      super.onStderr(child, bytes, ended);
      at(Place.STDERR);
    }

    @Override
    public boolean onStdin(CallbackChild child, ByteBuffer room) {
      at(Place.STDIN);
      room.put((byte) 'x');
      return false;
    }

    @Override
    public void onStdinClosed(CallbackChild child, long lostBytes) {
      super.onStdinClosed(child, lostBytes);
      at(Place.STDIN_CLOSED);
    }

    @Override
    public void onExit(CallbackChild child, Exit exit) {
      super.onExit(child, exit);
      at(Place.EXIT);
    }
  }

  /// Causes each kind of event, and keeps running unless the event is the one that should fail.
  private static Command commandFor(Place place) {
    return switch (place) {
      case STDOUT, STDERR, STDIN -> Testing.sh("echo out; echo err >&2; exec sleep 30").build();
      case STDOUT_END -> Testing.sh("echo out; exec >&-; exec sleep 30").build();
      case STDIN_CLOSED -> Testing.sh("exec <&-; echo out; exec sleep 30").build();
      case EXIT -> Testing.sh("echo out; exit 3").build();
    };
  }

  private static void check(Launcher launcher, Place place, Throwable thrown) throws Exception {
    Recorder other = new Recorder();
    CallbackChild living = launcher.start(Command.of("cat"), other);
    Broken broken = new Broken(place, thrown);
    CallbackChild child = launcher.start(commandFor(place), broken);
    if (place == Place.STDIN) {
      child.wantStdin();
    }
    if (place == Place.STDIN_CLOSED) {
      broken.awaitText("out");
      child.write(ByteBuffer.wrap(new byte[1]));
    }
    Exit exit = child.awaitExit(Testing.LONG).orElseThrow();

    assertThat(exit.describe())
        .isEqualTo(place == Place.EXIT ? "exit code 3" : "killed by SIGKILL");
    assertThat(broken.failures()).containsExactly(thrown);
    assertThat(broken.events()).containsOnlyOnce("failure", exit.describe());
    living.write(ByteBuffer.wrap(Testing.utf8("alive")));
    living.closeStdin();
    assertThat(living.awaitExit().isSuccess()).isTrue();
    assertThat(other.text()).isEqualTo("alive");
  }

  @ParameterizedTest
  @EnumSource
  void anExceptionOnThePump(Place place) throws Exception {
    try (Launcher launcher = Testing.launcher().eventLoops(1).build()) {
      check(launcher, place, new IllegalStateException("on purpose"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void anErrorOnAnExecutor(Place place) throws Exception {
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
        Launcher launcher = Testing.launcher().eventLoops(1).handlers(executor).build()) {
      check(launcher, place, new StackOverflowError("on purpose"));
    }
  }

  /// Every method that can throw does so, even the one that reports the failure.
  @Test
  void onFailureThatThrows() throws Exception {
    List<Throwable> seen = java.util.Collections.synchronizedList(new ArrayList<>());
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, e) -> {
      seen.add(e);
      throw new IllegalStateException("the last resort fails, too");
    });
    IllegalStateException first = new IllegalStateException("first");
    IllegalArgumentException second = new IllegalArgumentException("second");
    try (Launcher launcher = Testing.launcher().eventLoops(1).build()) {
      AtomicReference<String> exits = new AtomicReference<>("");
      CallbackChild child =
          launcher.start(
              commandFor(Place.STDOUT),
              new ChildHandler() {
                @Override
                public void onStdout(CallbackChild c, ByteBuffer bytes, boolean ended) {
                  throw first;
                }

                @Override
                public void onExit(CallbackChild c, Exit exit) {
                  exits.accumulateAndGet(exit.describe(), String::concat);
                }

                @Override
                public void onFailure(CallbackChild c, Throwable failure) {
                  throw second;
                }
              });
      assertThat(child.awaitExit(Testing.LONG)).isPresent();
      assertThat(exits).hasValue("killed by SIGKILL");
      assertThat(seen).first().isSameAs(second);
      assertThat(second).hasSuppressedException(first);
      assertThat(launcher.run(Command.of("true"), Testing.LONG).isSuccess()).isTrue();
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  @Test
  void anExecutorThatIsShutDownDoesNotLeaveAChildAlone() throws Exception {
    ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    try (Launcher launcher = Testing.launcher().handlers(executor).build()) {
      Recorder recorder = new Recorder();
      CallbackChild child = launcher.start(Command.of("cat"), recorder);
      executor.shutdown();
      child.write(ByteBuffer.wrap(Testing.utf8("still")));
      child.closeStdin();
      assertThat(child.awaitExit(Testing.LONG)).isPresent();
      assertThat(recorder.text()).isEqualTo("still");
    }
  }

  @Test
  void failingDependentFutureDoesNotAffectLauncher() throws Exception {
    try (Launcher launcher = Testing.launcher().eventLoops(1).build()) {
      CallbackChild child = launcher.start(Command.of("cat"), new Recorder());
      var failing =
          child
              .onExit()
              .thenAccept(_ -> {
                throw new IllegalStateException("on purpose");
              });
      child.closeStdin();
      child.awaitExit();
      assertThat(Testing.eventually(failing::isCompletedExceptionally)).isTrue();
      assertThat(launcher.run(Command.of("true"), Testing.LONG).isSuccess()).isTrue();
    }
  }
}

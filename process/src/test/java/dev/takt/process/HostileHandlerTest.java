package dev.takt.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// How handlers and executors may affect the threads and buffers that they share with others.
@Timeout(60)
@ExtendWith(NothingLeftBehind.class)
class HostileHandlerTest {

  @Test
  void byteOrderIsResetBetweenCalls() throws Exception {
    try (Launcher one = Testing.launcher().eventLoops(1).build()) {
      Recorder recorder =
          new Recorder() {
            @Override
            public void onStdout(CallbackChild child, ByteBuffer more, boolean ended) {
              super.onStdout(child, more.order(ByteOrder.LITTLE_ENDIAN), ended);
              more.order(ended ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
            }
          };
      one.start(Testing.sh("echo x; exit 3").build(), recorder);
      recorder.awaitEvent("exit code 3");
      Recorder other = new Recorder();
      one.start(Testing.sh("exit 7").build(), other);
      other.awaitEvent("exit code 7");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"clear", "flip", "compact", "limit"})
  void whoeverMovesMoreThanThePositionHasFailed(String what) throws Exception {
    try (Launcher one = Testing.launcher().eventLoops(1).build()) {
      Recorder recorder =
          new Recorder() {
            @Override
            public void onStdout(CallbackChild child, ByteBuffer more, boolean ended) {
              super.onStdout(child, more, ended);
              var _ =
                  switch (what) {
                    case "clear" -> more.clear();
                    case "flip" -> more.position(1).flip();
                    case "compact" -> more.compact();
                    default -> more.limit(more.limit() - 1);
                  };
            }
          };
      CallbackChild child = one.start(Testing.sh("echo one; exec sleep 30").build(), recorder);
      assertThat(child.awaitExit().describe()).isEqualTo("killed by SIGKILL");
      recorder.awaitEvent("failure");
      assertThat(recorder.text()).isEqualTo("one\n");
      assertThat(recorder.failures()).hasSize(1).first().isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void aFlippedInputHasFailed() throws Exception {
    try (Launcher one = Testing.launcher().build()) {
      Recorder recorder =
          new Recorder() {
            @Override
            public boolean onStdin(CallbackChild child, ByteBuffer room) {
              room.put((byte) 'x').flip();
              return false;
            }
          };
      CallbackChild child = one.start(Command.of("cat"), recorder);
      child.wantStdin();
      assertThat(child.awaitExit().describe()).isEqualTo("killed by SIGKILL");
      recorder.awaitEvent("failure");
      assertThat(recorder.failures()).hasSize(1);
    }
  }

  @Test
  void throwingExecutorDoesNotBlockOtherChildren() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    Executor broken =
        task -> {
          if (calls.incrementAndGet() % 2 == 0) {
            throw new OutOfMemoryError("unable to create native thread (a test)");
          }
          Thread.startVirtualThread(task);
        };
    try (Launcher one = Testing.launcher().eventLoops(1).handlers(broken).build()) {
      for (int i = 0; i < 20; i++) {
        Recorder recorder = new Recorder();
        CallbackChild child = one.start(Command.of("echo", "x"), recorder);
        assertThat(child.awaitExit(Testing.LONG)).isPresent();
      }
    }
  }

  /// The executor's queue is full and the submitting thread blocks: it must not hold anything that
  /// a handler needs.
  @Test
  void anExecutorThatBlocksDoesNotLockUp() throws Exception {
    try (ThreadPoolExecutor full =
            new ThreadPoolExecutor(
                2,
                2,
                1,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(2),
                (task, pool) -> {
                  try {
                    pool.getQueue().put(task);
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                });
        Launcher one = Testing.launcher().eventLoops(1).handlers(full).build()) {
      List<CallbackChild> children = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        children.add(one.start(Command.of("echo", "x"), new Recorder()));
      }
      for (CallbackChild child : children) {
        assertThat(child.awaitExit(Testing.LONG)).isPresent();
      }
    }
  }

  @Test
  void handlersMayRunWhereTheyAreHandedIn() throws Exception {
    try (Launcher one = Testing.launcher().eventLoops(2).handlers(Runnable::run).build()) {
      for (int i = 0; i < 20; i++) {
        Recorder inner = new Recorder();
        Recorder recorder =
            new Recorder() {
              @Override
              public void onExit(CallbackChild child, Exit exit) {
                try {
                  one.start(Command.of("true"), inner);
                } catch (StartException e) {
                  throw new IllegalStateException(e);
                }
                super.onExit(child, exit);
              }
            };
        one.start(Command.of("true"), recorder);
        recorder.awaitEvent("exit code 0");
        inner.awaitEvent("exit code 0");
      }
    }
  }

  @Test
  void awaitExitInHandlerThrows() throws Exception {
    Launcher one = Testing.launcher().eventLoops(1).build();
    List<Throwable> seen = new ArrayList<>();
    Recorder recorder =
        new Recorder() {
          @Override
          public void onExit(CallbackChild child, Exit exit) {
            try {
              child.awaitExit(Duration.ofSeconds(30));
            } catch (IllegalStateException | InterruptedException e) {
              seen.add(e);
            }
            one.close();
            super.onExit(child, exit);
          }
        };
    long start = System.nanoTime();
    one.start(Command.of("true"), recorder);
    recorder.awaitEvent("exit code 0");

    assertThat(seen).hasSize(1).first().isInstanceOf(IllegalStateException.class);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Testing.LONG);
    assertThatThrownBy(() -> one.start(Command.of("true")))
        .isInstanceOf(IllegalStateException.class);
  }
}

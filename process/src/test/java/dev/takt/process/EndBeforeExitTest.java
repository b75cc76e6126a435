package dev.takt.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The end of an output comes before the exit, also if both are detected at the same time.
@Timeout(120)
class EndBeforeExitTest {

  private static final int CHILDREN = 300;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void exitIsTheLastCall(boolean plain) throws Exception {
    try (Launcher launcher = (plain ? Launcher.builder().plain() : Launcher.builder()).build()) {
      for (int i = 0; i < CHILDREN; i++) {
        List<String> calls = new CopyOnWriteArrayList<>();
        launcher
            .start(
                Command.of("true"),
                new ChildHandler() {
                  @Override
                  public void onStdout(CallbackChild child, ByteBuffer bytes, boolean ended) {
                    calls.add("out");
                  }

                  @Override
                  public void onStderr(CallbackChild child, ByteBuffer bytes, boolean ended) {
                    calls.add("err");
                  }

                  @Override
                  public void onExit(CallbackChild child, Exit exit) {
                    calls.add("exit");
                  }
                })
            .awaitExit();
        assertThat(calls).as("child %d", i).hasSize(3).endsWith("exit");
      }
    }
  }
}

package dev.takt.watch.hiccup;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.takt.watch.jvm.attach.JvmProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Loads the agent into a running JVM by the attach API, and explains failures for people.
final class AgentLoader {

  /// The timeout of an attach. A JVM that is stopped by a signal does not answer until it
  /// continues.
  private static final long TIMEOUT_SECONDS = 15;

  private AgentLoader() {}

  /// Loads the agent.
  ///
  /// @param options of the agent
  /// @throws IOException with a message for people
  static void load(long pid, Path jar, String options) throws IOException {
    if (pid == ProcessHandle.current().pid()) {
      throw new IOException("process " + pid + " is Takt itself");
    }
    String obstacle = JvmProcess.of(pid).obstacle();
    if (obstacle != null) {
      throw new IOException(obstacle);
    }
    FutureTask<Void> loading =
        new FutureTask<>(() -> {
          VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
          try {
            machine.loadAgent(jar.toString(), options);
          } finally {
            machine.detach();
          }
          return null;
        });
    Thread.ofPlatform().daemon().name("takt-attach-" + pid).start(loading);
    try {
      loading.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IOException(explain(pid, e.getCause() == null ? e : e.getCause()), e);
    } catch (TimeoutException e) {
      throw new IOException("process " + pid + " does not answer; is it stopped?", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while attaching to process " + pid, e);
    }
  }

  private static String explain(long pid, Throwable e) {
    String process = "process " + pid;
    return switch (e) {
      case AttachNotSupportedException _ ->
          "cannot attach to "
              + process
              + ": it is not a JVM, or runs with -XX:+DisableAttachMechanism";
      case AgentLoadException _ ->
          process
              + " does not load the agent (-XX:-EnableDynamicAgentLoading?), or cannot read it: "
              + e.getMessage();
      case AgentInitializationException _ -> process + " refused the agent: " + e.getMessage();
      case IOException _ ->
          "cannot attach to " + process + ", which must run as the same user: " + e.getMessage();
      default -> "cannot attach to " + process + ": " + e;
    };
  }
}

package dev.takt.watch.jvm.attach;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.takt.runs.text.EnglishText;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// Runs the diagnostic commands of another JVM through the attach API, as `jcmd` does.
///
/// The public API has no method for commands. So `sun.tools.attach.HotSpotVirtualMachine` is
/// called, which needs `--add-exports jdk.attach/sun.tools.attach=ALL-UNNAMED`.
final class AttachedCommands implements JvmCommands {

  private static final int OLDEST_VERSION = 17;
  private static final Duration TIMEOUT = Duration.ofSeconds(15);

  /// For a JVM that did not answer before. It runs the command anyway once it can go on.
  private static final Duration UNRESPONSIVE_TIMEOUT = Duration.ofSeconds(1);

  private final long pid;
  private final VirtualMachine machine;
  private final Method execute;
  private Duration timeout = TIMEOUT;

  private AttachedCommands(long pid, VirtualMachine machine, Method execute) {
    this.pid = pid;
    this.machine = machine;
    this.execute = execute;
  }

  static AttachedCommands attach(long pid) throws JvmException {
    String obstacle = JvmProcess.of(pid).obstacle();
    if (obstacle != null) {
      throw new JvmException(obstacle);
    }
    VirtualMachine machine = TimedCall.call(TIMEOUT, "process " + pid, () -> attached(pid));
    AttachedCommands commands = new AttachedCommands(pid, machine, execute(machine));
    int version = commands.version();
    if (version < OLDEST_VERSION) {
      commands.close();
      throw new JvmException(
          EnglishText.format(
              "process %d runs on JDK %d; Takt can watch JDK %d and later",
              pid, version, OLDEST_VERSION));
    }
    return commands;
  }

  private static VirtualMachine attached(long pid) throws JvmException {
    try {
      return VirtualMachine.attach(Long.toString(pid));
    } catch (AttachNotSupportedException | IOException e) {
      throw new JvmException(
          EnglishText.format(
                  "process %d cannot be attached to: %s (a JVM does not answer if it is frozen, in",
                  pid, e.getMessage())
              + " another container, or runs with -XX:+DisableAttachMechanism)",
          e);
    }
  }

  private static Method execute(VirtualMachine machine) throws JvmException {
    try {
      return Class.forName("sun.tools.attach.HotSpotVirtualMachine")
          .getMethod("executeJCmd", String.class);
    } catch (ReflectiveOperationException e) {
      throw new JvmException("this JDK cannot run commands in " + machine, e);
    }
  }

  @Override
  public String run(String command) throws JvmException {
    return run(command, Duration.ZERO);
  }

  @Override
  public String run(String command, Duration longer) throws JvmException {
    Duration limit = timeout.equals(UNRESPONSIVE_TIMEOUT) ? timeout : timeout.plus(longer);
    timeout = UNRESPONSIVE_TIMEOUT;
    String answer = TimedCall.call(limit, "process " + pid, () -> execute(command));
    timeout = TIMEOUT;
    return answer;
  }

  private String execute(String command) throws JvmException {
    try (InputStream answer = (InputStream) execute.invoke(machine, command)) {
      return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IllegalAccessException e) {
      throw new JvmException(
          "Takt's own JVM was started without --add-exports"
              + " jdk.attach/sun.tools.attach=ALL-UNNAMED",
          e);
    } catch (InvocationTargetException e) {
      throw refused(command, e.getCause() == null ? e : e.getCause());
    } catch (IOException e) {
      throw refused(command, e);
    }
  }

  private JvmException refused(String command, Throwable cause) {
    String what = JvmProcess.of(pid).isAlive() ? " refused " : " has ended before ";
    String why = cause.getMessage() == null ? "" : ": " + cause.getMessage();
    return new JvmException("process " + pid + what + command.split(" ", 2)[0] + why, cause);
  }

  @Override
  public void close() {
    try {
      machine.detach();
    } catch (IOException e) {
      // The process has ended: there is nothing to detach from.
    }
  }
}

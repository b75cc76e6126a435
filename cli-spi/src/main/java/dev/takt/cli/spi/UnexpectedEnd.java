package dev.takt.cli.spi;

import dev.takt.runs.text.MachineText;
import java.io.PrintStream;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Detects that code other than Takt ends the process. A user's workload runs in this process, and
/// so does every library that it brings: one `System.exit(0)` there would look like the successful
/// end of an unfinished command.
///
/// A command registers with [#unless] what to do in that case. Thread-safe.
public final class UnexpectedEnd {

  private static final Set<Runnable> UNFINISHED = ConcurrentHashMap.newKeySet();
  private static final String TAKT = "dev.takt.";

  private UnexpectedEnd() {}

  /// Watches until the process ends. After such an end the exit code is [ExitCode#FAILED], whatever
  /// status the caller passed.
  public static void watch(PrintStream err) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> look(err), "takt-end"));
  }

  /// @param putRight runs at such an end, unless the registration was closed before
  static CliContext.Interrupts.Registration unless(Runnable putRight) {
    UNFINISHED.add(putRight);
    return () -> UNFINISHED.remove(putRight);
  }

  private static void look(PrintStream err) {
    String culprit = culprit(Thread.getAllStackTraces().values());
    if (culprit == null) {
      return;
    }
    err.println(
        "takt: "
            + culprit
            + " called System.exit before the command was over: it ends here, as failed");
    err.flush();
    UNFINISHED.forEach(Runnable::run);
    err.flush();
    Runtime.getRuntime().halt(ExitCode.FAILED);
  }

  /// The code that ends the process; null if it is Takt itself, or a signal. A caller of
  /// `System.exit` waits there for the shutdown. Virtual threads are not visible, so a call from
  /// one is not found.
  static @Nullable String culprit(Collection<StackTraceElement[]> stacks) {
    boolean isKnown = false;
    for (StackTraceElement[] stack : stacks) {
      StackTraceElement caller = callerOfExit(stack);
      if (caller != null && !caller.getClassName().startsWith(TAKT)) {
        return MachineText.format(
            "%s.%s (%s:%d)",
            caller.getClassName(),
            caller.getMethodName(),
            caller.getFileName(),
            caller.getLineNumber());
      }
      isKnown |= caller != null || isSignal(stack);
    }
    return isKnown ? null : "something in this process";
  }

  private static @Nullable StackTraceElement callerOfExit(StackTraceElement[] stack) {
    for (int i = stack.length - 2; i >= 0; i--) {
      String name = stack[i].getClassName();
      boolean isExit = name.equals("java.lang.System") || name.equals("java.lang.Runtime");
      if (isExit && stack[i].getMethodName().equals("exit")) {
        return stack[i + 1];
      }
    }
    return null;
  }

  private static boolean isSignal(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (frame.getClassName().startsWith("java.lang.Terminator")) {
        return true;
      }
    }
    return false;
  }
}

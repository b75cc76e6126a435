package dev.takt.agent;

import java.io.IOException;
import java.lang.reflect.Field;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/// An application that executes commands from standard input, and exits with code 3.
final class App {

  private App() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    System.out.println("up");
    if (args.length > 0) {
      Thread.sleep(Long.parseLong(args[0]));
      System.out.println("bye");
      System.exit(3);
    }
    StringBuilder line = new StringBuilder();
    for (int next = System.in.read(); next >= 0; next = System.in.read()) {
      if (next == '\n') {
        obey(line.toString());
        line.setLength(0);
      } else {
        line.append((char) next);
      }
    }
  }

  private static boolean areLocksInstrumented() {
    try {
      Class<?> hooks = Class.forName("dev.takt.agent.locks.boot.LockHooks", true, null);
      Field on = hooks.getDeclaredField("on");
      on.setAccessible(true);
      return on.getBoolean(null);
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }

  private static void obey(String order) {
    if (order.equals("threads")) {
      System.out.println(
          Thread.getAllStackTraces().keySet().stream()
              .map(Thread::getName)
              .filter(each -> each.startsWith("takt"))
              .sorted()
              .collect(Collectors.joining(",")));
    } else if (order.equals("lock hooks")) {
      System.out.println(areLocksInstrumented() ? "on" : "off");
    } else if (order.equals("recordings")) {
      System.out.println(
          FlightRecorder.getFlightRecorder().getRecordings().stream()
              .filter(each -> each.getState() == RecordingState.RUNNING)
              .map(Recording::getName)
              .sorted()
              .collect(Collectors.joining(",")));
    } else if (order.equals("logs")) {
      System.out.println(
          Stream.of(LogOutputs.list().split("\n", -1))
              .filter(each -> each.contains(".log"))
              .map(each -> each.replaceAll(".*/([a-z-]+\\.log) .*", "$1"))
              .sorted()
              .collect(Collectors.joining(",")));
    } else {
      System.exit(3);
    }
  }
}

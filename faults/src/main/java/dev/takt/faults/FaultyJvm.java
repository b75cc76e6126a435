package dev.takt.faults;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// The main class of the JVM in which faults are injected. It reads commands from standard input,
/// answers each with lines of [Fault]s and [Pause]s and then `done`, and ends with its input.
final class FaultyJvm {

  static final String DONE = "done";
  static final String READY = "ready";

  /// Brackets an external fault: between `begin`, with the kind of fault, and `end`, gaps are
  /// recorded.
  static final String BEGIN = "begin";

  static final String END = "end";

  private final PauseDetector pauseDetector = PauseDetector.start();
  private final InternalFaults faults;

  private FaultyJvm(Path folder) {
    this.faults = new InternalFaults(pauseDetector, folder);
  }

  /// @param args the directory to write to
  public static void main(String[] args) throws Exception {
    FaultyJvm patient = new FaultyJvm(Path.of(args[0]));
    patient.faults.prepare();
    printLine(READY);
    patient.serve();
  }

  private void serve() throws Exception {
    try (BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = commands.readLine(); line != null; line = commands.readLine()) {
        execute(line.split(" "));
        printLine(DONE);
      }
    }
  }

  private void execute(String[] words) throws Exception {
    switch (words[0]) {
      case BEGIN -> pauseDetector.begin();
      case END -> print(new GroundTruth(List.of(), pauseDetector.end()));
      default -> print(faults.inject(FaultKind.valueOf(words[0]), Integer.parseInt(words[1])));
    }
  }

  private static void print(GroundTruth truth) {
    truth.faults().forEach(fault -> printLine(fault.line()));
    truth.pauses().forEach(gap -> printLine(gap.line()));
  }

  private static void printLine(String line) {
    System.out.println(line);
    System.out.flush();
  }
}

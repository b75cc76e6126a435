package dev.takt.watch.truth;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// The main class of the JVM in which faults are injected. It reads commands from standard input,
/// answers each with lines of [Fault]s and [Gap]s and then `done`, and ends with its input.
final class Patient {

  static final String DONE = "done";
  static final String READY = "ready";

  /// Brackets an external fault: between `begin`, with the kind of fault, and `end`, gaps are
  /// recorded.
  static final String BEGIN = "begin";

  static final String END = "end";

  private final Witness witness = Witness.start();
  private final InnerFaults inner;

  private Patient(Path folder) {
    this.inner = new InnerFaults(witness, folder);
  }

  /// @param args the directory to write to
  public static void main(String[] args) throws Exception {
    Patient patient = new Patient(Path.of(args[0]));
    patient.inner.prepare();
    say(READY);
    patient.serve();
  }

  private void serve() throws Exception {
    try (BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = commands.readLine(); line != null; line = commands.readLine()) {
        obey(line.split(" "));
        say(DONE);
      }
    }
  }

  private void obey(String[] words) throws Exception {
    switch (words[0]) {
      case BEGIN -> witness.begin();
      case END -> tell(new Truth(List.of(), witness.end()));
      default -> tell(inner.make(Ailment.valueOf(words[0]), Integer.parseInt(words[1])));
    }
  }

  private static void tell(Truth truth) {
    truth.faults().forEach(fault -> say(fault.line()));
    truth.gaps().forEach(gap -> say(gap.line()));
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}

package dev.takt.probes.profilers.program;

import java.nio.file.Path;
import java.util.List;

/// The main class of the program whose profile is known.
///
/// Arguments: the CPU time to burn for each workload in milliseconds, how to record (see
/// [Recorder#of]), a folder for the recordings, and the names of workloads. Each workload burns in
/// a thread of its own, and is recorded into a file of its name. Of each a line is printed, with
/// times in nanoseconds: `measured NAME CPU-OF-A CPU-OF-B OTHERS CALLS SAFEPOINTS STOPPED`, where
/// OTHERS is the CPU time of all other threads of the process, and STOPPED how long all threads
/// were stopped.
public final class KnownProgram {

  /// The name of the threads that burn.
  public static final String BURNER = "burner";

  private KnownProgram() {}

  /// Runs the program.
  public static void main(String[] args) throws Exception {
    long nanos = Long.parseLong(args[0]) * 1_000_000;
    Path folder = Path.of(args[2]).toAbsolutePath();
    for (String name : List.of(args).subList(3, args.length)) {
      inBurner(() -> new Burner(Workloads.named(name)).warmUp());
      Burner burner = new Burner(Workloads.named(name));
      Recorder recorder = Recorder.of(args[1], folder.resolve(name));
      recorder.start();
      Safepoints before = Safepoints.now();
      inBurner(() -> burner.burn(nanos));
      Safepoints during = Safepoints.now().since(before);
      recorder.stop();
      System.out.println("measured " + name + " " + burner + " " + during);
    }
  }

  private static void inBurner(Runnable work) throws InterruptedException {
    Thread burner = new Thread(work, BURNER);
    burner.start();
    burner.join();
  }
}

package dev.takt.cli;

import java.util.ArrayList;
import java.util.List;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/// Ctrl-C, SIGTERM and a terminal that was closed.
///
/// A shutdown hook cannot do this: once the JVM shuts down, all hooks run at the same time, so
/// those of a driver would end its target while the run is still being finished, and a second
/// Ctrl-C is not heard any more. The supported API has no other way to hear of a signal;
/// `sun.misc.Signal` is in module jdk.unsupported, which is kept for just such needs.
final class ProcessSignals implements Surroundings.Interrupts {

  private static final List<String> NAMES = List.of("INT", "TERM", "HUP");

  @Override
  public Registration onInterrupt(Runnable action) {
    List<Runnable> restore = new ArrayList<>();
    for (String name : NAMES) {
      handle(name, action, restore);
    }
    return () -> restore.forEach(Runnable::run);
  }

  /// A signal that is ignored stays so: `nohup` and background jobs mean it.
  private static void handle(String name, Runnable action, List<Runnable> restore) {
    try {
      Signal signal = new Signal(name);
      SignalHandler before = Signal.handle(signal, _ -> action.run());
      if (before == SignalHandler.SIG_IGN) {
        Signal.handle(signal, before);
      } else {
        restore.add(() -> Signal.handle(signal, before));
      }
    } catch (IllegalArgumentException _) {
      // This system has no such signal, or -Xrs keeps it from the JVM: it then does what it always
      // does.
    }
  }
}

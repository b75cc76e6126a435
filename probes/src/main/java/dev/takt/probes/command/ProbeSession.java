package dev.takt.probes.command;

import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.CommandGroup.Action;
import dev.takt.cli.spi.ExitCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.ParseResult;

/// Runs one probe with its files, Ctrl-C handling and error messages.
///
/// The first signal ends the probe early, and the probe reports its results so far. The second
/// signal ends the process.
final class ProbeSession {

  /// A probe of the command line.
  ///
  /// @param <S> the values of its flags
  interface Probe<S> {
    /// Parses the flags. Errors in them are reported before anything is done.
    S settings(ParseResult parsed);

    /// Measures, and reports the result.
    void run(S settings, Session session) throws IOException, InterruptedException;
  }

  /// What a probe uses while it runs.
  ///
  /// @param output receives its values and its result
  /// @param stopping makes a signal end the probe early
  record Session(ProbeOutput output, Stopping stopping) {}

  /// Makes a signal end something early.
  interface Stopping {
    /// From now on, a signal runs this action. Runs it at once if there was a signal already.
    void by(Runnable stop);
  }

  private ProbeSession() {}

  /// The action of a probe's command.
  static <S> Action of(Probe<S> probe) {
    return (context, parsed) -> {
      S settings = probe.settings(parsed);
      try {
        return run(probe, settings, context, parsed);
      } catch (FileAlreadyExistsException e) {
        return failed(context, e.getFile() + ": " + e.getReason());
      } catch (IOException e) {
        return failed(context, String.valueOf(e.getMessage()));
      } catch (UncheckedIOException e) {
        return failed(
            context, String.valueOf(Objects.requireNonNullElse(e.getCause(), e).getMessage()));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return ExitCode.INTERRUPTED;
      }
    };
  }

  private static int failed(CliContext context, String message) {
    context.message(message);
    return ExitCode.FAILED;
  }

  private static <S> int run(Probe<S> probe, S settings, CliContext context, ParseResult parsed)
      throws IOException, InterruptedException {
    Interrupt interrupt = new Interrupt();
    try (ProbeOutput output = new ProbeOutput(context, parsed);
        var _ = context.interrupts().onInterrupt(interrupt)) {
      probe.run(settings, new Session(output, interrupt::arm));
    }
    if (interrupt.happened.get()) {
      context.message("interrupted: the figures are those until then");
      return ExitCode.INTERRUPTED;
    }
    return ExitCode.OK;
  }

  private static final class Interrupt implements Runnable {
    private final AtomicBoolean happened = new AtomicBoolean();
    private volatile Runnable stop = () -> {};

    void arm(Runnable what) {
      stop = what;
      if (happened.get()) {
        what.run();
      }
    }

    @Override
    public void run() {
      if (!happened.compareAndSet(false, true)) {
        Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
      }
      stop.run();
    }
  }
}

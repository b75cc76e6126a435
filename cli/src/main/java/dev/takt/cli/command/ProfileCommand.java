package dev.takt.cli.command;

import dev.takt.cli.flags.ProfileFlags;
import dev.takt.cli.render.profile.AllocationProfileText;
import dev.takt.cli.render.profile.ProfileJson;
import dev.takt.cli.render.profile.ProfileTable;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.cli.spi.NewFile;
import dev.takt.explain.profile.AllocationProfile;
import dev.takt.explain.profile.BiasedFrame;
import dev.takt.explain.profile.CallTree;
import dev.takt.explain.profile.CollapsedStacks;
import dev.takt.explain.profile.IntrinsicCalls;
import dev.takt.explain.profile.Profile;
import dev.takt.explain.profile.RunProfile;
import dev.takt.explain.profile.TargetClassPath;
import dev.takt.report.flame.FlameGraph;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Side;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// `takt profile`: the CPU profile of a run, or where it allocates, the slow moments compared to
/// the rest.
public final class ProfileCommand {

  private static final CollapsedStacks MICROS = new CollapsedStacks(1_000);
  private static final CollapsedStacks BYTES = new CollapsedStacks(1);

  private final CliContext context;
  private final ProfileFlags flags;

  public ProfileCommand(CliContext context, ProfileFlags flags) {
    this.context = context;
    this.flags = flags;
  }

  public int run() {
    try {
      RunDirectory directory = RunDirectory.open(flags.run());
      if (flags.alloc()) {
        allocations(directory);
        return ExitCode.OK;
      }
      Profile profile = RunProfile.read(directory, flags.slowerThanNanos(), isWanted());
      List<Path> files =
          write(
              directory,
              "profile",
              MICROS,
              profile.tree(),
              (subject, out) -> FlameGraph.write(profile, subject, out));
      TargetClassPath.Found classPath = classPath(directory);
      List<String> intrinsics = intrinsics(profile, classPath.files());
      context
          .out()
          .print(
              flags.json()
                  ? ProfileJson.of(profile, intrinsics, files)
                  : ProfileTable.render(profile, text(intrinsics, classPath), files));
      return ExitCode.OK;
    } catch (IOException e) {
      context.message(e.getMessage());
      return ExitCode.FAILED;
    }
  }

  /// The intrinsics that the frame with most biased samples may have called. If it is a method of
  /// an interface, only its caller shows on which class.
  private List<String> intrinsics(Profile profile, List<Path> classPath) {
    IntrinsicCalls calls = new IntrinsicCalls(classPath);
    String frame = BiasedFrame.of(profile.tree()).orElse("");
    List<String> own = calls.of(frame);
    return own.isEmpty()
        ? BiasedFrame.callerOf(frame, profile.tree()).map(calls::of).orElse(List.of())
        : own;
  }

  /// As given; otherwise what the target itself recorded.
  private TargetClassPath.Found classPath(RunDirectory directory) {
    return flags.classPath().isEmpty()
        ? TargetClassPath.of(directory.recording(Side.TARGET), context.directory())
        : new TargetClassPath.Found(flags.classPath(), false);
  }

  /// The intrinsics; without any, what to do if not all of the class path was searched.
  static String text(List<String> names, TargetClassPath.Found classPath) {
    if (names.isEmpty()) {
      return classPath.files().isEmpty() || classPath.isElsewhere()
          ? "--class-path names the intrinsics that it calls"
          : "no intrinsic was found in what it calls";
    }
    return "likely in " + String.join(", ", names);
  }

  private Predicate<String> isWanted() {
    Pattern thread = flags.thread();
    return thread == null ? _ -> true : name -> thread.matcher(name).find();
  }

  private void allocations(RunDirectory directory) throws IOException {
    AllocationProfile profile =
        RunProfile.readAllocations(directory, flags.slowerThanNanos(), isWanted());
    List<Path> files =
        write(
            directory,
            "alloc",
            BYTES,
            profile.tree(),
            (subject, out) -> FlameGraph.write(profile, subject, out));
    context
        .out()
        .print(
            flags.json()
                ? AllocationProfileText.json(profile, files)
                : AllocationProfileText.table(profile, files));
  }

  /// Writes a flame graph.
  private interface Graph {
    void write(String subject, Appendable out) throws IOException;
  }

  /// Files in the run's own directory were derived from the run, and are overwritten.
  private List<Path> write(
      RunDirectory directory, String name, CollapsedStacks stacks, CallTree tree, Graph graph)
      throws IOException {
    Path out = flags.out();
    Path folder = out == null ? directory.path() : out;
    boolean force = out == null || flags.force();
    String subject = String.valueOf(directory.path().toAbsolutePath().normalize().getFileName());
    return List.of(
        write(folder.resolve(name + ".html"), force, text -> graph.write(subject, text)),
        write(folder.resolve(name + ".collapsed"), force, text -> stacks.write(tree, text)),
        write(
            folder.resolve(name + "-diff.collapsed"),
            force,
            text -> stacks.writeDifference(tree, text)));
  }

  /// Writes text.
  private interface Text {
    void write(Appendable out) throws IOException;
  }

  private static Path write(Path path, boolean force, Text text) throws IOException {
    try (NewFile file = NewFile.create(path, force);
        Writer out = new OutputStreamWriter(file.withoutClosing(), StandardCharsets.UTF_8)) {
      text.write(out);
      out.flush();
      file.commit();
      return path;
    } catch (FileSystemException e) {
      String reason = e.getReason() == null ? "it cannot be written" : e.getReason();
      throw new IOException(path + ": " + reason, e);
    }
  }
}

package dev.takt.cli.command;

import dev.takt.cli.flags.ProfileFlags;
import dev.takt.cli.render.run.ProfileJson;
import dev.takt.cli.render.run.ProfileTable;
import dev.takt.cli.spi.CliContext;
import dev.takt.cli.spi.ExitCode;
import dev.takt.cli.spi.NewFile;
import dev.takt.explain.profile.BiasedFrame;
import dev.takt.explain.profile.CollapsedStacks;
import dev.takt.explain.profile.IntrinsicCalls;
import dev.takt.explain.profile.Profile;
import dev.takt.explain.profile.RunProfile;
import dev.takt.report.flame.FlameGraph;
import dev.takt.runs.RunDirectory;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// `takt profile`: the CPU profile of a run, the slow moments compared to the rest.
public final class ProfileCommand {

  private static final String HTML = "profile.html";
  private static final String COLLAPSED = "profile.collapsed";
  private static final String DIFFERENCE = "profile-diff.collapsed";

  private final CliContext context;
  private final ProfileFlags flags;

  public ProfileCommand(CliContext context, ProfileFlags flags) {
    this.context = context;
    this.flags = flags;
  }

  public int run() {
    try {
      RunDirectory directory = RunDirectory.open(flags.run());
      Profile profile = RunProfile.read(directory, flags.slowerThanNanos(), isWanted());
      List<Path> files = write(profile, directory);
      context
          .out()
          .print(
              flags.json()
                  ? ProfileJson.of(profile, files)
                  : ProfileTable.render(profile, intrinsics(profile), files));
      return ExitCode.OK;
    } catch (IOException e) {
      context.message(e.getMessage());
      return ExitCode.FAILED;
    }
  }

  /// The intrinsics that the frame with most biased samples may have called, for people.
  private String intrinsics(Profile profile) {
    List<String> names =
        BiasedFrame.of(profile.tree())
            .map(frame -> new IntrinsicCalls(flags.classPath()).of(frame))
            .orElse(List.of());
    if (names.isEmpty()) {
      return flags.classPath().isEmpty()
          ? "--class-path names the intrinsics that it calls"
          : "no intrinsic was found in what it calls";
    }
    return "likely in " + String.join(", ", names);
  }

  private Predicate<String> isWanted() {
    Pattern thread = flags.thread();
    return thread == null ? _ -> true : name -> thread.matcher(name).find();
  }

  /// Files in the run's own directory were derived from the run, and are overwritten.
  private List<Path> write(Profile profile, RunDirectory directory) throws IOException {
    Path out = flags.out();
    Path folder = out == null ? directory.path() : out;
    boolean force = out == null || flags.force();
    String subject = String.valueOf(directory.path().toAbsolutePath().normalize().getFileName());
    List<Path> files = new ArrayList<>();
    files.add(write(folder.resolve(HTML), force, text -> FlameGraph.write(profile, subject, text)));
    files.add(
        write(
            folder.resolve(COLLAPSED), force, text -> CollapsedStacks.write(profile.tree(), text)));
    files.add(
        write(
            folder.resolve(DIFFERENCE),
            force,
            text -> CollapsedStacks.writeDifference(profile.tree(), text)));
    return files;
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

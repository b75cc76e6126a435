package dev.takt.cli.usage;

import dev.takt.load.driver.MaskedTarget;
import dev.takt.record.text.FileNames;
import dev.takt.report.text.TagText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The bytes of the command's arguments. The JVM decodes them in its locale, and replaces bytes
/// that are not valid there with U+FFFD. Takt sends and writes text as UTF-8. An argument that is
/// not UTF-8, or was not decoded as UTF-8, would become other bytes, so it is refused.
public final class ArgumentBytes {

  private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");
  private static final String ADVICE = "start takt with its launcher, or with LC_ALL=C.UTF-8";
  private static final char REPLACEMENT = '\uFFFD';

  private ArgumentBytes() {}

  /// The error for the first argument that would be changed; null if none would be.
  public static @Nullable String problem(List<String> arguments) {
    if (arguments.stream().allMatch(ArgumentBytes::isAscii)) {
      return null;
    }
    return problem(arguments, words());
  }

  /// @param words the command line of this process, which ends with the arguments; empty if it is
  ///   not known
  static @Nullable String problem(List<String> arguments, List<byte[]> words) {
    int before = words.size() - arguments.size();
    boolean isKnown = before >= 0 && isEnd(arguments, words, before);
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (!isKnown) {
        if (argument.indexOf(REPLACEMENT) >= 0) {
          return place(arguments, i, argument) + " is not text in this locale; " + ADVICE;
        }
      } else {
        byte[] bytes = words.get(before + i);
        String text = FileNames.text(bytes);
        if (!Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes)) {
          return place(arguments, i, text) + " is not UTF-8" + pattern(arguments, i, text);
        }
        if (!text.equals(argument)) {
          return place(arguments, i, text) + " cannot be read in this locale; " + ADVICE;
        }
      }
    }
    return null;
  }

  /// A hint for a pattern, which the shell expands to file names: `takt log` can expand it itself.
  private static String pattern(List<String> arguments, int index, String text) {
    int dot = text.lastIndexOf('.');
    boolean isFile =
        arguments.getFirst().equals("log") && dot > 0 && !arguments.get(index - 1).startsWith("-");
    return isFile
        ? "; quote the pattern ('*" + text.substring(dot) + "'), then Takt finds the file itself"
        : "";
  }

  /// Whether the command line ends with the arguments. A program that calls the command has other
  /// words.
  private static boolean isEnd(List<String> arguments, List<byte[]> words, int before) {
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (isAscii(argument)
          && !Arrays.equals(argument.getBytes(StandardCharsets.US_ASCII), words.get(before + i))) {
        return false;
      }
    }
    return true;
  }

  private static String place(List<String> arguments, int index, String text) {
    String flag =
        index > 0 && arguments.get(index - 1).startsWith("-") ? arguments.get(index - 1) : "";
    return (flag.isEmpty() ? "argument " + (index + 1) : "the value of " + flag)
        + ", '"
        + TagText.escape(MaskedTarget.ofUnknown(text))
        + "',";
  }

  private static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c < 0x80);
  }

  private static List<byte[]> words() {
    try {
      List<byte[]> words = new ArrayList<>();
      byte[] all = Files.readAllBytes(COMMAND_LINE);
      int from = 0;
      for (int i = 0; i < all.length; i++) {
        if (all[i] == 0) {
          words.add(Arrays.copyOfRange(all, from, i));
          from = i + 1;
        }
      }
      return words;
    } catch (IOException e) {
      return List.of(); // no /proc
    }
  }
}

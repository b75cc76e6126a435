import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Replaces each link of a package's documents to a file that the package does not have by the
/// link's text: a package has the documents of users, without those of developers.
final class LocalLinks {

  private static final Pattern LINK =
      Pattern.compile("\\[([^\\[\\]]*)\\]\\(([^()\\s#]+)(#[^()\\s]*)?\\)");
  private static final Pattern ABSOLUTE = Pattern.compile("[a-z][a-z0-9+.-]+:.*");

  private LocalLinks() {}

  /// @param args the folder of the documents
  public static void main(String[] args) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(args[0]))) {
      for (Path each : files.filter(file -> file.toString().endsWith(".md")).toList()) {
        String text = Files.readString(each);
        Files.writeString(
            each,
            LINK.matcher(text)
                .replaceAll(link -> Matcher.quoteReplacement(replacement(each, link))));
      }
    }
  }

  private static String replacement(Path document, MatchResult link) {
    String target = link.group(2);
    boolean isKept =
        ABSOLUTE.matcher(target).matches() || Files.exists(document.resolveSibling(target));
    return isKept ? link.group() : link.group(1);
  }
}

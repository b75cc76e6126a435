package dev.takt.fleet.kubernetes;

import dev.takt.runs.text.MachineText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The manifests of a fleet: what `kubectl apply -f -` reads. They are the templates of the Helm
/// chart in `deploy/helm/takt`, filled in as Helm does.
///
/// The coordinator is a Job of one pod, which agents find by a headless Service and reach through a
/// NetworkPolicy. The agents are an Indexed Job: a lost machine is not replaced, because its share
/// of the run is lost, and the others go on. The key comes from a Secret that the user makes.
public final class Manifests {

  /// `kubectl apply` keeps a copy of each object, as JSON, in an annotation of at most 256 KiB.
  static final int MAX_APPLIED_LENGTH = 1 << 17;

  /// In the order of the documents.
  private static final List<String> TEMPLATES =
      List.of(
          "configmap",
          "service",
          "networkpolicy",
          "persistentvolumeclaim",
          "coordinator",
          "agents");

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{ (.+?) }}");

  private static final String NAMESPACE_LINE = "  namespace: \"{{ .Release.Namespace }}\"\n";

  private Manifests() {}

  /// All documents, as one text.
  public static String of(Settings settings) {
    Map<String, String> values = values(settings);
    return TEMPLATES.stream()
        .map(each -> fill(template(each, settings.namespace()), values))
        .collect(Collectors.joining("---\n", head(settings), ""));
  }

  private static String head(Settings settings) {
    String key =
        MachineText.format(
            "# Needs the fleet's key: kubectl create secret generic %s --from-file=fleet.p12%s\n",
            settings.keySecret(),
            settings.namespace() == null ? "" : " --namespace " + settings.namespace());
    String serverSide = "# The plan is long: use kubectl apply --server-side.\n";
    return key + (settings.plan().length() > MAX_APPLIED_LENGTH ? serverSide : "");
  }

  private static Map<String, String> values(Settings settings) {
    return Map.of(
        ".Release.Name",
        settings.name(),
        ".Release.Namespace",
        Objects.requireNonNullElse(settings.namespace(), ""),
        ".Values.plan | toJson",
        YamlText.value(settings.plan(), 2),
        ".Values.machines",
        Integer.toString(settings.machines()),
        ".Values.image",
        settings.image(),
        ".Values.keySecret",
        settings.keySecret(),
        ".Values.cpu",
        settings.resources().cpu(),
        ".Values.memory",
        settings.resources().memory(),
        ".Values.storage",
        settings.resources().storage());
  }

  /// A template of the chart.
  ///
  /// @param namespace null to leave it to `kubectl`
  private static String template(String name, @Nullable String namespace) {
    try (InputStream in =
        Objects.requireNonNull(
            Manifests.class.getResourceAsStream("templates/" + name + ".yaml"), name)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return namespace == null ? text.replace(NAMESPACE_LINE, "") : text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String fill(String template, Map<String, String> values) {
    return PLACEHOLDER
        .matcher(template)
        .replaceAll(each ->
            Matcher.quoteReplacement(
                Objects.requireNonNull(values.get(each.group(1)), each.group())));
  }
}

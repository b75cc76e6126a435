package dev.takt.fleet.kubernetes;

import dev.takt.load.share.FleetSettings;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.MachineText;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What the manifests of a fleet depend on.
///
/// @param plan the text of the plan
/// @param machines the number of agents
/// @param image the image of Takt, whose `PATH` has `takt`
/// @param name the begin of the names of all objects, and the label `app.kubernetes.io/instance`
/// @param namespace null for the one that `kubectl` uses
/// @param keySecret the name of the secret with the fleet's key, `fleet.p12`
/// @param resources what each pod gets
public record Settings(
    String plan,
    int machines,
    String image,
    String name,
    @Nullable String namespace,
    String keySecret,
    Resources resources) {

  /// The default of `name`.
  public static final String DEFAULT_NAME = "takt";

  /// The default of `keySecret`.
  public static final String DEFAULT_KEY_SECRET = "takt-fleet";

  /// The most bytes that the API server takes as the content of a ConfigMap.
  static final int MAX_PLAN_BYTES = 1 << 20;

  /// So long that the names of pods, which end in `-agents-999-xxxxx`, are valid.
  private static final int MAX_NAME = 40;

  private static final int MAX_LABEL = 63;
  private static final int MAX_SECRET_NAME = 253;
  private static final Pattern SERVICE_NAME = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");
  private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
  static final Pattern SUBDOMAIN =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
  static final Pattern IMAGE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._:/@-]*");

  /// @throws IllegalArgumentException with a message for people, if Kubernetes would refuse one
  public Settings {
    if (plan.isBlank()) {
      throw new IllegalArgumentException("the plan is empty");
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(plan)) {
      throw new IllegalArgumentException("the plan is not valid Unicode text");
    }
    int bytes = plan.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_PLAN_BYTES) {
      throw new IllegalArgumentException(
          EnglishText.format(
              "the plan has %,d bytes; a ConfigMap of Kubernetes holds at most %,d",
              bytes, MAX_PLAN_BYTES));
    }
    if (machines < 1 || machines > FleetSettings.MAX_MACHINES) {
      throw new IllegalArgumentException(
          EnglishText.format(
              "%d machines; possible are 1 to %,d", machines, FleetSettings.MAX_MACHINES));
    }
    check("image", image, IMAGE, Integer.MAX_VALUE);
    check("name", name, SERVICE_NAME, MAX_NAME);
    check("secret", keySecret, SUBDOMAIN, MAX_SECRET_NAME);
    if (namespace != null) {
      check("namespace", namespace, LABEL, MAX_LABEL);
    }
  }

  /// Settings with the defaults for all that is not given.
  public static Settings of(String plan, int machines, String image) {
    return new Settings(
        plan, machines, image, DEFAULT_NAME, null, DEFAULT_KEY_SECRET, Resources.DEFAULT);
  }

  private static void check(String what, String value, Pattern pattern, int maxLength) {
    if (!pattern.matcher(value).matches()) {
      throw new IllegalArgumentException(
          MachineText.format("'%s' is not a valid %s for Kubernetes", value, what));
    }
    if (value.length() > maxLength) {
      throw new IllegalArgumentException(
          "the " + what + " '" + value + "' is longer than " + maxLength + " characters");
    }
  }
}

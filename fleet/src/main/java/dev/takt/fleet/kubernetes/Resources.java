package dev.takt.fleet.kubernetes;

import dev.takt.runs.text.MachineText;
import java.util.regex.Pattern;

/// What each pod requests and is limited to, as quantities of Kubernetes.
///
/// @param cpu such as `2` or `500m`. Whole processors can be exclusive: see the kubelet's policy
///   `static`.
/// @param memory such as `2Gi`
/// @param storage of the coordinator's volume for results, such as `20Gi`
public record Resources(String cpu, String memory, String storage) {

  static final Pattern QUANTITY =
      Pattern.compile("(?=.*[1-9])[0-9]{1,15}(\\.[0-9]{1,3})?(m|k|[MGTPE]|[KMGTPE]i)?");

  /// Two processors, 2 GiB of memory, 20 GiB of storage.
  public static final Resources DEFAULT = new Resources("2", "2Gi", "20Gi");

  /// @throws IllegalArgumentException with a message for people, if one is not a quantity
  public Resources {
    check("cpu", cpu);
    check("memory", memory);
    check("storage", storage);
  }

  private static void check(String what, String value) {
    if (!QUANTITY.matcher(value).matches()) {
      throw new IllegalArgumentException(
          MachineText.format(
              "'%s' is not a quantity of Kubernetes for %s, such as 500m or 2Gi", value, what));
    }
  }
}

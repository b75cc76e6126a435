package dev.takt.fleet.kubernetes;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// Reads manifests with the classes that fabric8 generates from the schema of Kubernetes.
final class ModelCheck {

  private static final Map<String, Class<? extends HasMetadata>> KINDS =
      Map.of(
          "v1/ConfigMap", ConfigMap.class,
          "v1/Service", Service.class,
          "v1/PersistentVolumeClaim", PersistentVolumeClaim.class,
          "networking.k8s.io/v1/NetworkPolicy", NetworkPolicy.class,
          "batch/v1/Job", Job.class);

  private static final YAMLMapper MAPPER = new YAMLMapper();

  private ModelCheck() {}

  /// All objects in the text.
  static List<HasMetadata> read(String text) {
    List<HasMetadata> objects = new ArrayList<>();
    try (MappingIterator<JsonNode> documents = MAPPER.readerFor(JsonNode.class).readValues(text)) {
      while (documents.hasNext()) {
        JsonNode document = documents.next();
        String kind = document.get("apiVersion").asString() + "/" + document.get("kind").asString();
        objects.add(MAPPER.treeToValue(document, KINDS.get(kind)));
      }
    }
    return objects;
  }

  /// The keys that the schema does not have.
  static List<String> unknownKeys(Collection<? extends HasMetadata> objects) {
    List<String> found = new ArrayList<>();
    objects.forEach(o -> find(o, o.getKind(), found));
    return found;
  }

  private static void find(@Nullable Object value, String path, List<String> found) {
    if (value instanceof Collection<?> list) {
      list.forEach(each -> find(each, path, found));
    } else if (value != null && value.getClass().getName().startsWith("io.fabric8.")) {
      for (Method method : value.getClass().getMethods()) {
        if (method.getName().startsWith("get") && method.getParameterCount() == 0) {
          Object part = get(value, method);
          String name = path + "." + method.getName().substring(3);
          if (part instanceof Map<?, ?> more
              && method.getName().equals("getAdditionalProperties")) {
            more.keySet().forEach(key -> found.add(path + "." + key));
          } else {
            find(part, name, found);
          }
        }
      }
    }
  }

  private static @Nullable Object get(Object value, Method method) {
    try {
      return method.invoke(value);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(method.toString(), e);
    }
  }
}

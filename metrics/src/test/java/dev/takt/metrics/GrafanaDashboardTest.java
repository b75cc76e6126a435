package dev.takt.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Checks the dashboard against what the endpoint exposes.
class GrafanaDashboardTest {

  private static final Path DASHBOARD = Path.of("..", "examples", "grafana.json");

  /// Added by Prometheus to each series that it scrapes.
  private static final Set<String> TARGET_LABELS = Set.of("instance", "job");

  /// A word that is not in a string: a name, a function or a keyword.
  private static final Pattern WORD = Pattern.compile("(?<![\\w$])[a-zA-Z_]\\w*");

  private static final Pattern METRIC = Pattern.compile("takt_\\w+");
  private static final Pattern SELECTOR = Pattern.compile("(takt_\\w+)(?:\\{([^}]*)\\})?");
  private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*(=~|!~|!=|=)\\s*\"([^\"]*)\"");
  private static final Pattern GROUPING = Pattern.compile("\\b(?:by|without|on)\\s*\\(([^)]*)\\)");
  private static final Pattern LABEL_VALUES =
      Pattern.compile("label_values\\((.+),\\s*(\\w+)\\s*\\)");
  private static final Pattern LEGEND_LABEL = Pattern.compile("\\{\\{\\s*(\\w+)\\s*\\}\\}");

  private static final Set<String> FUNCTIONS =
      Set.of("histogram_quantile", "sum", "rate", "by", "label_values");

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{?(\\w+)");
  private static final Pattern QUANTILE = Pattern.compile("histogram_quantile\\(([\\d.]+),");
  private static final Pattern PERCENTILE = Pattern.compile("\\bp([\\d.]+)");
  private static final Pattern MEASURE = Pattern.compile("response|service|wait|lateness");

  /// Counters and buckets, with what stands before them.
  private static final Pattern INCREASING =
      Pattern.compile("(rate\\()?\\btakt_\\w+(?:_total|_bucket)\\b");

  /// @param legend its legend, and the title of its panel
  private record Query(String text, String legend) {}

  /// The values of each label, by the name of the metric.
  private static Map<String, Map<String, Set<String>>> exposed() {
    LiveMetrics metrics = new LiveMetrics(Recorded.FACTS);
    Recorded.completed(metrics, "read", 1_000_000);
    Recorded.tick(metrics, true, true);
    Map<String, Map<String, Set<String>>> exposed = new TreeMap<>();
    new TextReader(TextFormat.prometheus(MetricFamilies.of(metrics.newest())))
        .samples.forEach(sample -> {
          var labels = exposed.computeIfAbsent(sample.name(), _ -> new TreeMap<>());
          sample
              .labels()
              .forEach(
                  (label, value) -> labels.computeIfAbsent(label, _ -> new TreeSet<>()).add(value));
        });
    return exposed;
  }

  private static List<Query> queries() throws IOException {
    JsonNode dashboard = new JsonMapper().readTree(Files.readString(DASHBOARD));
    List<Query> queries = new ArrayList<>();
    for (JsonNode panel : dashboard.get("panels")) {
      if (panel.has("targets")) {
        for (JsonNode target : panel.get("targets")) {
          String legend = target.get("legendFormat").asString();
          queries.add(
              new Query(
                  target.get("expr").asString(), legend + ", " + panel.get("title").asString()));
        }
      }
    }
    for (JsonNode variable : dashboard.get("templating").get("list")) {
      if (variable.get("type").asString().equals("query")) {
        queries.add(new Query(variable.get("query").get("query").asString(), ""));
      }
    }
    return queries;
  }

  @Test
  void eachMetricIsExposed() throws IOException {
    Set<String> used = new TreeSet<>();
    for (Query each : queries()) {
      List<String> metrics = METRIC.matcher(each.text).results().map(m -> m.group()).toList();
      assertThat(metrics).as(each.text).isNotEmpty();
      used.addAll(metrics);
    }

    assertThat(exposed().keySet()).containsAll(used);
    assertThat(used).hasSizeGreaterThan(15);
  }

  @Test
  void eachLabelAndEachValueOfALabelIsExposed() throws IOException {
    Map<String, Map<String, Set<String>>> exposed = exposed();
    for (Query each : queries()) {
      Set<String> known = new HashSet<>(TARGET_LABELS);
      Matcher selector = SELECTOR.matcher(each.text);
      while (selector.find()) {
        Map<String, Set<String>> labels = exposed.getOrDefault(selector.group(1), Map.of());
        known.addAll(labels.keySet());
        String inner = selector.group(2) == null ? "" : selector.group(2);
        Matcher matcher = MATCHER.matcher(inner);
        while (matcher.find()) {
          String label = matcher.group(1);
          assertThat(labels.containsKey(label) || TARGET_LABELS.contains(label))
              .as(label + " in " + each.text)
              .isTrue();
          if (!matcher.group(3).startsWith("$")) {
            assertThat(labels.get(label)).as(each.text).contains(matcher.group(3));
          }
        }
      }
      assertThat(known).as(each.text + " " + each.legend).containsAll(otherLabels(each));
    }
  }

  /// The labels by which a query groups, lists or names series.
  private static List<String> otherLabels(Query query) {
    List<String> labels = new ArrayList<>();
    GROUPING
        .matcher(query.text)
        .results()
        .flatMap(each -> Stream.of(each.group(1).split("\\s*,\\s*")))
        .forEach(labels::add);
    LABEL_VALUES.matcher(query.text).results().map(each -> each.group(2)).forEach(labels::add);
    LEGEND_LABEL.matcher(query.legend).results().map(each -> each.group(1)).forEach(labels::add);
    return labels;
  }

  /// So that the other tests see all names and labels.
  @Test
  void queriesHaveNoOtherWords() throws IOException {
    Map<String, Map<String, Set<String>>> exposed = exposed();
    Set<String> known = new HashSet<>(FUNCTIONS);
    known.addAll(TARGET_LABELS);
    known.addAll(exposed.keySet());
    exposed.values().forEach(each -> known.addAll(each.keySet()));
    for (Query each : queries()) {
      String text = each.text.replaceAll("\"[^\"]*\"", "").replaceAll("\\[[^\\]]*\\]", "");

      assertThat(WORD.matcher(text).results().map(m -> m.group())).as(each.text).isSubsetOf(known);
    }
  }

  /// A percentile is the one that the legend or the title promises, of the measure that they name.
  @Test
  void eachQuantileIsThatOfItsLegend() throws IOException {
    int quantiles = 0;
    for (Query each : queries()) {
      Matcher quantile = QUANTILE.matcher(each.text);
      if (quantile.find()) {
        quantiles++;
        Matcher percentile = PERCENTILE.matcher(each.legend);
        Matcher measure = MEASURE.matcher(each.legend.toLowerCase(Locale.ROOT));
        assertThat(percentile.find() && measure.find()).as(each.legend).isTrue();
        assertThat(new BigDecimal(quantile.group(1)).movePointRight(2))
            .as(each.legend)
            .isEqualByComparingTo(percentile.group(1));
        assertThat(each.text).as(each.legend).contains("(takt_" + measure.group() + "_seconds_");
      }
    }
    assertThat(quantiles).isGreaterThan(8);
  }

  @Test
  void whatOnlyIncreasesIsShownAsARate() throws IOException {
    for (Query each : queries()) {
      assertThat(INCREASING.matcher(each.text).results())
          .as(each.text)
          .allMatch(m -> m.group(1) != null || each.text.startsWith("label_values("));
    }
  }

  @Test
  void eachVariableIsDefined() throws IOException {
    String dashboard = Files.readString(DASHBOARD);
    Set<String> known = new HashSet<>(Set.of("__rate_interval", "__all"));
    for (JsonNode each : new JsonMapper().readTree(dashboard).get("templating").get("list")) {
      known.add(each.get("name").asString());
    }

    assertThat(VARIABLE.matcher(dashboard).results().map(each -> each.group(1)))
        .contains("instance", "operation", "datasource")
        .isSubsetOf(known);
  }
}

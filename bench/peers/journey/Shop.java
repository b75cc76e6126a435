import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.details;
import static io.gatling.javaapi.core.CoreDsl.jsonPath;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.Assertion;
import io.gatling.javaapi.core.ScenarioBuilder;
import io.gatling.javaapi.core.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/// The journey of `bench/journeys` for Gatling. Its assertions fail on purpose: they print the percentiles of each step,
/// which stand nowhere else in a form that programs can read.
public final class Shop extends Simulation {

  private static final Duration FROM = Duration.ofMillis(Long.getLong("think.from"));
  private static final Duration TO = Duration.ofMillis(Long.getLong("think.to"));

  public Shop() {
    ScenarioBuilder shop = scenario("shop")
        .exec(http("login").post("login")
            .body(StringBody(session -> "{\"user\":\"user-" + random() + "\",\"pass\":\"secret\"}")).asJson()
            .check(status().is(200), jsonPath("$.token").saveAs("token")))
        .pause(FROM, TO)
        .exec(http("browse").get(session -> "items/" + random()).header("Authorization", "Bearer #{token}"))
        .pause(FROM, TO)
        .exec(http("order").post("orders").header("Authorization", "Bearer #{token}")
            .body(StringBody("{\"item\":\"7\"}")).asJson().check(jsonPath("$.status").is("ok")));
    List<Assertion> percentiles = new ArrayList<>();
    for (String step : List.of("login", "browse", "order")) {
      percentiles.add(details(step).responseTime().percentile(50).lt(-1));
      percentiles.add(details(step).responseTime().percentile(99).lt(-1));
      percentiles.add(details(step).responseTime().max().lt(-1));
    }
    setUp(shop.injectOpen(constantUsersPerSec(Integer.getInteger("rate")).during(Integer.getInteger("seconds"))))
        .protocols(http.baseUrl(System.getProperty("url")).shareConnections()
            .maxConnectionsPerHost(Integer.getInteger("connections")))
        .assertions(percentiles);
  }

  private static int random() {
    return ThreadLocalRandom.current().nextInt(1, 1001);
  }
}

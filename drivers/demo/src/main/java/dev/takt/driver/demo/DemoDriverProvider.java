package dev.takt.driver.demo;

import dev.takt.driver.http.HttpDriverProvider;
import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.driver.WireDriver;
import java.util.List;
import java.util.Map;

/// Registers the target `demo`: starts the shop and drives it with the HTTP driver.
public final class DemoDriverProvider implements DriverProvider {

  private static final String TARGET = "demo";

  private static final List<OperationSpec> OPERATIONS =
      List.of(
          new OperationSpec(
              "browse", 80, Map.of("path", "/items/{uniform:1.." + Catalogue.ITEMS + "}")),
          new OperationSpec(
              "search",
              15,
              Map.of("path", "/search?q=shelf-{uniform:1.." + Catalogue.SHELVES + "}")),
          new OperationSpec(
              "order",
              5,
              Map.of(
                  "method",
                  "POST",
                  "path",
                  "/orders",
                  "header",
                  List.of("Content-Type: application/x-www-form-urlencoded"),
                  "body",
                  "item={uniform:1.." + Catalogue.ITEMS + "}&quantity={uniform:1..5}",
                  "expect",
                  "201")));

  private final DriverProvider http = new HttpDriverProvider();

  /// For [java.util.ServiceLoader].
  public DemoDriverProvider() {}

  @Override
  public String name() {
    return "demo";
  }

  @Override
  public boolean accepts(String target) {
    return target.equals(TARGET);
  }

  @Override
  public String targetForm() {
    return "demo (a small shop, started for the run)";
  }

  @Override
  public List<Property> targetProperties() {
    return List.of();
  }

  @Override
  public List<Property> operationProperties() {
    return http.operationProperties();
  }

  @Override
  public List<OperationSpec> defaultOperations(String target) {
    return OPERATIONS;
  }

  @Override
  public boolean drivesJourneys() {
    return true;
  }

  @Override
  public boolean drivesReplays() {
    return true;
  }

  @Override
  public boolean isReplayed(String property) {
    return http.isReplayed(property);
  }

  @Override
  public List<PropertyProblem> check(DriverRequest request) {
    return http.check(at(1, request));
  }

  @Override
  public Driver open(DriverRequest request) throws DriverException {
    request.progress().accept("starting the demo shop …");
    ShopProcess shop = ShopProcess.start(request.runDirectory(), List.of(), request.progress());
    try {
      if (http.open(at(shop.port(), request)) instanceof WireDriver driver) {
        return new DemoDriver(driver, shop);
      }
      throw new DriverException("the demo needs an HTTP driver that is a WireDriver");
    } catch (DriverException | RuntimeException e) {
      shop.close();
      throw e;
    }
  }

  private static DriverRequest at(int port, DriverRequest request) {
    return new DriverRequest(
        "http://127.0.0.1:" + port + "/",
        request.properties(),
        request.workload(),
        request.timeout(),
        request.concurrency(),
        request.runDirectory(),
        request.progress());
  }
}

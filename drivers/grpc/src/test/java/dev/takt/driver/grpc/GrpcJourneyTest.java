package dev.takt.driver.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.config.PlanLaunch;
import dev.takt.load.config.PlanReader;
import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.engine.LoadRun;
import dev.takt.load.engine.once.OnceResult;
import dev.takt.load.engine.once.OnceRun;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.RunSummary;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Journeys whose steps are calls, against a server of grpc-java.
@Timeout(60)
class GrpcJourneyTest {

  private static final List<DriverProvider> DRIVERS = List.of(new GrpcDriverProvider());

  @TempDir private Path folder;

  /// The users have the ids 0 to 5. The check of the last step holds for the third user only.
  @Test
  void valuesOfAnswersGoIntoLaterCalls() throws Exception {
    try (ShopServer server = ShopServer.start(ProtoReflectionServiceV1.newInstance())) {
      String plan =
          "target: "
              + server.target()
              + """

              self-warmup: 50ms
              rate: 100/s
              count: 6
              connections: 1
              users: {file: users.csv, pick: unique}
              journeys:
                look:
                  steps:
                    - first:
                        call: shop.Items/Get
                        data: '{"id": {user.id}, "name": "a\\"{user.id}"}'
                        metadata: 'want-gzip: yes'
                        extract: {item: $.id, label: $.name}
                        check: '$.color == "RED"'
                    - second:
                        call: shop.Items/Get
                        data: '{"id": "{item}", "name": "<{label}>"}'
                        metadata: 'x-label: l{item}'
                        check: ['$.id == 2', 'size > 5']
                    - missing: {call: shop.Items/Get, data: '{"id": -5}', expect: 'OK,NOT_FOUND'}
              """;
      Files.writeString(folder.resolve("users.csv"), "id\n0\n1\n2\n3\n4\n5\n");
      PlanLaunch launch =
          PlanLaunch.prepare(
              new PlanReader(DRIVERS)
                  .read(Files.writeString(folder.resolve("plan.yaml"), plan), Map.of()),
              DRIVERS);
      RunDirectory directory = RunDirectory.create(folder.resolve("run"));
      RunSummary run;
      try (Driver driver = launch.open(directory.path(), _ -> {})) {
        run = new LoadRun(launch.settings(driver), directory, _ -> {}).run();
      }

      assertThat(run.results().allJourneys().getFirst().balance())
          .isEqualTo(new Balance(6, 1, 5, 0, 0, 0));
      assertThat(run.failures().counts()).isEqualTo(Map.of("$.id == 2", 5L));
      assertThat(folder.resolve("run/failures/id-2.txt"))
          .content()
          .containsPattern(
              "grpc-status: 0\n\n\\{\"id\":\\d,\"name\":\"<a\\\\\"\\d>\",\"tags\":\\[],\"color\":\"RED\"");
      assertThat(server.seen)
          .extracting(each -> each.metadata().get(ShopServer.key("x-label")))
          .contains("l0", "l1", "l2", "l3", "l4", "l5");
      assertThat(server.seen)
          .extracting(each -> each.request().toString())
          .contains("id: 4\nname: \"<a\\\"4>\"\n", "id: -5\n");
    }
  }

  @Test
  void callsOfOneUserAreShown() throws Exception {
    try (ShopServer server = ShopServer.start(ProtoReflectionServiceV1.newInstance())) {
      String plan =
          "target: "
              + server.target()
              + """

              rate: 100/s
              users: {file: users.csv}
              journeys:
                look:
                  steps:
                    - first:
                        call: shop.Items/Get
                        data: '{"id": {user.id}, "name": "n"}'
                        metadata: ['authorization: Bearer abcd', 'want-gzip: yes']
                        extract: {item: $.id}
                    - missing: {call: shop.Items/Get, data: '{"id": "-{item}"}'}
              """;
      Files.writeString(folder.resolve("users.csv"), "id\n5\n");
      PlanLaunch launch =
          PlanLaunch.prepare(
              new PlanReader(DRIVERS)
                  .read(Files.writeString(folder.resolve("plan.yaml"), plan), Map.of()),
              DRIVERS);
      ShownCalls shown;
      OnceResult result;
      try (Driver driver = launch.open(folder, _ -> {})) {
        shown = new ShownCalls((WireDriver) driver);
        result = new OnceRun(launch.settings(driver), 0, shown).run();
      }

      assertThat(result.failures())
          .containsExactly(new OnceResult.Failure(2, "missing", "NOT_FOUND"));
      assertThat(shown.text())
          .isEqualTo(
              """
              > POST /shop.Items/Get
              > authorization: ***
              > want-gzip: yes
              > {"id":5,"name":"n"}
              < OK
              < grpc-encoding: gzip
              < {"id":5,"name":"n","tags":[],"color":"RED","stock":{}}
              item = 5
              > POST /shop.Items/Get
              > {"id":-5,"name":""}
              < NOT_FOUND: no item ü -5
              """);
    }
  }
}

package dev.takt.cassandra.stress.profile;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.takt.load.config.source.PlanException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfilesTest {

  private static final String SHOP =
      """
      keyspace: shop
      table: items
      queries:
        Get: {cql: select 1}
      token_range_queries:
        all: {columns: '*'}
      """;

  @TempDir private Path folder;

  private Profiles read(String... texts) throws IOException, PlanException {
    List<String> names = new ArrayList<>();
    for (String each : texts) {
      String name = "p" + names.size() + ".yaml";
      Files.writeString(folder.resolve(name), each);
      names.add(name);
    }
    return Profiles.read(names, folder);
  }

  @Test
  void operationsOfOneProfile() throws IOException, PlanException {
    Profiles profiles = read(SHOP);
    assertThat(profiles.operationNames()).containsExactly("insert", "validate", "get", "all");
    Profile profile = profiles.profiles().getFirst();
    assertThat(profiles.operation("INSERT")).contains(new ProfileOperation.Insert(profile));
    assertThat(profiles.operation("shop.items.get"))
        .contains(
            new ProfileOperation.Execute(profile, requireNonNull(profile.queries().get("get"))));
    assertThat(profiles.operation("all"))
        .contains(
            new ProfileOperation.TokenRanges(
                profile, requireNonNull(profile.tokenRangeQueries().get("all"))));
    assertThat(profiles.operation("validate")).contains(new ProfileOperation.Validate(profile));
    assertThat(profiles.operation("put")).isEmpty();
    assertThat(profiles.operation("other.get")).isEmpty();
  }

  @Test
  void queryThatIsCalledInsertIsNotTheInsert() throws IOException, PlanException {
    Profiles profiles = read("keyspace: a\ntable: b\nqueries: {insert: {cql: select 1}}\n");
    assertThat(profiles.operationNames()).containsExactly("insert", "validate");
    assertThat(profiles.operation("insert"))
        .contains(new ProfileOperation.Insert(profiles.profiles().getFirst()));
  }

  @Test
  void operationsOfSeveralProfilesHaveTheirName() throws IOException, PlanException {
    Profiles profiles = read(SHOP, "specname: b\nkeyspace: k\ntable: t\nqueries: {}\n");
    assertThat(profiles.operationNames())
        .containsExactly(
            "shop.items.insert",
            "shop.items.validate",
            "shop.items.get",
            "shop.items.all",
            "b.insert",
            "b.validate");
    assertThat(profiles.operation("B.insert"))
        .contains(new ProfileOperation.Insert(profiles.profiles().getLast()));
    assertThat(profiles.operation("insert")).isEmpty();
    assertThat(profiles.operation("b.get")).isEmpty();
  }

  @Test
  void problemsOfAllProfiles() {
    assertThatThrownBy(() -> read("keyspace: a\ntable: b\n", SHOP, SHOP, "table: b\nqueries: {}\n"))
        .isInstanceOf(PlanException.class)
        .message()
        .isEqualTo(
            String.join(
                "\n",
                folder.resolve("p0.yaml")
                    + ":1:1: queries: is missing; expected queries, or {} for none",
                folder.resolve("p2.yaml") + ": specname: another profile is called shop.items",
                folder.resolve("p3.yaml")
                    + ":1:1: keyspace: is missing; expected the name of a keyspace"));
  }

  @Test
  void missingFile() {
    assertThatThrownBy(() -> Profiles.read(List.of("none.yaml"), folder))
        .hasMessage(folder.resolve("none.yaml") + ": there is no such file");
  }

  @Test
  void profileFromUrl() throws IOException, PlanException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    byte[] body = SHOP.getBytes(StandardCharsets.UTF_8);
    server.createContext(
        "/p.yaml",
        exchange -> {
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort();
      assertThat(Profiles.read(List.of(url + "/p.yaml"), folder).profiles().getFirst().specName())
          .isEqualTo("shop.items");
      assertThatThrownBy(() -> Profiles.read(List.of(url + "/none"), folder))
          .hasMessage(url + "/none: cannot be read: FileNotFoundException: " + url + "/none");
    } finally {
      server.stop(0);
    }
  }
}

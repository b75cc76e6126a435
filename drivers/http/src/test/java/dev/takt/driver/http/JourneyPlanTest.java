package dev.takt.driver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.takt.load.config.JourneyPlan;
import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanReader;
import dev.takt.load.config.PlanSchema;
import dev.takt.load.config.PlanWriter;
import dev.takt.load.config.source.PlanException;
import dev.takt.load.config.source.PlanProblem;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.journey.Feeder;
import dev.takt.load.journey.GroupSpec;
import dev.takt.load.journey.Part;
import dev.takt.load.journey.StepSpec;
import dev.takt.load.journey.Subject;
import dev.takt.load.journey.ThinkTime;
import dev.takt.load.schedule.RateMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Journeys in plans, and what is wrong with them.
class JourneyPlanTest {

  private static final String SHOP =
      """
      target: http://127.0.0.1:1/
      rate: 10/s
      duration: 10s
      users: {file: users.csv, pick: random}
      journeys:
        shop:
          weight: 2.5
          steps:
            - login:
                method: POST
                path: /login
                header: ['Authorization: Basic x', 'A: b']
                body: '{"user": "{user.name}"}'
                expect: 200
                extract:
                  token: $.token
                  cart: {header: Location, regex: '/carts/(\\d+)'}
                  sid: {cookie: sid}
                  code: status
                  word: {regex: 'w(.)'}
                check: ['$.a == 1', 'size < 64KB']
            - think: {lognormal: {median: 2s, p99: 10s}}
            - browse: {path: '/items/{key}/{token}'}
            - think: {uniform: 1s..3s}
            - order: {path: '/carts/{cart}'}
            - think: 5s
            - bye: {}
        look:
          steps: [a: {path: '/{user.name}'}]
      """;

  @TempDir private Path folder;

  private final PlanReader reader =
      new PlanReader(List.<DriverProvider>of(new HttpDriverProvider()));

  private Plan read(String plan) throws Exception {
    if (!Files.exists(folder.resolve("users.csv"))) {
      Files.writeString(folder.resolve("users.csv"), "name,age\nanna,1\nbert,2\n");
    }
    return reader.read(Files.writeString(folder.resolve("plan.yaml"), plan), Map.of());
  }

  /// A generator elsewhere reads the same file, or does not start.
  @Test
  void generatorOfAFleetNeedsTheSameRows() throws Exception {
    Plan whole = read(SHOP);
    String sent = PlanWriter.withSecrets(whole.forGenerator());
    assertThat(sent)
        .contains("file: " + folder.resolve("users.csv").toAbsolutePath())
        .containsPattern("digest: [0-9a-f]{64}");
    Path elsewhere = Files.createDirectory(folder.resolve("agent")).resolve("plan.yaml");
    Plan there = reader.read(Files.writeString(elsewhere, sent), Map.of());
    assertThat(PlanWriter.withSecrets(there)).isEqualTo(sent);
    assertThat(PlanWriter.yaml(whole)).doesNotContain("digest");

    Files.writeString(folder.resolve("users.csv"), "name,age\nanna,1\nbert,3\n");
    assertThat(catchThrowableOfType(PlanException.class, () -> reader.read(elsewhere, Map.of())))
        .hasMessageContaining(
            "users.csv\" has other rows here than where the plan comes from; all machines need the"
                + " same");
  }

  @Test
  void stepsAreOperations() throws Exception {
    Plan plan = read(SHOP);
    assertThat(plan.journeyNames()).containsExactly("shop", "look");
    assertThat(plan.operationNames())
        .containsExactly("shop.login", "shop.browse", "shop.order", "shop.bye", "look.a");
    List<StepSpec> steps =
        Objects.requireNonNull(plan.target().journeys()).journeys().getFirst().steps();
    assertThat(
            Objects.requireNonNull(plan.target().journeys()).journeys().getFirst().parts().stream()
                .filter(Part.Think.class::isInstance))
        .containsExactly(
            new Part.Think(new ThinkTime.LogNormal(2_000_000_000L, 10_000_000_000L)),
            new Part.Think(new ThinkTime.Uniform(1_000_000_000L, 3_000_000_000L)),
            new Part.Think(new ThinkTime.Constant(5_000_000_000L)));
    assertThat(steps.getFirst().extractions()).hasSize(5);
    assertThat(steps.getFirst().checks()).hasSize(2);
    assertThat(variables(plan, 3))
        .containsExactlyInAnyOrder("user.name", "user.age", "token", "cart", "sid", "code", "word");
    assertThat(variables(plan, 4)).containsExactlyInAnyOrder("user.name", "user.age");
  }

  @Test
  void aPlanThatIsWrittenCanBeReadBack() throws Exception {
    Plan plan = read(SHOP);
    String written = PlanWriter.yaml(plan);
    assertThat(PlanWriter.yaml(read(written))).isEqualTo(written);
    assertThat(written).contains("lognormal", "uniform: 1s..3s", "/carts/(\\d+)", "weight: 2.5");
    assertThat(PlanWriter.record(plan).toString())
        .contains("Authorization: ***")
        .doesNotContain("Basic x");
    assertThat(PlanSchema.json(List.of(new HttpDriverProvider()))).contains("\"journeys\"");
  }

  private static final String CONTROL =
      """
      target: http://127.0.0.1:1/
      rate: 10/s
      duration: 10s
      users: {file: users.csv}
      journeys:
        shop:
          steps:
            - login: {path: /login, repeat: 2, extract: {token: $.token}}
            - browse: {path: '/{token}', repeat: {uniform: 1..5}, if: 'random < 0.3'}
            - if:
                when: 'user.age > 17 && ($.total >= 100 || !(header ETag contains "a)b"))'
                steps:
                  - think: 1s
                  - order: {path: /order}
            - repeat:
                times: {uniform: 0..3}
                steps: [{look: {path: /look}}, {think: 2s}]
            - choose:
                - {weight: 3, steps: [{one: {path: /1, extract: {id: $.id}}}]}
                - {weight: 1, steps: [{two: {path: /2, extract: {id: $.id}}}, {abort: 'status != 200'}]}
            - poll: {path: '/{id}', while: {when: '$.state == "busy"', max: 20}}
            - while: {when: size > 1KB, max: 3, steps: [{page: {path: /page}}]}
      """;

  @Test
  void aPlanWithControlCanBeWrittenAndReadBack() throws Exception {
    Plan plan = read(CONTROL);
    assertThat(plan.operationNames())
        .containsExactly(
            "shop.login",
            "shop.browse",
            "shop.order",
            "shop.look",
            "shop.one",
            "shop.two",
            "shop.poll",
            "shop.page");
    String written = PlanWriter.yaml(plan);
    assertThat(PlanWriter.yaml(read(written))).isEqualTo(written);
    assertThat(written).contains("uniform: 1..5", "random < 0.3", "max: 20", "user.age > 17 && ");
    List<StepSpec> steps =
        Objects.requireNonNull(plan.target().journeys()).journeys().getFirst().steps();
    // The condition after the second step is about its answer, or that of the first.
    assertThat(steps.get(0).headers()).containsExactly("etag");
    assertThat(steps.get(1).headers()).containsExactly("etag");
    assertThat(steps.get(1).body()).isEqualTo(Subject.BodyUse.CONTENT);
    assertThat(steps.get(2).body()).isEqualTo(Subject.BodyUse.NONE);
    assertThat(steps.get(4).body()).isEqualTo(Subject.BodyUse.CONTENT);
    assertThat(steps.get(7).body()).isEqualTo(Subject.BodyUse.LENGTH);
    assertThat(variables(plan, 6)).contains("id", "token");
  }

  private static Set<String> variables(Plan plan, int step) {
    return Objects.requireNonNull(plan.target().operations().get(step).variables()).keySet();
  }

  private List<String> problems(String plan) {
    PlanException e = catchThrowableOfType(PlanException.class, () -> read(plan));
    assertThat(e).as("a plan without problems").isNotNull();
    return e.problems().stream().map(JourneyPlanTest::text).toList();
  }

  private static String text(PlanProblem problem) {
    return problem.line() + ":" + problem.column() + " " + problem.key() + " " + problem.message();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{shop: {steps: [a: {path: '/{toke}'}]}} | 2:31 journeys.shop.a.path column 2: placeholder {toke} is not known",
        "{shop: {steps: [a: {path: '/{user.nam}'}]}} | 2:31 journeys.shop.a.path column 2: placeholder {user.nam} is not known",
        "{shop: {steps: [a: {path: '/{t}'}, b: {path: /, extract: {t: $.t}}]}} | 2:31 journeys.shop.a.path column 2: placeholder {t} is not known",
        "{shop: {steps: [a: {path: /, extract: {t: '$.t['}}]}} | 2:53 journeys.shop.a.extract.t \"$.t[\", column 5: expected a name in quotes, a number or *",
        "{shop: {steps: [a: {path: /, extract: {t: 't'}}]}} | 2:53 journeys.shop.a.extract.t expected a JSONPath such as '$.token', status, or a map",
        "{shop: {steps: [a: {path: /, extract: {t: {regex: '('}}}]}} | 2:53 journeys.shop.a.extract.t \"(\" is no regular expression",
        "{shop: {steps: [a: {path: /, extract: {key: $.t}}]}} | 2:50 journeys.shop.a.extract.key expected a name",
        "{shop: {steps: [a: {path: /, extract: {seq: $.t}}]}} | 2:50 journeys.shop.a.extract.seq expected a name",
        "{shop: {steps: [a: {path: /, extract: {status: $.t}}]}} | 2:50 journeys.shop.a.extract.status is a word of conditions",
        "{shop: {steps: [a: {path: /, extract: {random: $.t}}]}} | 2:50 journeys.shop.a.extract.random is a word of conditions",
        "{shop: {steps: [a: {path: /, extract: {'null': $.t}}]}} | 2:50 journeys.shop.a.extract.null is a word of conditions",
        "{shop: {steps: [a: {check: 'size < 1', path: /, check: 'size > 1'}]}} | 2:59 journeys.shop.a.check is here for the second time",
        "{shop: {steps: [a: {}, b: {if: 'true', if: 'false'}]}} | 2:50 journeys.shop.b.if is here for the second time",
        "{shop: {steps: [a: {json: {}, json: {}}]}} | 2:41 journeys.shop.a.json is here for the second time",
        "{shop: {steps: [a: {path: /, path: /x}]}} | 2:40 journeys.shop.a.path is here for the second time",
        "{shop: {steps: [a: {json: {x: 1, x: 2}}]}} | 2:44 journeys.shop.a.json.x is here for the second time",
        "{shop: {steps: [a: {json: {x: [{y: 1, y: 2}]}}]}} | 2:49 journeys.shop.a.json.x[0].y is here for the second time",
        "{shop: {steps: [a: {json: {x: [1, 1.0e+99999999999]}}]}} | 2:45 journeys.shop.a.json.x[1] expected a number with a smaller exponent",
        "{shop: {steps: [a: {}, b: {while: {when: 'true', max: {uniform: 1..5}}}]}} | journeys.shop.b.while.max expected one number, such as 20, found 1..5",
        "{shop: {steps: [a: {}, while: {when: 'true', max: {uniform: 1..5}, steps: [b: {}]}]}} | journeys.shop.steps[1].while.max expected one number, such as 20, found 1..5",
        "{shop: {steps: [a: {path: /, check: '$.a = 1'}]}} | 2:47 journeys.shop.a.check expected a check as SUBJECT OPERATOR VALUE",
        "{shop: {steps: [a: {pth: /}]}} | 2:31 journeys.shop.a.pth is not known here (did you mean \"path\"?)",
        "{shop: {steps: [a: {path: x}]}} | 2:31 journeys.shop.a.path expected a path that begins with /",
        "{shop: {steps: [a: {expect: 2000}]}} | 2:31 journeys.shop.a.expect expected statuses",
        "{shop: {steps: [a: {header: 'Cookie: a=1'}]}} | journeys.shop.a.header a user of a journey sends the cookies that it was given",
        "{shop: {steps: [a: {json: 3}]}} | 2:37 journeys.shop.a.json expected a map or a list",
        "{shop: {steps: [a: {body: x, json: {}}]}} | 2:46 journeys.shop.a.json is a body, and the step has another",
        "{shop: {steps: [a: {json: {x: '{toke}'}}]}} | 2:31 journeys.shop.a.body column 7: placeholder {toke} is not known",
        "{shop: {steps: [group: {}]}} | journeys.shop.steps[0].group.name is missing: expected name, steps",
        "{shop: {steps: [group: [a: {}]]}} | journeys.shop.steps[0].group expected name, steps, found a list",
        "{shop: {steps: [group: {name: g}]}} | journeys.shop.steps[0].group.steps is missing: expected name, steps",
        "{shop: {steps: [group: {name: g, steps: []}]}} | journeys.shop.steps[0].group.steps expected a list of steps",
        "{shop: {steps: [group: {name: 'a b', steps: [a: {}]}]}} | 2:41 journeys.shop.steps[0].group.name expected a name of letters",
        "{shop: {steps: [group: {name: a.b, steps: [a: {}]}]}} | 2:41 journeys.shop.steps[0].group.name expected a name of letters",
        "{shop: {steps: [a: {}, group: {name: a, steps: [b: {}]}]}} | journeys.shop.steps[1].group.name two journeys, groups or steps are named \"shop.a\"",
        "{shop: {steps: [group: {name: a, steps: [a: {}]}]}} | journeys.shop.a two journeys or steps are named \"shop.a\"",
        "{shop: {steps: [group: {name: g, steps: [a: {}]}, group: {name: g, steps: [b: {}]}]}} | journeys.shop.steps[1].group.name two journeys, groups or steps are named",
        "{shop: {steps: [a: {}, group: {name: g, steps: [think: 1s]}]}} | 2:26 journeys.shop.steps have a group without a step: g",
        "{shop: {steps: [group: {name: g, steps: [think: 1s, a: {}]}]}} | journeys.shop.steps have to begin with a step that every user does",
        "{shop: {steps: [a: {group: 2}]}} | journeys.shop.a.group is not supported yet",
        "{shop: {steps: [a: {}, parallel: []]}} | 2:44 journeys.shop.steps[1].parallel expected steps, found a list",
        "{shop: {steps: [a: {}, parallel: {steps: []}]}} | journeys.shop.steps[1].parallel.steps expected a list of steps",
        "{shop: {steps: [a: {}, parallel: {at-once: 1, steps: [b: {}]}]}} | journeys.shop.steps[1].parallel.at-once expected a number from 2 to 1000, found 1",
        "{shop: {steps: [a: {}, parallel: {at-once: x, steps: [b: {}]}]}} | journeys.shop.steps[1].parallel.at-once expected whole numbers",
        "{shop: {steps: [a: {}, parallel: {steps: [think: 1s, b: {}]}]}} | journeys.shop.steps[1].parallel.steps[0].think is not possible in parallel: only steps are",
        "{shop: {steps: [a: {}, parallel: {steps: [group: {name: g, steps: [b: {}]}]}]}} | parallel.steps[0].group is not possible in parallel",
        "{shop: {steps: [a: {}, parallel: {steps: [b: {repeat: 2}]}]}} | parallel.steps[0] has a repeat or a while, which is not possible in parallel",
        "{shop: {steps: [a: {}, parallel: {steps: [b: {if: 'status == 200'}]}]}} | parallel.steps[0].if can read only random and variables in parallel",
        "{shop: {steps: [a: {}, parallel: {steps: [if: {when: 'true', steps: [think: 1s]}]}]}} | parallel.steps[0].if.steps[0].think is not possible in parallel",
        "{shop: {steps: [a: {}, parallel: {steps: [if: {when: 'size > 1', steps: [b: {}]}]}]}} | parallel.steps[0].if can read only random and variables",
        "{shop: {steps: [a: {}, parallel: {steps: [b: {path: /, extract: {t: $.t}}, c: {path: '/{t}'}]}]}} | 2:90 journeys.shop.c.path column 2: placeholder {t} is not known",
        "{shop: {steps: [a: {}, parallel: {steps: [b: {}]}, abort: 'status == 503']}} | 2:26 journeys.shop.steps have a condition about the last answer",
        "{shop: {steps: [parallel: {steps: [b: {}]}]}} | journeys.shop.steps have to begin with a step that every user does",
        "{shop: {steps: [a: {path: /, parallel: 2}]}} | 2:40 journeys.shop.a.parallel is not supported yet",
        "{shop: {steps: [a: {path: /, choose: 2}]}} | 2:40 journeys.shop.a.choose is not supported yet",
        "{shop: {steps: [a: {path: /, if: 'random < 0.3'}]}} | 2:27 journeys.shop.steps have to begin with a step that every user does",
        "{shop: {steps: [a: {path: /, repeat: {uniform: 0..2}}]}} | journeys.shop.steps have to begin with a step that every user does",
        "{shop: {steps: [abort: 'true', a: {}]}} | journeys.shop.steps have to begin with a step that every user does",
        "{shop: {steps: [choose: [{weight: 1, steps: []}, {weight: 1, steps: [a: {}]}]]}} | journeys.shop.steps have to begin with a step that every user does",
        "{shop: {steps: [a: {}, b: {if: 'random < 3'}]}} | 2:42 journeys.shop.b.if column 1: expected random < or > a number from 0 to 1",
        "{shop: {steps: [a: {}, b: {if: 'status == 200 &&'}]}} | 2:42 journeys.shop.b.if column 17: expected a condition",
        "{shop: {steps: [a: {}, b: {if: '(status == 200'}]}} | journeys.shop.b.if column 15: expected )",
        "{shop: {steps: [a: {}, b: {if: 'statsu == 200'}]}} | journeys.shop.b.if column 1: expected a check as SUBJECT OPERATOR VALUE",
        "{shop: {steps: [a: {}, b: {repeat: many}]}} | 2:46 journeys.shop.b.repeat expected whole numbers from 0 to 10000, found",
        "{shop: {steps: [a: {}, b: {repeat: {uniform: 5..1}}]}} | journeys.shop.b.repeat expected a range whose first number is not above",
        "{shop: {steps: [a: {}, b: {repeat: []}]}} | journeys.shop.b.repeat expected a number or {uniform: 1..5}",
        "{shop: {steps: [a: {}, b: {while: 'status == 200'}]}} | 2:45 journeys.shop.b.while expected when, max, found",
        "{shop: {steps: [a: {}, b: {while: {when: 'true'}}]}} | journeys.shop.b.while.max is missing: expected when, max",
        "{shop: {steps: [a: {}, b: {repeat: 2, while: {when: 'true', max: 2}}]}} | journeys.shop.b has both repeat and while",
        "{shop: {steps: [a: {}, repeat: {times: 2}]}} | journeys.shop.steps[1].repeat.steps is missing: expected times, steps",
        "{shop: {steps: [a: {}, if: {when: 'true', steps: []}]}} | journeys.shop.steps[1].if.steps expected a list of steps",
        "{shop: {steps: [a: {}, if: {when: 'true', steps: [c: 1]}]}} | journeys.shop.c expected what the step sends",
        "{shop: {steps: [a: {}, choose: {}]}} | journeys.shop.steps[1].choose expected a list of branches",
        "{shop: {steps: [a: {}, choose: [{weight: 0, steps: []}]]}} | journeys.shop.steps[1].choose[0].weight expected a number above 0",
        "{shop: {steps: [a: {}, choose: [{weight: 1, steps: 1}]]}} | journeys.shop.steps[1].choose[0].steps expected a list of steps",
        "{shop: {steps: [a: {repeat: 10000}, b: {repeat: 10000}, repeat: {times: 1000, steps: [c: {repeat: 1000}]}]}} | 2:26 journeys.shop.steps is too long: all repetitions counted, a step counts 3",
        "{shop: {steps: [a: {}, if: {when: 'true', steps: [b: {path: /, extract: {t: $.t}}]}, c: {path: '/{t}'}]}} | journeys.shop.c.path column 2: placeholder {t} is not known",
        "{shop: {steps: [a: {}, b: {path: /, if: 'true', extract: {t: $.t}}, c: {path: '/{t}'}]}} | journeys.shop.c.path column 2: placeholder {t} is not known",
        "{shop: {steps: [a: {}, choose: [{weight: 1, steps: [b: {path: /, extract: {t: $.t}}]}, {weight: 1, steps: []}], c: {path: '/{t}'}]}} | journeys.shop.c.path column 2: placeholder {t} is not known",
        "{shop: {steps: [think: 1s, a: {}]}} | 2:27 journeys.shop.think has its place between two steps",
        "{shop: {steps: [a: {}, think: 1s]}} | 2:34 journeys.shop.think is the end of the journey",
        "{shop: {steps: [a: {}, think: 1s, think: 1s, b: {}]}} | 2:45 journeys.shop.think has its place between two steps, once",
        "{shop: {steps: [a: {}, think: soon, b: {}]}} | 2:41 journeys.shop.think",
        "{shop: {steps: [a: {}, think: {uniform: 3s..1s}, b: {}]}} | journeys.shop.think.uniform is empty",
        "{shop: {steps: [a: {}, think: {lognormal: {median: 3s, p99: 1s}}, b: {}]}} | journeys.shop.think.lognormal expected a median",
        "{shop: {steps: [a: {}, think: {normal: 3s}, b: {}]}} | journeys.shop.think expected a time such as 2s",
        "{shop: {steps: [a: {}, a: {}]}} | 2:34 journeys.shop.a two journeys or steps are named \"shop.a\"",
        "{shop: {steps: []}} | 2:26 journeys.shop.steps expected a list of steps",
        "{shop: {}} | 2:12 journeys.shop.steps expected a list of steps",
        "{shop: {steps: [a: 1]}} | 2:30 journeys.shop.a expected what the step sends",
        "{shop: {weight: -1, steps: [a: {}]}} | journeys.shop.weight expected a number above 0",
        "{shop: {wait: 1, steps: [a: {}]}} | journeys.shop.wait is not known here",
        "{s op: {steps: [a: {}]}} | 2:12 journeys.s op expected a name of letters",
        "{} | 2:11 journeys expected names and journeys",
        "[] | 2:11 journeys expected names and journeys",
      })
  void problemsHaveLineAndColumn(String journeys, String problem) {
    assertThat(problems("target: http://127.0.0.1:1/\njourneys: " + journeys + "\n"))
        .singleElement()
        .asString()
        .contains(problem);
  }

  @Test
  void aRuleCanBeAboutAGroup() throws Exception {
    String group = "group: {name: buy, steps: [a: {}]}";
    String rule = "\nfail-if: shop.buy.p99 > 2s\n";
    assertThat(
            read("target: http://127.0.0.1:1/\njourneys: {shop: {steps: [" + group + "]}}" + rule)
                .failIf())
        .hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "operations: [{name: a}] | 1:1 operations a plan has either this or journeys",
        "mode: throughput | 1:7 mode users of journeys arrive on a schedule",
        "mode: throttle | 1:7 mode users of journeys arrive on a schedule",
        "schedule: trace:x.csv | 1:11 schedule journeys with a trace are not supported yet",
        "path: /x | 1:1 path set it in a step of a journey",
        "fail-if: 'shop p99 < 1s' | fail-if",
        "fail-if: 'shop.buy.p99 < 1s' | 1:10 fail-if shop.buy.p99 < 1s: the plan has no operation",
        "users: {file: absent.csv} | 1:15 users.file",
        "users: {pick: random} | 1:8 users.file is missing",
        "users: {file: users.csv, pick: some} | 1:32 users.pick expected one of sequential, random, unique",
        "users: {file: users.csv, rows: 1} | 1:26 users.rows is not known here",
        "users: {file: users.csv, file: x.csv} | 1:26 users.file is here for the second time",
        "users: 0 | 1:8 users expected a whole number from 1 to 1000000, found 0",
        "users: -3 | 1:8 users expected a whole number from 1 to 1000000, found -3",
        "users: 99999999999999999999 | 1:8 users expected a whole number",
        "users: {count: many, file: users.csv} | 1:16 users.count expected a whole number",
        "users: {count: 3, pick: random} | 1:8 users.file is missing",
        "users: [1, 2] | 1:8 users expected file and pick",
        "users: {count: 10, file: users.csv, pick: unique} | users pick is unique, and each journey of a closed population takes a row, of which the file has 2",
        "mode: closed | 1:7 mode a closed population needs its number of users",
        "{users: 3, rate: 10/s} | rate a number of users is a closed population, in which answers decide who starts when: leave out the rate, or",
        "{users: 3, schedule: poisson} | schedule a number of users is a closed population",
        "{users: 3, mode: fixed} | mode a number of users is a closed population",
        "{users: 3, mode: throughput} | mode a number of users is a closed population",
        "{users: 3, share: 4/4} | share 4/4 of 3 users is none: set more users, or fewer machines",
        "{users: 3, connections: 2} | users without think times each of the 3 users needs a connection, of which there are 2; set more connections, or let users think",
        "{users: 1001} | users without think times each of the 1,001 users needs a connection, of which there are 1,000; set more connections, or let users think",
        "{users: 3, fail-if: 'response.p99 > 1s'} | there is no response in mode closed without think times",
        "users: users.csv | 1:8 users expected file and pick",
        "users: {file: users.csv, pick: unique} | 1:8 users more users arrive than the file has rows (2), and pick is unique",
        "users: {file: broken.csv} | broken.csv:2: expected 1 values, as the header has, found 2",
        "users: {file: empty.csv} | empty.csv:1: the file is empty",
      })
  void whatDoesNotGoWithJourneysIsRefused(String setting, String problem) throws Exception {
    Files.writeString(folder.resolve("broken.csv"), "name\na,b\n");
    Files.writeString(folder.resolve("empty.csv"), "");
    assertThat(
            problems(
                lines(setting)
                    + "\ntarget: http://127.0.0.1:1/\njourneys: {shop: {steps: [a: {}]}}\n"))
        .singleElement()
        .asString()
        .contains(problem);
  }

  /// Several keys in braces, as lines.
  private static String lines(String settings) {
    return settings.startsWith("{")
        ? settings.substring(1, settings.length() - 1).replace(", ", "\n")
        : settings;
  }

  private static final String PAGE =
      """
      target: http://127.0.0.1:1/
      journeys:
        page:
          steps:
            - first: {path: /, extract: {n: $.n}}
            - parallel:
                steps:
                  - a: {path: /a, extract: {t: $.t}}
                  - b: {path: '/b/{n}', if: 'n > 3 && random < 0.5'}
            - last: {path: '/{t}'}
      """;

  /// A value that a step of a block extracts is known after the block.
  @Test
  void stepsAtOnceAreWrittenAsTheyWereRead() throws Exception {
    String written = PlanWriter.yaml(read(PAGE));
    assertThat(written).contains("at-once: 6");
    assertThat(PlanWriter.yaml(read(written))).isEqualTo(written);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{users: 3, connections: 5} | without think times each of the 3 users needs 2 connections (parallel), of which there are 5; set more connections, or",
        "{users: 3, connections: 6, threads: 2} | of which there are 6; set more connections or fewer threads, or",
      })
  void whatDoesNotGoWithStepsAtOnceIsRefused(String setting, String problem) {
    assertThat(problems(lines(setting) + "\n" + PAGE)).singleElement().asString().contains(problem);
  }

  /// A value that is extracted in a group is known after it.
  @Test
  void aGroupIsWrittenAsItWasRead() throws Exception {
    Plan plan =
        read(
            """
            target: http://127.0.0.1:1/
            journeys:
              shop:
                steps:
                  - group:
                      name: enter
                      steps:
                        - login: {path: /, extract: {t: $.t}}
                        - think: 1s
                        - group: {name: look, steps: [a: {path: '/{t}'}, b: {}]}
                  - order: {path: '/{t}'}
            """);
    assertThat(plan.operationNames())
        .containsExactly("shop.login", "shop.a", "shop.b", "shop.order");
    assertThat(plan.groupNames()).containsExactly("shop.enter", "shop.look");
    assertThat(Objects.requireNonNull(plan.target().journeys()).journeys().getFirst().groups())
        .containsExactly(new GroupSpec("enter", 0, 3), new GroupSpec("look", 1, 3));
    String written = PlanWriter.yaml(plan);
    assertThat(PlanWriter.yaml(read(written))).isEqualTo(written);
    assertThat(written).contains("group:", "name: enter");
  }

  private static final String CLOSED =
      """
      target: http://127.0.0.1:1/
      users: {count: 20, file: users.csv}
      journeys:
        shop:
          steps:
            - think: {uniform: 0s..2s}
            - a: {path: '/{user.name}'}
            - think: 1s
      """;

  @Test
  void aClosedPopulationHasNoRateAndIsWrittenAsOne() throws Exception {
    Plan plan = read(CLOSED);
    assertThat(plan.load().mode()).isEqualTo(RateMode.CLOSED_THINKING);
    assertThat(plan.load().users()).isEqualTo(20);
    assertThat(plan.load().rate()).isNull();
    assertThat(plan.concurrency().connections()).isEqualTo(20);
    assertThat(plan.load().duration()).isEqualTo(Duration.ofSeconds(20));
    String written = PlanWriter.yaml(plan);
    assertThat(written).contains("mode: closed", "count: 20", "file: ").doesNotContain("rate:");
    assertThat(PlanWriter.yaml(read(written))).isEqualTo(written);

    Plan plain =
        read(CLOSED.replace("{count: 20, file: users.csv}", "3").replace("{user.name}", ""));
    assertThat(PlanWriter.yaml(plain)).contains("users: 3\n");
    assertThat(PlanWriter.yaml(read(PlanWriter.yaml(plain)))).isEqualTo(PlanWriter.yaml(plain));
  }

  /// A flag or a variable has the number only: the file stays that of the plan. It overrides the
  /// plan's rate, and the plan's mode.
  @Test
  void aNumberOfUsersOverridesWhatThePlanSaysOfTheLoad() throws Exception {
    Path file = Files.writeString(folder.resolve("plan.yaml"), SHOP + "mode: fixed\n");
    Files.writeString(folder.resolve("users.csv"), "name,age\nanna,1\n");
    for (boolean isFlag : new boolean[] {true, false}) {
      Plan plan =
          reader
              .read(
                  file,
                  isFlag ? Map.of() : Map.of("TAKT_USERS", "7"),
                  isFlag ? Map.of("users", List.of("7")) : Map.of())
              .plan();
      assertThat(plan.load().mode()).isEqualTo(RateMode.CLOSED_THINKING);
      assertThat(plan.load().users()).isEqualTo(7);
      JourneyPlan journeys = Objects.requireNonNull(plan.target().journeys());
      assertThat(journeys.rows().pick()).isEqualTo(Feeder.Pick.RANDOM);
      assertThat(journeys.rows().columns()).containsExactly("name", "age");
    }
    Plan both = reader.read(file, Map.of("TAKT_USERS", "7"), Map.of("users", List.of("9"))).plan();
    assertThat(both.load().users()).isEqualTo(9);
    PlanException e =
        catchThrowableOfType(
            PlanException.class,
            () ->
                reader.read(file, Map.of(), Map.of("users", List.of("9"), "rate", List.of("1/s"))));
    assertThat(e.problems()).singleElement().extracting(PlanProblem::key).isEqualTo("rate");
  }

  @Test
  void onlyUsersOfAClosedPopulationThinkBeforeAndAfterAJourney() {
    assertThat(
            problems(
                CLOSED.replace("users: {count: 20, file: users.csv}", "users: {file: users.csv}")))
        .hasSize(2)
        .allMatch(each -> each.contains("journeys.shop.think"));
  }

  /// A file that cannot be read makes all its columns unknown, which is not reported.
  @Test
  void aBrokenFileIsTheOnlyProblem() throws Exception {
    Files.writeString(folder.resolve("broken.csv"), "name\na,b\n");
    assertThat(problems(SHOP.replace("users.csv", "broken.csv")))
        .singleElement()
        .asString()
        .contains("4:15 users.file", "broken.csv:2: expected 1 values");
  }

  @Test
  void usersNeedJourneysAndUniqueRowsAreEnoughForTheirNumber() throws Exception {
    assertThat(problems("target: http://127.0.0.1:1/\nusers: {file: users.csv}\n"))
        .singleElement()
        .asString()
        .contains("2:1 users belongs to journeys, and the plan has none");
    String unique =
        "target: http://127.0.0.1:1/\nusers: {file: users.csv, pick: unique}\n"
            + "journeys: {shop: {steps: [a: {}]}}\ncount: ";
    assertThat(read(unique + 2).journeyNames()).hasSize(1);
    assertThat(problems(unique + 3)).hasSize(1);
  }
}

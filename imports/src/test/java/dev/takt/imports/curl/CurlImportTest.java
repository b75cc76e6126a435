package dev.takt.imports.curl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.imports.Imported;
import dev.takt.imports.plan.ImportException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CurlImportTest {

  @TempDir private Path folder;

  private Imported read(String command) throws ImportException {
    return Imported.of(plan -> CurlImport.read(command, plan, folder));
  }

  private Map<String, Object> operation(String command) throws ImportException {
    return read(command).operation("request");
  }

  /// As Chrome 128 copies it.
  @Test
  void commandOfABrowser() throws ImportException {
    Imported imported =
        read(
            """
            curl 'https://shop.example/api/order?id=7' \\
              -H 'accept: application/json' \\
              -H 'authorization: Bearer abc.def' \\
              -b 'sid=s3cret; theme=dark' \\
              -H 'content-type: application/json' \\
              --data-raw $'{"item":"it\\'s","note":"a\\u0021\\n{x}"}' \\
              --compressed ;
            """);
    assertThat(imported.plan().target().address()).isEqualTo("https://shop.example");
    assertThat(imported.operation("request"))
        .containsEntry("path", "/api/order?id=7")
        .containsEntry("body", "{\"item\":\"it's\",\"note\":\"a!\n{{x}\"}")
        .containsEntry(
            "header",
            List.of(
                "accept: application/json",
                "authorization: Bearer x",
                "Cookie: x",
                "content-type: application/json",
                "Accept-Encoding: deflate, gzip, br, zstd"))
        .doesNotContainKey("method");
    assertThat(imported.needed().keySet()).containsExactly("AUTHORIZATION", "COOKIE");
    assertThat(imported.yaml()).doesNotContain("abc.def", "s3cret");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "curl x.example | GET http://x.example / -",
        "curl -I https://x.example/a | HEAD https://x.example /a -",
        "curl -XDELETE https://x.example/a | DELETE https://x.example /a -",
        "curl x.example -d a=b -d c=d | POST http://x.example / a=b&c=d",
        "curl -G x.example/?z=1 -d a=b --data-urlencode 'c=ü &' | GET http://x.example /?z=1&a=b&c=%C3%BC%20%26 -",
        "curl --url x.example --json '{\"a\":1}' | POST http://x.example / {\"a\":1}",
        "curl -sSLXPUT x.example --data-raw @a | PUT http://x.example / @@a",
        "curl 'x.example/a b{c}' | GET http://x.example /a%20b%7Bc%7D -",
        "\"curl\" x.\"ex\"'ample' | GET http://x.example / -",
        "$ curl x.example/$HOME_PAGE | GET http://x.example /x -",
      })
  void requestOf(String command, String expected) throws ImportException {
    Imported imported = read(command);
    Map<String, Object> operation = imported.operation("request");
    String natural = operation.containsKey("body") ? "POST" : "GET";
    assertThat(
            String.join(
                " ",
                operation.getOrDefault("method", natural).toString(),
                imported.plan().target().address(),
                String.valueOf(operation.get("path")),
                operation.getOrDefault("body", "-").toString()))
        .isEqualTo(expected);
  }

  @Test
  void settingsOfTheTarget() throws ImportException {
    Imported imported = read("curl -k -L -m 2.5 https://x.example");
    assertThat(imported.plan().target().properties())
        .containsEntry("insecure", true)
        .containsEntry("follow-redirects", true);
    assertThat(imported.plan().limits().timeout()).hasMillis(2500);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--http2 | 2",
        "--http2-prior-knowledge | 2",
        "--http1.1 | 1.1",
        "--http2 --http1.1 | 1.1",
      })
  void versionOfHttpIsThatOfTheTarget(String options, String version) throws ImportException {
    Imported imported = read("curl https://x.example " + options);
    assertThat(imported.plan().target().properties().getOrDefault("http", "1.1"))
        .isEqualTo(version);
    assertThat(imported.yaml().contains("\nhttp: 2\n")).isEqualTo(version.equals("2"));
    assertThat(imported.leftOut()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "-u anna:sesame | Authorization: Basic {env.AUTHORIZATION}",
        "-H 'X-Api-Key: sesame' | X-Api-Key: {env.X_API_KEY}",
        "-H 'X-Auth: sesame' | X-Auth: {env.X_AUTH}",
        "-b sid=sesame | Cookie: {env.COOKIE}",
        "--oauth2-bearer sesame | Authorization: Bearer {env.AUTHORIZATION}",
        "-d 'a=b&password=sesame' | a=b&password={env.PASSWORD}",
        "--json '{\"a\":{\"token\": \"sesame\"}}' | {\\\"a\\\":{\\\"token\\\": \\\"{env.TOKEN}\\\"}}",
        "-G -d 'api_key=sesame' | api_key={env.API_KEY}",
        "-H \"X-Api-Key: $MINE\" | X-Api-Key: {env.MINE}",
        "-H \"Cookie: sid=sesame; lang=$L\" | Cookie: sid={env.COOKIE}; lang={env.L}",
        "-H \"Authorization: Bearer sesame$MINE\" | Authorization: Bearer {env.AUTHORIZATION}{env.MINE}",
        "-H \"X-Key: Token token=\\\"${MINE}\\\"\" | X-Key: Token token=\\\"{env.MINE}\\\"",
        "-e 'https://x.example/cb?access_token=sesame' | Referer: https://x.example/cb",
        "-H 'referer: https://a:sesame@x.example/cb;jsessionid=sesame#sesame' | referer: https://x.example/cb",
        "-G -d 'PHPSESSID=sesame' | PHPSESSID={env.PHPSESSID}",
        "-G -d 'sig=sesame&design=1' | sig={env.SIG}&design=1",
        "--json '{\"credentials\":{\"a\":[{\"v\":\"sesame\"}]},\"n\":\"b\"}' | {\\\"v\\\":\\\"{env.CREDENTIALS}\\\"}]},\\\"n\\\":\\\"b\\\"}",
        "-H 'Content-Type: text/xml' -d '<a><w:password t=\"1\">sesame</w:password><b secret=\"sesame\"/></a>' | <a><w:password t=\\\"1\\\">{env.PASSWORD}</w:password><b secret=\\\"{env.PASSWORD}\\\"/></a>",
        "-d '<token><![CDATA[sesame]]></token>' | <token><![CDATA[{env.TOKEN}]]></token>",
        "-d '<password><![CDATA[sesame<b]]></password><a>b</a>' | <password><![CDATA[{env.PASSWORD}]]></password><a>b</a>",
        "-d '<password> <![CDATA[sesame]]>sesame</password>' | <password> <![CDATA[{env.PASSWORD}]]>{env.PASSWORD}</password>",
        "-d '<password><v k=\"1\"><a/>sesame</v><v value=\"sesame\"/></password><v>b</v>' | <password><v k=\\\"1\\\"><a/>{env.PASSWORD}</v><v value=\\\"{env.PASSWORD}\\\"/></password><v>b</v>",
        "-d '<token><a:token>sesame</a:token>sesame</token>' | <token><a:token>{env.TOKEN}</a:token>{env.TOKEN}</token>",
        "-d '<token/><b>c</b>' -H 'X-Auth: sesame' | <token/><b>c</b>",
        "-d '<login password=\"it'\\''s sesame\"/>' | <login password=\\\"{env.PASSWORD}\\\"/>",
        "-d '<login password='\\''a\"sesame>'\\'' b=\"1\">c</login>' | <login password='{env.PASSWORD}' b=\\\"1\\\">c</login>",
        "-d '<!-- <a> --><a><token>sesame</token>b</a>' | <!-- <a> --><a><token>{env.TOKEN}</token>b</a>",
        "-d '<token>sesame' | <token>{env.TOKEN}",
        "-d '<token>sesame<b sesame' | <token>{env.TOKEN}{env.TOKEN_2}",
        "-d '{\"otp\":[777123, -7.5e3,true],\"n\":[1]}' -H 'X-Auth: sesame' | {\\\"otp\\\":[{env.OTP}, {env.OTP_2},true],\\\"n\\\":[1]}",
      })
  void credentialIsNotInThePlan(String option, String expected) throws ImportException {
    Imported imported = read("curl https://x.example " + option);
    assertThat(imported.yaml()).contains(expected).doesNotContain("sesame");
    assertThat(imported.plan().operationNames()).hasSize(1);
  }

  @Test
  void sessionInAPathIsACredential() throws ImportException {
    String url = "https://x.example/a;v=1;jsessionid=sesame/b;jsessionid=sesame?c=1";
    assertThat(read("curl '" + url + "'").yaml())
        .contains("path: \"/a;v=1;jsessionid={env.JSESSIONID}/b;jsessionid={env.JSESSIONID}?c=1\"")
        .doesNotContain("sesame");
  }

  @Test
  void whatIsNotSearchedForCredentialsIsListed() throws ImportException {
    assertThat(read("curl x.example -H 'Content-Type: text/plain' -d 'hello you'").leftOut())
        .containsOnlyKeys("credentials in a body that is neither JSON, XML nor a form: see it");
    assertThat(read("curl x.example -e https://x.example/a?b").leftOut())
        .containsOnlyKeys("the query of a Referer, which can be a credential");
    assertThat(read("curl x.example -e https://x.example/a -d '[1]'").leftOut()).isEmpty();
  }

  /// Words can be parts of a credential whose quotes were forgotten.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "curl -H Authorization: Bearer sesame https://x.example | argument 3 is no URL: are quotes missing before it? Otherwise write http:// before it",
        "curl --url sesame | --url is no URL: are quotes missing before it? Otherwise write http:// before it",
      })
  void wordThatIsNoUrlIsRefused(String command, String message) {
    assertThatThrownBy(() -> read(command)).isInstanceOf(ImportException.class).hasMessage(message);
  }

  @Test
  void noTextOfTheCommandIsListed() throws ImportException {
    Imported imported =
        read("curl https://x.example/login?u=a&password=sesame\ncurl https://y.example/sesame");
    assertThat(imported.leftOut())
        .containsOnly(
            Map.entry(
                "what comes after an &, which ends a command: put quotes around the URL",
                List.of("the end of the command")));
    assertThat(read("curl x.example y.example/sesame --foo=sesame").leftOut())
        .containsOnly(
            Map.entry("a second URL: import it by itself", List.of("argument 2")),
            Map.entry("options that plans have no key for", List.of("--foo")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "--json '{\"a\":' --json '1}' -d x | body | {\"a\":1}&x",
        "--json '{}' | header | [Content-Type: application/json, Accept: application/json]",
        "--json '{}' -H 'Accept: a/b' | header | [Accept: a/b, Content-Type: application/json]",
        "--json '{}' -H 'Accept:' | header | [Content-Type: application/json]",
        "-d a -H 'content-type:' | header | null",
        "-H 'X-A;' -H 'X-B:' | header | [X-A:]",
        "-A me -H 'user-agent: you' | header | [user-agent: you]",
        "-G --data-binary @a.txt | path | /a/?one=two%7Bx%7D",
        "-T a.txt | method | PUT",
        "-T a.txt | path | /a/a.txt",
        "-T a.txt | body | @FOLDER/a.txt",
        "-T a.txt -X POST | method | null",
        "--data-urlencode \"q=a&b= $X#%\" | body | q=a%26b%3D%20x%23%25",
      })
  void optionsMeanWhatTheyMeanToCurl(String options, String key, String value) throws Exception {
    Files.writeString(folder.resolve("a.txt"), "one=two{x}");
    assertThat(String.valueOf(operation("curl x.example/a/ " + options).get(key)))
        .isEqualTo(value.replace("FOLDER", folder.toString()));
  }

  @Test
  void userOfTheAddressIsACredential() throws ImportException {
    Imported imported = read("curl https://anna:sesame@x.example/");
    assertThat(imported.yaml())
        .contains("Authorization: Basic {env.AUTHORIZATION}")
        .doesNotContain("sesame");
    assertThat(imported.needed()).containsValue("the Base64 of USER:PASSWORD");
  }

  @Test
  void filesAreReadOrNamed() throws IOException, ImportException {
    Path file = Files.writeString(folder.resolve("a.txt"), "one\ntwo {x}\n");
    assertThat(operation("curl x.example -d @a.txt")).containsEntry("body", "onetwo {{x}");
    assertThat(operation("curl x.example --data-binary @a.txt")).containsEntry("body", "@" + file);
    assertThatThrownBy(() -> read("curl x.example -d @b.txt"))
        .hasMessage("the data: there is no file b.txt");
  }

  @Test
  void everythingElseIsReported() throws ImportException {
    assertThat(
            read("curl -s x.example -F a=b --http3 --foo y.example -x proxy:80 > out.txt")
                .leftOut())
        .containsKeys(
            "options about curl's output",
            "the version of HTTP: Takt speaks HTTP/1.1 and HTTP/2",
            "a proxy: Takt connects to the target itself",
            "options that plans have no key for",
            "a second URL: import it by itself",
            "what comes after the command of curl")
        .containsEntry("a second URL: import it by itself", List.of("argument 7"))
        .containsEntry("options that plans have no key for", List.of("--foo"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | the command is empty",
        "curl | the command has no URL",
        "wget x.example | expected a command of curl, found 'wget'",
        "curl x.example -H | -H: its value is missing; was the command cut?",
        "curl 'x.example | column 6: the quote ' is not closed; was the command cut?",
        "curl $(cat url) | column 6: the output of another command cannot be imported; write it out",
        "curl ^\"x.example^\" | this is the form for Windows (with ^): copy the request as cURL (bash)",
      })
  void wrongCommandIsRefused(String command, String message) {
    assertThatThrownBy(() -> read(command)).isInstanceOf(ImportException.class).hasMessage(message);
  }

  @Test
  void wordsOfAShellMakeTheSameCommand() throws ImportException {
    String command = CurlImport.command(List.of("curl", "x.example", "-d", "it's $x {y}"));
    assertThat(operation(command)).containsEntry("body", "it's $x {{y}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"$'\\UFFFFFFFF'", "$'\\U00110000'", "$'\\U80000000'"})
  void numberBeyondUnicodeIsItsLastCharacter(String data) throws ImportException {
    assertThat(operation("curl x.example -d " + data))
        .containsEntry("body", Character.toString(Character.MAX_CODE_POINT));
  }
}

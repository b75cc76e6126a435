package dev.takt.fleet.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanPolicyTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "target: http://10.0.0.1:8080/\nrate: 10/s\n",
        "target: HTTPS://shop/\nwatch: off\nprofile: off\n",
        "target: redis://h\noperations:\n- name: get\n  command: GET {key}\n",
        "target: redis://h\ngenerators:\n  key: zipfian:1..9\n  out: uniform:1..9\n",
        "target: cql://h/ks\noperations:\n- name: read\n  cql: SELECT 1\n",
        "target: sim:delay=2ms\n",
        "target: sim:delay=1ms\n",
        "target: http://h/\noperations:\n- name: a\n  body: '@@not-a-file'\n",
        "target: grpc://h/a.B/C\ndata: '{}'\n",
        "target: http://h/\njourneys: {watch: {steps: [key: {path: /}, out: {path: /}]}}\n",
        "target: http://h/\njourneys: {a: {steps: [b: {extract: {cert: $.c, target: $.t}}]}}\n",
        "target: http://h/\njourneys: {a: {steps: [repeat: {times: 2, steps: [key: {}]}]}}\n",
        "target: http://h/\njourneys: {a: {steps: [b: {json: {class: economy}}]}}\n",
        "target: cql://h\ncassandra-stress: write n=1M\n",
        "target: cql://h\ncassandra-stress: 'Counter_Write n=1 -log file=out.txt'\n",
        "target: cql://h\ncassandra-stress: 'read n=1 -log file=../../etc/passwd'\n",
        "target: cql://h\ncassandra-stress: 'mixed n=1 -node file=/etc/passwd'\n",
      })
  void allowsRequestsOverTheNetwork(String plan) {
    assertThat(PlanPolicy.refusal(plan)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "target: exec:rm -rf x\n",
        "target: 'exec:id'\n",
        "target: ' exec:id'\n",
        "target: jdbc:h2:mem:a;INIT=RUNSCRIPT FROM 'x'\n",
        "target: ycsb:some.Class\n",
        "target: redis:embedded\n",
        "target: cassandra:embedded\n",
        "target: demo\n",
        "target: sim:delay=1ms\nspawn: id\n",
        "target: sim:delay=1ms\nwatch: default\n",
        "target: sim:delay=1ms\nwatch-pid: 1\n",
        "target: sim:delay=1ms\nprometheus: 0.0.0.0:80\n",
        "target: sim:delay=1ms\notlp: http://h/\n",
        "target: sim:delay=1ms\nout: /etc\n",
        "target: sim:delay=1ms\nworkload-class: A\nclasspath: [a.jar]\n",
        "target: http://h/\ncacert: /etc/passwd\n",
        "target: http://h/\nkey: id_rsa\n",
        "target: http://h/\noperations:\n- name: a\n  body: '@/etc/passwd'\n",
        "target: grpc://h/a.B/C\ndata: '@/etc/passwd'\n",
        "target: grpc://h/a.B/C\nproto: /etc/passwd\n",
        "target: http://h/\nschedule: trace:/etc/passwd\n",
        "target: cql://h\ncassandra-stress: user profile=/etc/x ops(insert=1)\n",
        "target: cql://h\ncassandra-stress: user PROFILE=/etc/x ops(insert=1)\n",
        "target: cql://h\ncassandra-stress: ' USER Profile = /etc/x ops(insert=1)'\n",
        "target: cql://h\ncassandra-stress: \"user\\tpro\\u0066ile=/etc/x ops(insert=1)\"\n",
        "target: cql://h\ncassandra-stress: [user profile=/etc/x]\n",
        "target: cql://h\ncassandra-stress: writer n=1\n",
        "target: cql://h\ncassandra-stress: 'help'\n",
        "target: http://h/\nusers: {file: /etc/passwd}\njourneys: {a: {steps: [b: {}]}}\n",
        "target: http://h/\njourneys: {a: {steps: [b: {body: '@/etc/passwd'}]}}\n",
        "target: http://h/\nclasspath: a\njourneys: {a: {steps: [b: {}]}}\n",
        "target: http://h/\njourneys: {a: {steps: [b: {}, c: {class: X}]}}\n",
        "target: http://h/\njourneys: {a: {steps: [repeat: {steps: [c: {class: X}]}]}}\n",
        "target: http://h/\njourneys: {a: {steps: [b: {cert: /etc/passwd}]}}\n",
        "target: http://h/\njourneys: {a: {steps: [repeat: {steps: [b: {body: '@/x'}]}]}}\n",
        "target: http://h/\njourneys: {a: {steps: [choose: [{steps: [b: {body: '@/x'}]}]]}}\n",
        "target: http://h/\ntarget: exec:id\n",
        "target: http://h/\nworkload: {fieldlengthhistogram: /etc/passwd}\n",
        "target: http://h/\nworkload: /etc/passwd\n",
        "target: [exec:id]\n",
        "- a\n",
        "",
        "target: http://h/\nrate: &a [*a]\n",
      })
  void refusesWhatReachesIntoTheMachine(String plan) {
    assertThat(PlanPolicy.refusal(plan)).isPresent();
  }

  @Test
  void saysWhatAndHowToAllowIt() {
    assertThat(PlanPolicy.refusal("target: exec:id\n"))
        .contains("target exec:id: an agent allows that with --allow only");
    assertThat(PlanPolicy.refusal("target: sim:delay=1ms\nspawn: id\n"))
        .contains("spawn: an agent allows that with --allow only");
  }
}
